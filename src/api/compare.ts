import { resolve } from "node:path";
import { loadCatalogue, type FinishedComparison } from "../jobs/index.ts";
import { type CompareResult, runResult } from "./run-result.ts";
import type { ApiOptionsOf } from "../options/index.ts";
import { verbOptions, type OwnOptions } from "./options.ts";
import { targetText, servedAs, type TargetInput } from "./target-input.ts";

/** Options of `compare`; each has the default of `witness compare`. Durations are milliseconds. */
export type CompareOptions = ApiOptionsOf<"compare"> & OwnOptions;

/**
 * Sends the same bytes to several servers, or reads stored runs if folders are given, and says
 * where they differ: `witness compare`. @throws WitnessError `options`, `compare`, `base-url`,
 * `target-name`, `corpus`, `suite`, `unknown-suite`, `nothing-to-send`, `axis`, `case-size`,
 * `client-request`, `run-folder`, `record-format`, `output-dir`; exit code 70 if this machine
 * cannot continue.
 */
export async function compare(
  targets: readonly TargetInput[],
  options: CompareOptions = {},
): Promise<CompareResult> {
  const wanted = verbOptions("compare", options);
  const { depth, outputDir } = wanted.options;
  const { comparedTargets } = await import("./jobs.lazy.ts");
  const { compareJob, compareStored } = await import("./jobs.lazy.ts");
  const compared = comparedTargets(targets.map(targetText), undefined);
  if ("runs" in compared)
    // The state of each record is in the comparison.
    return resultOf(await compareStored(compared.runs, outputDir, depth, () => {}));
  const catalogue = await loadCatalogue({
    ...wanted.options,
    interface: wanted.from,
    inline: wanted.suites,
  });
  const given = servedAs(compared.targets, targets);
  return resultOf(await compareJob(given, catalogue, wanted.options, wanted.control));
}

const resultOf = ({ view, runs, folder, report }: FinishedComparison): CompareResult => ({
  comparison: view.comparison,
  runs: runs.map(runResult),
  folder: resolve(folder),
  report: resolve(report),
});
