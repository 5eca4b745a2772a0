import { loadCatalogue } from "../jobs/index.ts";
import type { ApiOptionsOf } from "../options/index.ts";
import { verbOptions, type OwnOptions } from "./options.ts";
import { runResult, type RunResult } from "./run-result.ts";
import { readTarget, type TargetInput } from "./target-input.ts";

/** Options of `run`; each has the default of `witness run`. Durations are milliseconds. */
export type RunOptions = ApiOptionsOf<"run"> & OwnOptions;

/**
 * Sends the stated request and the edge cases to a server, and records what it does: `witness run`. A target
 * that misbehaves, or cannot be reached, is in the outcome. @throws WitnessError `options`, `base-url`,
 * `target-name`, `corpus`, `suite`, `unknown-suite`, `nothing-to-send`, `case-size`, `client-request`,
 * `output-dir`; exit code 70 if this machine cannot continue.
 */
export async function run(target: TargetInput, options: RunOptions = {}): Promise<RunResult> {
  const wanted = verbOptions("run", options);
  const { runJob } = await import("./jobs.lazy.ts");
  const catalogue = await loadCatalogue({
    ...wanted.options,
    interface: wanted.from,
    inline: wanted.suites,
  });
  return runResult(
    await runJob(await readTarget(target), catalogue, wanted.options, wanted.control),
  );
}
