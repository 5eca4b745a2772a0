import { resolve } from "node:path";
import { z } from "zod";
import type { Target } from "../model/target.ts";
import type { CompareResult } from "./compare-result.ts";
import { compareStored } from "./compare-stored.ts";
import { readOptions } from "./read-options.ts";
import { runResult } from "./run-result.ts";
import { allSuites, controlOf, selectionFlags, sendFlags } from "./send-flags.ts";
import { SelectionShape, SendShape } from "./send-options.ts";
import { targetText, type TargetInput } from "./target-input.ts";

const Options = z.strictObject({
  ...SendShape,
  ...SelectionShape,
  /** Boundaries, smallest examples and shrunk differences, unless it is false. */
  explore: z.boolean().default(true),
  /** Paired rounds of load, unless it is false. */
  load: z.boolean().default(true),
  /** 6 rounds of 0.3 + 1 s instead of 10 of 2 + 5 s: wider intervals. */
  quick: z.boolean().default(false),
  /** Paired rounds of load: 10. */
  rounds: z.int().min(1).max(1000).optional(),
  /** How long each target's slot in a round lasts: 5000. */
  durationMs: z.int().min(1).optional(),
  /** Sent before each slot, and discarded: 2000. */
  warmupMs: z.int().min(0).optional(),
  /** Connections at a time: 10. */
  connections: z.int().min(1).max(100_000).default(10),
});
type Wanted = z.output<typeof Options>;
/** What `compare` can be told; all of it has the defaults of `witness compare`. */
export type CompareOptions = z.input<typeof Options>;

/**
 * Sends the same bytes to several servers, or reads stored runs where folders are given, and says
 * where they differ: `witness compare`.
 */
export async function compare(
  targets: readonly TargetInput[],
  options: CompareOptions = {},
): Promise<CompareResult> {
  const wanted = readOptions(Options, options, "compare");
  const { comparedTargets } = await import("../cli/compared-targets.ts");
  const compared = comparedTargets(targets.map(targetText), undefined);
  if ("runs" in compared) return compareStored(compared.runs, wanted.outputDir);
  return compareServers(compared.targets, wanted);
}

async function compareServers(targets: Target[], wanted: Wanted): Promise<CompareResult> {
  const { conductComparison } = await import("../cli/conduct-comparison.ts");
  const { comparedExploration, pairedLoad } = await import("../cli/comparison-options.ts");
  const { drawSeed } = await import("../cli/record-run.ts");
  const flags = {
    ...sendFlags(wanted),
    ...selectionFlags(wanted),
    seed: wanted.seed ?? drawSeed(),
    ...(wanted.explore && { explore: comparedExploration() }),
    ...(wanted.load && { load: pairedLoad(wanted) }),
  };
  const suites = await allSuites(wanted);
  const conducted = await conductComparison(targets, suites, flags, controlOf(wanted));
  return {
    comparison: conducted.view.comparison,
    runs: conducted.runs.map(runResult),
    folder: resolve(conducted.folder),
    report: resolve(conducted.report),
  };
}
