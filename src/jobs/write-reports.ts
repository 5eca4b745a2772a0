import { join } from "node:path";
import { buildRunView, type RunFold, type RunView } from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import { writeReport } from "../record/index.ts";
import { renderRunPage, runMarkdown } from "../report/index.ts";

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
