import { WitnessError } from "../errors.ts";
import type { ExploreOptions } from "../model/finding.ts";
import type { LoadOptions } from "../model/load.ts";
import type { RunHeader } from "../model/run.ts";
import type { Suite } from "../model/suite.ts";
import type { Target } from "../model/target.ts";
import type { ComparisonView } from "../model/comparison.ts";
import { createRunFolder, replaceComparison } from "../record/run-folder.ts";
import { compareRuns } from "../run/compare-runs.ts";
import { exploredBy, planRun, selectionOptions, type PlanFlags } from "./conduct-run.ts";
import {
  concludeRun,
  drawFirstId,
  openRun,
  shorter,
  type Conducted,
  type Control,
  type SendFlags,
} from "./record-run.ts";
import { writeComparison } from "./write-comparison.ts";

/** Settings of a comparison that sends. */
export type ComparisonFlags = PlanFlags &
  SendFlags & {
    seed: number;
    concurrency: number;
    corpus?: string;
    /** Module with suites of the user's own; true where a program hands them over. */
    suites?: string | true;
    timeout: number;
    explore?: ExploreOptions;
    load?: LoadOptions;
    /** Where it goes, in the place of what was there; a new folder in `outputDir` otherwise. */
    folder?: string;
  };

/** What a comparison came to; `runs` are in the order of the targets. */
export type ConductedComparison = {
  runs: Conducted[];
  view: ComparisonView;
  folder: string;
  report: string;
};

/** Longer, and the folder is called by the number of targets. */
const LONGEST_NAME = 40;

/** Sends to every target, records a run of each inside one folder, and compares them. */
export async function conductComparison(
  targets: Target[],
  suites: Suite[],
  flags: ComparisonFlags,
  control: Control,
): Promise<ConductedComparison> {
  const planned = planRun(suites, flags, flags.seed);
  if (planned.length === 0)
    throw new WitnessError("nothing-to-send", "no case fits --suite and --grep", {
      hint: "witness run --list shows what there is",
    });
  const { path, runId } = folderFor(targets, flags);
  const explored = exploredBy(suites, flags);
  const options = optionsOf(flags, runId, targets.length);
  const sending = { ...flags, firstId: flags.firstId ?? drawFirstId() };
  const runs = targets.map((target) =>
    openRun(
      { target, suites, explored, planned, options, seed: flags.seed },
      sending,
      control,
      path,
    ),
  );
  const outcomes = await compareRuns(runs);
  const concluded = runs.map((run, index) =>
    concludeRun(run, outcomes[index] ?? { end: "interrupted" }),
  );
  const folder = shorter(path);
  const stored = concluded.map(({ fold, folder: own }) => ({ fold, folder: own }));
  return { runs: concluded, ...writeComparison(stored, folder), folder };
}

function folderFor(targets: Target[], { folder, outputDir, seed }: ComparisonFlags) {
  if (folder !== undefined) return replaceComparison(folder);
  const names = targets.map(({ name }) => name).join("-vs-");
  const target = names.length > LONGEST_NAME ? `${targets.length}-targets` : names;
  return createRunFolder(outputDir, { startedAt: new Date(), target, seed });
}

function optionsOf(flags: ComparisonFlags, runId: string, targets: number): RunHeader["options"] {
  return {
    verb: "compare",
    ...selectionOptions(flags),
    targets,
    ...(flags.corpus !== undefined && { corpus: flags.corpus }),
    runsPerProperty: flags.runs,
    repeats: flags.repeats,
    concurrency: flags.concurrency,
    timeoutMs: flags.timeout,
    ...(flags.insecure && { insecure: true as const }),
    ...(flags.explore && { explore: flags.explore }),
    ...(flags.load && { load: { ...flags.load, pairedAs: runId } }),
  };
}
