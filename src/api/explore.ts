import { loadCatalogue } from "../jobs/index.ts";
import type { ApiOptionsOf } from "../options/index.ts";
import { verbOptions, type OwnOptions } from "./options.ts";
import { runResult, type RunResult } from "./run-result.ts";
import { readTargets, type TargetInput } from "./target-input.ts";

/** Options of `explore`; each has the default of `witness explore`. Durations are milliseconds. */
export type ExploreOptions = ApiOptionsOf<"explore"> & OwnOptions;

/**
 * Finds smallest examples and exact boundaries of one target, or the differences between several:
 * `witness explore`. Returns a run for each target, in order; findings are in `summary.exploration`.
 * @throws WitnessError `options`, `parts`, `axis`, `base-url`, `target-name`, `suite`, `unknown-suite`,
 * `case-size`, `client-request`, `output-dir`; exit code 70 if this machine cannot continue.
 */
export async function explore(
  targets: TargetInput | readonly TargetInput[],
  options: ExploreOptions = {},
): Promise<RunResult[]> {
  const wanted = verbOptions("explore", options);
  const { exploreJob } = await import("./jobs.lazy.ts");
  const list = await readTargets([targets].flat());
  const catalogue = await loadCatalogue({
    ...wanted.options,
    interface: wanted.from,
    inline: wanted.suites,
  });
  const finished = await exploreJob(list, catalogue, wanted.options, wanted.control);
  return finished.map(runResult);
}
