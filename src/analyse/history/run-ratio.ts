import type { RunRatio } from "../../model/index.ts";
import { boundOf, unpairedShift, type RatioBound, type Shift } from "../../stats/index.ts";

/** Throughput of a run's rounds, and its load. */
export type RunRates = {
  runId: string;
  /** Two runs are compared only if this is the same. */
  offer: string;
  /** Responses per second of each round, none of them 0. */
  each: readonly number[];
  limited: boolean;
};

/**
 * Throughput of a run as a multiple of another's. Rounds of different runs are not pairs. Undefined
 * if the loads differ, or if the generator limited both: then the ratio would compare generators.
 */
export function runRatio(run: RunRates, against: RunRates): RunRatio | undefined {
  if (run.offer !== against.offer || run.each.length === 0 || against.each.length === 0)
    return undefined;
  if (run.limited && against.limited) return undefined;
  const shift = unpairedShift(run.each.map(Math.log), against.each.map(Math.log));
  const bound = boundOf(run.limited, against.limited);
  const { bounds } = shift;
  return {
    against: against.runId,
    ratio: Math.exp(shift.estimate),
    ...(bounds !== undefined && { low: Math.exp(bounds.low), high: Math.exp(bounds.high) }),
    ...(bound !== undefined && { bound }),
    verdict: verdictOf(shift, bound),
  };
}

function verdictOf({ bounds }: Shift, bound: RatioBound | undefined): RunRatio["verdict"] {
  if (bounds === undefined) return "cannot-tell";
  if (bounds.low > 0 && bound !== "at-most") return "more";
  if (bounds.high < 0 && bound !== "at-least") return "less";
  return "cannot-tell";
}
