import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { recordIn } from "./run-folder.ts";

/** Paths of the run folders in an output folder and one level below: the parts of comparisons. */
export function storedRuns(outputDir: string): string[] {
  return foldersIn(outputDir).flatMap((folder) =>
    isRun(folder) ? [folder] : foldersIn(folder).filter(isRun),
  );
}

/** Paths of the folders in a folder, by name; none if the folder does not exist. */
export function foldersIn(path: string): string[] {
  if (!existsSync(path) || !statSync(path).isDirectory()) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(path, name))
    .toSorted();
}

/** Whether a folder has a record. */
export const isRun = (folder: string): boolean => recordIn(folder) !== undefined;

/** Name of the report in the folder of a run or comparison. */
const REPORT_FILE = "report.html";

/** The newest report of a run or comparison in an output folder. */
export function lastReport(outputDir: string): string | undefined {
  const written = foldersIn(outputDir)
    .map((folder) => join(folder, REPORT_FILE))
    .filter((report) => existsSync(report))
    .map((report) => ({ report, at: statSync(report).mtimeMs }));
  return written.toSorted((a, b) => a.at - b.at).at(-1)?.report;
}

/**
 * The report of one run or comparison, by its folder, a file in it, or its name in the output folder.
 */
export function reportOf(wanted: string, outputDir: string): string | undefined {
  return [wanted, join(outputDir, wanted)]
    .filter((path) => existsSync(path))
    .map((path) => join(statSync(path).isDirectory() ? path : dirname(path), REPORT_FILE))
    .find((report) => existsSync(report));
}
