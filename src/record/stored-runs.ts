import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { RUN_FILE } from "./run-folder.ts";

/** Paths of the run folders in an output folder, and of those one level below: the parts of comparisons. */
export function storedRuns(outputDir: string): string[] {
  return foldersIn(outputDir).flatMap((folder) =>
    isRun(folder) ? [folder] : foldersIn(folder).filter(isRun),
  );
}

/** Paths of the folders in a folder, by name; none where there is no such folder. */
export function foldersIn(path: string): string[] {
  if (!existsSync(path) || !statSync(path).isDirectory()) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(path, name))
    .toSorted();
}

const isRun = (folder: string): boolean => existsSync(join(folder, RUN_FILE));
