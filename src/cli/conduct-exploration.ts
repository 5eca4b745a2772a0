import { WitnessError } from "../errors.ts";
import type { ExploreOptions, ExplorePart } from "../model/finding.ts";
import type { RunHeader } from "../model/run.ts";
import type { Suite } from "../model/suite.ts";
import type { Target } from "../model/target.ts";
import { exploreRuns } from "../run/explore-runs.ts";
import { exploredBy, selectionOptions } from "./conduct-run.ts";
import {
  concludeRun,
  drawFirstId,
  drawSeed,
  openRun,
  type Conducted,
  type Control,
  type SendFlags,
} from "./record-run.ts";

/** Settings of an exploration, besides what it looks for. */
export type ExplorationFlags = SendFlags & {
  /** Names of the suites to draw from; empty for all. */
  suite: string[];
  concurrency: number;
  timeout: number;
  /** Module with suites of the user's own; true where a program hands them over. */
  suites?: string | true;
};

/** What is looked for: of one target examples and boundaries, of several divergences, unless `parts` says otherwise. */
export function exploredParts(targets: number, parts: ExplorePart[] | undefined): ExplorePart[] {
  if (targets > 1) return parts ?? ["divergences"];
  if (parts?.includes("divergences"))
    throw new WitnessError("parts", "divergences need two targets or more");
  return parts ?? ["examples", "boundaries"];
}

/** Explores targets together, each recorded in a run of its own, and writes the reports. */
export async function conductExploration(
  targets: Target[],
  suites: Suite[],
  flags: ExplorationFlags,
  explore: ExploreOptions,
  control: Control,
): Promise<Conducted[]> {
  const seed = flags.seed ?? drawSeed();
  const sending = { ...flags, firstId: flags.firstId ?? drawFirstId() };
  const explored = exploredBy(suites, flags);
  const options: RunHeader["options"] = {
    verb: "explore",
    ...selectionOptions(flags),
    ...(targets.length > 1 && { targets: targets.length }),
    runsPerProperty: 0,
    repeats: 0,
    concurrency: flags.concurrency,
    timeoutMs: flags.timeout,
    ...(flags.insecure && { insecure: true }),
    explore,
  };
  const runs = targets.map((target) =>
    openRun({ target, suites, explored, planned: [], options, seed }, sending, control),
  );
  const outcomes = await exploreRuns(runs);
  return runs.map((run, index) => concludeRun(run, outcomes[index] ?? { end: "interrupted" }));
}
