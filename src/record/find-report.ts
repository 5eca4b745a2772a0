import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { foldersIn } from "./stored-runs.ts";

/** Name of the page in the folder of a run or comparison. */
const REPORT_FILE = "report.html";

/** The page of a run or comparison in an output folder that was written last. */
export function lastReport(outputDir: string): string | undefined {
  const written = foldersIn(outputDir)
    .map((folder) => join(folder, REPORT_FILE))
    .filter((report) => existsSync(report))
    .map((report) => ({ report, at: statSync(report).mtimeMs }));
  return written.toSorted((a, b) => a.at - b.at).at(-1)?.report;
}

/** The page of one run or comparison, by its folder, a file in it, or its name in the output folder. */
export function reportOf(wanted: string, outputDir: string): string | undefined {
  return [wanted, join(outputDir, wanted)]
    .filter((path) => existsSync(path))
    .map((path) => join(statSync(path).isDirectory() ? path : dirname(path), REPORT_FILE))
    .find((report) => existsSync(report));
}
