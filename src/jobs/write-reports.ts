import { join } from "node:path";
import type { RunFold } from "../analyse/run-fold.ts";
import type { RunView } from "../analyse/run-view.ts";
import { buildRunView } from "../analyse/build-run-view.ts";
import { WitnessError } from "../errors.ts";
import { writeReport } from "../record/run-folder.ts";
import { renderRunPage } from "../report/html/run-page.tsx";
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
