import { dirname, resolve } from "node:path";
import type { RunFold } from "../analyse/run-fold.ts";
import type { CompareResult } from "./compare-result.ts";
import { readRecord } from "./read-record.ts";

/** Compares stored runs, read one after the other, what they have in common kept once. Sends nothing. */
export async function compareStored(
  paths: readonly string[],
  outputDir: string,
): Promise<CompareResult> {
  const { emptyFold, foldRecord } = await import("../analyse/run-fold.ts");
  const { createRunFolder, findRunFile } = await import("../record/run-folder.ts");
  const { writeComparison } = await import("../cli/write-comparison.ts");
  const runs: { fold: RunFold; folder: string }[] = [];
  for (const path of paths) {
    const fold = emptyFold({ keepGenerated: true, beside: runs[0]?.fold });
    fold.integrity = await readRecord(path, (record) => foldRecord(fold, record));
    runs.push({ fold, folder: dirname(findRunFile(path)) });
  }
  const seed = runs[0]?.fold.header?.seed ?? 0;
  const { path } = createRunFolder(outputDir, {
    startedAt: new Date(),
    target: "comparison",
    seed,
  });
  const { view, report } = writeComparison(runs, path);
  return {
    comparison: view.comparison,
    runs: [],
    folder: resolve(path),
    report: resolve(report),
  };
}
