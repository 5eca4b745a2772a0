import { z } from "zod";
import { readOptions } from "./read-options.ts";
import { runResult, type RunResult } from "./run-result.ts";
import { allSuites, controlOf, selectionFlags, sendFlags } from "./send-flags.ts";
import { SelectionShape, SendShape } from "./send-options.ts";
import { readTarget, type TargetInput } from "./target-input.ts";

const Options = z.strictObject({
  ...SendShape,
  ...SelectionShape,
  /** Look for boundaries and smallest examples too. */
  explore: z.boolean().default(false),
  /** A short load test at the end, unless it is false. */
  load: z.boolean().default(true),
  /** How long each of its three rounds lasts: 2000. */
  loadDurationMs: z.int().min(1).default(2000),
});
/** What `run` can be told; all of it has the defaults of `witness run`. */
export type RunOptions = z.input<typeof Options>;

/** Sends the stated request and the edge cases to a server, and records what it does: `witness run`. */
export async function run(target: TargetInput, options: RunOptions = {}): Promise<RunResult> {
  const wanted = readOptions(Options, options, "run");
  const { conductRun } = await import("../cli/conduct-run.ts");
  const { defaultExploration } = await import("../cli/explore-flags.ts");
  const { shortLoad } = await import("../cli/load-flags.ts");
  const flags = {
    ...sendFlags(wanted),
    ...selectionFlags(wanted),
    ...(wanted.explore && { explore: defaultExploration() }),
    ...(wanted.load && { load: shortLoad(wanted.loadDurationMs) }),
  };
  const suites = await allSuites(wanted);
  return runResult(await conductRun(await readTarget(target), suites, flags, controlOf(wanted)));
}
