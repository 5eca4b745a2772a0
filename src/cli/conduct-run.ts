import { WitnessError } from "../errors.ts";
import type { ExploreOptions } from "../model/finding.ts";
import type { LoadOptions } from "../model/load.ts";
import type { Suite } from "../model/suite.ts";
import type { Target } from "../model/target.ts";
import { exploredSuites, plan, type PlannedSuite } from "../run/plan.ts";
import { runSuites } from "../run/run.ts";
import { drawSeed, recordRun, type Conducted, type Control, type SendFlags } from "./record-run.ts";

/** Which part of the catalogue is wanted, and how much of it. */
export type PlanFlags = {
  suite: string[];
  grep?: RegExp;
  runs: number;
  repeats: number;
};

/** Settings of `witness run`. */
export type RunFlags = PlanFlags &
  SendFlags & {
    concurrency: number;
    timeout: number;
    corpus?: string;
    /** Module with suites of the user's own; true where a program hands them over. */
    suites?: string | true;
    /** Exploration after the suites, where it is wanted. */
    explore?: ExploreOptions;
    /** The load at its end, where it is wanted. */
    load?: LoadOptions;
  };

/** What these flags ask for. */
export function planRun(suites: Suite[], flags: PlanFlags, seed: number): PlannedSuite[] {
  return plan({
    suites,
    only: flags.suite,
    ...(flags.grep && { grep: flags.grep }),
    seed,
    runsPerProperty: flags.runs,
    repeats: flags.repeats,
  });
}

/** The suites that these flags let exploration draw from. */
export const exploredBy = (
  suites: Suite[],
  { suite: only, grep }: Pick<PlanFlags, "suite" | "grep">,
): Suite[] => exploredSuites({ suites, only, ...(grep && { grep }) });

/** What of a selection goes into the header, so that it can be planned again. */
export const selectionOptions = ({
  grep,
  suite: only,
  suites,
}: Pick<RunFlags, "grep" | "suite" | "suites">) => ({
  ...(grep && { grep: grep.source }),
  ...(grep && grep.flags !== "" && { grepFlags: grep.flags }),
  ...(only.length > 0 && { only }),
  ...(suites !== undefined && { suites }),
});

/** Plans, runs, records, and writes the reports. */
export function conductRun(
  target: Target,
  suites: Suite[],
  flags: RunFlags,
  control: Control,
): Promise<Conducted> {
  const seed = flags.seed ?? drawSeed();
  const planned = planRun(suites, flags, seed);
  if (planned.length === 0)
    throw new WitnessError("nothing-to-send", "no case fits --suite and --grep", {
      hint: "witness run --list shows what there is",
    });
  const options = {
    verb: "run" as const,
    ...selectionOptions(flags),
    ...(flags.corpus !== undefined && { corpus: flags.corpus }),
    runsPerProperty: flags.runs,
    repeats: flags.repeats,
    concurrency: flags.concurrency,
    timeoutMs: flags.timeout,
    ...(flags.insecure && { insecure: true as const }),
    ...(flags.explore !== undefined && { explore: flags.explore }),
    ...(flags.load !== undefined && { load: flags.load }),
  };
  const plan = { target, suites, explored: exploredBy(suites, flags), planned, options, seed };
  return recordRun(plan, flags, control, runSuites);
}
