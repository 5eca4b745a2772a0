import type { ExplorePlan, LoadPlan } from "../model/index.ts";

/** What each part of a run may take of the time that the user gives it. */
export type TimePlan = { suitesUntilMs: number; explore?: ExplorePlan | undefined };

/** Exploration gets this share of the time at most, if there is any. */
const EXPLORE_SHARE = 0.25;
/** Starting generators and measuring their ceiling, before and after the rounds. */
const AROUND_LOAD_MS = 4000;

/**
 * How a run of at most `maxTimeMs` spends its time: load takes what its rounds take, exploration a share, and the
 * suites what is left, but at least half of it.
 */
export function timePlan(
  maxTimeMs: number,
  { explore, load }: { explore?: ExplorePlan | undefined; load?: LoadPlan | undefined },
): TimePlan {
  const exploring =
    explore === undefined ? 0 : Math.min(explore.maxTimeMs, maxTimeMs * EXPLORE_SHARE);
  const loading =
    load === undefined ? 0 : load.warmupMs + load.rounds * load.durationMs + AROUND_LOAD_MS;
  return {
    suitesUntilMs: Math.max(maxTimeMs / 2, maxTimeMs - exploring - loading),
    ...(explore && { explore: { ...explore, maxTimeMs: Math.max(100, Math.round(exploring)) } }),
  };
}
