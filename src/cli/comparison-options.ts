import type { ExploreOptions } from "../model/finding.ts";
import type { LoadOptions } from "../model/load.ts";
import { defaultExploration } from "./explore-flags.ts";

/** What the paired rounds of a comparison can be told. */
export type PairedLoad = {
  quick: boolean;
  rounds?: number | undefined;
  durationMs?: number | undefined;
  warmupMs?: number | undefined;
  connections: number;
};

/** Ten rounds of 2 + 5 s for each target; `quick` gives up certainty for time. */
const USUAL = { rounds: 10, durationMs: 5000, warmupMs: 2000 };
const QUICK = { rounds: 6, durationMs: 1000, warmupMs: 300 };
const TIMEOUT_MS = 10_000;
/** Exploring is a part here, not the whole. */
const EXPLORED = { runsPerProperty: 100, maxRequests: 20_000, maxTimeMs: 30_000 };

/** The load of a comparison. */
export function pairedLoad(wanted: PairedLoad): LoadOptions {
  const usual = wanted.quick ? QUICK : USUAL;
  return {
    offered: { model: "closed", connections: wanted.connections, pipelining: 1 },
    processes: 1,
    warmupMs: wanted.warmupMs ?? usual.warmupMs,
    durationMs: wanted.durationMs ?? usual.durationMs,
    rounds: wanted.rounds ?? usual.rounds,
    timeoutMs: TIMEOUT_MS,
    sweep: false,
  };
}

/** The exploration of a comparison: all parts, with less of each. */
export const comparedExploration = (): ExploreOptions => ({
  ...defaultExploration(),
  ...EXPLORED,
  parts: ["examples", "boundaries", "divergences"],
});
