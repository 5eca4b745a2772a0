import { join, relative } from "node:path";
import { buildComparison, type RunFold } from "../analyse/index.ts";
import type { ComparisonView, Depth } from "../model/index.ts";
import { writeReport } from "../record/index.ts";
import { comparisonMarkdown, renderComparisonPage } from "../report/index.ts";

/** A folded run, and its folder. */
export type FoldedRun = { fold: RunFold; folder: string };

/** Derives the comparison of these runs, and writes its reports into its folder. */
export function writeComparison(
  runs: readonly FoldedRun[],
  folder: string,
  depth: Depth,
): { view: ComparisonView; report: string } {
  const view = buildComparison(
    runs.map(({ fold, folder: own }) => ({ fold, run: relative(folder, own) || ".", path: own })),
    depth,
  );
  writeReport(folder, "comparison.json", `${JSON.stringify(view.comparison, null, 2)}\n`);
  writeReport(folder, "comparison.md", comparisonMarkdown(view, { report: "report.html" }));
  const report = writeReport(folder, "report.html", renderComparisonPage(view));
  return { view, report: join(report) };
}
