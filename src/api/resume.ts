import { z } from "zod";
import { FOLLOW_SHAPE, SUITES, controlOf, type OwnOptions, readOptions } from "./options.ts";
import { apiShape, type ApiOptionsOf } from "../options/index.ts";
import type { StoredRun } from "./judge.ts";
import { runResult, type RunResult } from "./run-result.ts";

/** Options of `resume`; `suites` are those of the first call. */
export type ResumeOptions = ApiOptionsOf<"resume"> & OwnOptions;

/**
 * Continues a run, load or exploration that was killed or interrupted, in its folder: `witness resume`. Sends
 * only what is missing. @throws WitnessError `options`, `run-folder`, `record-format`, `run-locked`, `resume`,
 * `suite`, `unreachable` and `not-answering` (both exit code 3); the record then stays unchanged. Exit code 70
 * if this machine cannot continue.
 */
export async function resume(run: StoredRun, options: ResumeOptions = {}): Promise<RunResult> {
  const schema = z.strictObject({ ...apiShape("resume"), ...FOLLOW_SHAPE, suites: SUITES });
  const { suites, signal, events, ...wanted } = readOptions(schema, options, "resume");
  const { resumeJob } = await import("./jobs.lazy.ts");
  const folder = typeof run === "string" ? run : run.folder;
  const settings = { ...(wanted as ApiOptionsOf<"resume">), inline: suites };
  return runResult(await resumeJob(folder, settings, controlOf({ signal, events })));
}
