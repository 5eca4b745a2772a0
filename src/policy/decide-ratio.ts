import { ratioFigure, type Shift } from "../stats/index.ts";
import type { Ruling } from "./judged-run.ts";
import { moreRounds, type RoundCounts } from "./more-rounds.ts";
import type { Threshold } from "./parse-threshold.ts";

/** A ratio of a figure here to the same one there, as a shift of the logarithm. */
export type Ratio = {
  shift: Shift;
  rounds: RoundCounts;
  /** Why the target here, or there, may really be better than measured. */
  limited: { here: string | undefined; there: string | undefined };
};

/** Whether a passed threshold means something good about the target: low latency, high throughput. */
export function asksGood({ metric, op }: Threshold): boolean {
  return metric.kind === "latency" ? op.startsWith("<") : op.startsWith(">");
}

/**
 * The interval decides if it lies completely on one side of the factor. A pass depends on both figures, a failure only
 * on this target's: if the generator limited a figure, it decides nothing.
 */
export function decideRatio(threshold: Threshold, factor: number, ratio: Ratio): Ruling {
  const { shift, rounds, limited } = ratio;
  const found = ratioWords(shift);
  const limit = Math.log(factor);
  const side = sideOf(shift, limit);
  if (side === undefined)
    return { verdict: "inconclusive", found: `${found}${moreRounds(shift, limit, rounds)}` };
  const holds = (side === "above") === threshold.op.startsWith(">");
  const good = holds === asksGood(threshold);
  const doubt = good ? limited.there : limited.here;
  if (doubt !== undefined) return { verdict: "inconclusive", found: `${found}, ${doubt}` };
  return { verdict: holds ? "pass" : "fail", found };
}

function sideOf({ bounds }: Shift, limit: number): "above" | "below" | undefined {
  if (bounds === undefined) return undefined;
  if (bounds.low >= limit) return "above";
  return bounds.high <= limit ? "below" : undefined;
}

/** `0.93 × [0.86, 1.01]`; without bounds `0.93 ×`. */
export function ratioWords({ estimate, bounds }: Shift): string {
  const ratio = Math.exp(estimate);
  if (bounds === undefined || ratio === 0) return `${ratio === 0 ? 0 : ratio.toFixed(2)} ×`;
  return ratioFigure({ ratio, low: Math.exp(bounds.low), high: Math.exp(bounds.high) });
}
