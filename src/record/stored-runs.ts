import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isLocked } from "./run-lock.ts";
import { recordIn } from "./run-folder.ts";

/** Paths of the run folders in an output folder and one level below: the parts of comparisons. */
export function storedRuns(outputDir: string): string[] {
  return foldersIn(outputDir).flatMap((folder) =>
    isRun(folder) ? [folder] : foldersIn(folder).filter(isRun),
  );
}

/** Paths of the folders in a folder, by name; none if the folder does not exist. */
function foldersIn(path: string): string[] {
  if (!existsSync(path) || !statSync(path).isDirectory()) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(path, name))
    .toSorted();
}

const isRun = (folder: string): boolean => recordIn(folder) !== undefined;

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

/** A comparison of stored runs has no runs inside. Folders with other names belong to the user. */
const isComparison = (folder: string): boolean =>
  /^\d{4}-\d\d-\d\d-/.test(basename(folder)) && existsSync(join(folder, "comparison.json"));

/**
 * Removes old runs and comparisons from an output folder, so that at most `keep` stay: the newest. A run that
 * is being written stays, and so does every folder that is neither. Returns the paths of what was removed.
 */
export function removeOld(outputDir: string, keep: number): string[] {
  const made = foldersIn(outputDir).filter(
    (folder) => isRun(folder) || isComparison(folder) || foldersIn(folder).some(isRun),
  );
  const newestFirst = made
    .map((folder) => ({ folder, at: statSync(folder).mtimeMs }))
    .toSorted((a, b) => b.at - a.at);
  const old = newestFirst
    .slice(keep)
    .map(({ folder }) => folder)
    .filter((folder) => ![folder, ...foldersIn(folder)].some(isLocked));
  for (const folder of old) rmSync(folder, { recursive: true });
  return old;
}
