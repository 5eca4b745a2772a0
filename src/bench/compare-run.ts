import { buildComparison } from "../analyse/comparison/build-comparison.ts";
import { readFolds } from "../jobs/read-stored.ts";
import { peakMb, type Part } from "./part.ts";

/** What `witness compare` does with stored runs, but for the reports. */
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
