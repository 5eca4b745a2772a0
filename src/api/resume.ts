import { z } from "zod";
import type { StoredRun } from "./judge.ts";
import { readOptions } from "./read-options.ts";
import { runResult, type RunResult } from "./run-result.ts";
import { controlOf } from "./send-flags.ts";
import { SelectionShape, SendShape } from "./send-options.ts";

const Options = z.strictObject({
  /** The suites of your own that the run was begun with. */
  suites: SelectionShape.suites,
  /** Keep trying for so long until the target responds; by default as when the run was begun. */
  waitForMs: SendShape.waitForMs.unwrap().optional(),
  signal: SendShape.signal,
  events: SendShape.events,
});
/** What `resume` can be told. */
export type ResumeOptions = z.input<typeof Options>;

/**
 * Continues a run, load or exploration that was killed or interrupted, in its folder: `witness resume`.
 * Sends only what is missing. Rejects with a WitnessError where the run cannot be resumed, or the target
 * does not respond: the record is left as it was.
 */
export async function resume(run: StoredRun, options: ResumeOptions = {}): Promise<RunResult> {
  const { suites, waitForMs, ...follow } = readOptions(Options, options, "resume");
  const { conductResume } = await import("../cli/conduct-resume.ts");
  const folder = typeof run === "string" ? run : run.folder;
  const flags = { inline: suites, ...(waitForMs !== undefined && { waitFor: waitForMs }) };
  return runResult(await conductResume(folder, flags, controlOf(follow)));
}
