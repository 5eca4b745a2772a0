import type { RunFold } from "../analyse/run-fold.ts";
import type { RunView } from "../analyse/run-view.ts";
import { buildRunView } from "../analyse/build-run-view.ts";
import { WitnessError } from "../errors.ts";
import { writeReport } from "../record/run-folder.ts";
import { renderRunPage } from "../report/html/run-page.tsx";
import { join, relative } from "node:path";
import { buildComparison } from "../analyse/comparison/build-comparison.ts";
import type { Depth } from "../model/comparison-depth.ts";
import type { ComparisonView } from "../model/comparison.ts";
import { renderComparisonPage } from "../report/html/comparison/comparison-page.tsx";
import { comparisonMarkdown } from "../report/markdown/comparison.ts";
import { runMarkdown } from "../report/markdown/run.ts";

/** Derives `summary.json`, `report.md` and `report.html` from the fold, and writes them into the run's folder. */
export function writeReports(fold: RunFold, folder: string): { view: RunView; report: string } {
  const view = buildRunView(fold, folder);
  if (view === undefined)
    throw new WitnessError("run-folder", `the run at ${folder} has no header: nothing to report`);
  writeReport(folder, "summary.json", `${JSON.stringify(view.summary, null, 2)}\n`);
  const where = { report: join(folder, "report.html"), run: folder };
  writeReport(folder, "report.md", runMarkdown(view.summary, where));
  const report = writeReport(folder, "report.html", renderRunPage(view));
  return { view, report };
}

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
