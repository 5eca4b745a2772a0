import type { GivenTarget } from "../model/index.ts";
import type { OptionsOf } from "../options/index.ts";
import { openTogether, sendExploration, type RunOutcome, type RunTask } from "../observe/index.ts";
import type { Catalogue } from "./load-suites.ts";
import { keepNewest } from "./keep-runs.ts";
import {
  concludeRun,
  drawFirstId,
  drawSeed,
  openRun,
  type Control,
  type FinishedRun,
} from "./open-run.ts";
import { planExploration } from "./plan-exploration.ts";
import { wantedSuites } from "./plan-suites.ts";
import { servedTargets } from "./served-target.ts";

/**
 * `witness explore`: explores targets together, each recorded in a separate run, and writes the
 * reports. Returns the runs in the order of the targets. @throws WitnessError if the options do not
 * match the targets, or a folder cannot be written to.
 */
export async function exploreJob(
  given: readonly GivenTarget[],
  catalogue: Catalogue,
  options: OptionsOf<"explore">,
  control: Control,
): Promise<FinishedRun[]> {
  const targets = await servedTargets(given, options.serve);
  const explore = planExploration(catalogue.interface, targets.length, options);
  const explored = wantedSuites(catalogue, options);
  // Every target gets the same bytes.
  const seed = options.seed ?? drawSeed();
  const sending = { ...options, firstId: options.firstId ?? drawFirstId() };
  const runs = targets.map((target) => {
    const verb = "explore" as const;
    const plan = { verb, target, catalogue, planned: [], explored, seed, explore };
    return openRun({ ...plan, targets: targets.length }, sending, control);
  });
  const outcomes = await exploreTogether(runs);
  const finished = runs.map((run, index) =>
    concludeRun(run, outcomes[index] ?? { end: "interrupted" }),
  );
  await keepNewest(
    options,
    finished.map(({ outcome }) => outcome.end),
  );
  return finished;
}

/** Explores the targets of these runs together; returns how each ended, in order. */
export const exploreTogether = (runs: RunTask[]): Promise<RunOutcome[]> =>
  openTogether(runs, async (all) => (await sendExploration(all)).map((end) => ({ end })));
