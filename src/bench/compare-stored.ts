import { statSync } from "node:fs";
import { join } from "node:path";
import { RUN_FILE } from "../record/run-folder.ts";
import { measured, peakMb, type Part } from "./part.ts";
import { whole } from "../text/numbers.ts";
import { buildComparison } from "../analyse/comparison/build-comparison.ts";
import { readFolds } from "../jobs/read-stored.ts";

const RUNS = 12;
const OBSERVATIONS = 10_000;

/** Seconds and memory of reading stored runs and comparing them. */
export async function measureCompareStored(outputDir: string): Promise<void> {
  const folders = Array.from({ length: RUNS }, (_, nth) => join(outputDir, `run-${nth}`));
  // In another process: otherwise its memory would count as that of this one's children.
  await measured("stored-runs", { folders, observations: OBSERVATIONS });
  const bytes = folders.reduce((sum, folder) => sum + statSync(join(folder, RUN_FILE)).size, 0);
  const run = await measured("compare-run", { folders });
  console.log(
    `  ${(bytes / 2 ** 20).toFixed(0)} MB of records in ${run("seconds").toFixed(1)} s (target: under 10), of which ${run("readSeconds").toFixed(1)} s of reading; at most ${run("peakMb").toFixed(0)} MB (target: below 400)`,
  );
  console.log(
    `  ${whole(run("compared"))} cases compared, ${whole(run("groups"))} groups, ${whole(run("evidence"))} with evidence`,
  );
}

/** The same as `witness compare` with stored runs, without the reports. */
export const compareRun: Part<{ folders: string[] }> = async ({ folders }) => {
  const beganMs = performance.now();
  const folds = await readFolds(folders, console.error);
  const readMs = performance.now() - beganMs;
  const runs = folds.map((fold, at) => ({ fold, run: folders[at] ?? "" }));
  const { comparison, evidence } = buildComparison(runs);
  const { compared, groups } = comparison.behaviour;
  return {
    seconds: (performance.now() - beganMs) / 1000,
    readSeconds: readMs / 1000,
    peakMb: peakMb(),
    compared,
    groups: groups.length,
    evidence: evidence.size,
  };
};
