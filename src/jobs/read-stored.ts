import { setFlagsFromString } from "node:v8";
import { emptyFold, foldRecord, type FoldOptions, type RunFold } from "../analyse/run-fold.ts";
import { summarise } from "../analyse/summarise.ts";
import { WitnessError } from "../errors.ts";
import type { Summary } from "../model/summary.ts";
import { findRunFile } from "../record/run-folder.ts";
import { readRun } from "../record/run-reader.ts";

/** Takes a sentence on what is wrong with a record that is read all the same. */
export type Warn = (text: string) => void;

/**
 * Folds a stored run. What is wrong with its record goes to `warn`, and into the fold.
 * @throws WitnessError `run-folder` where there is no run, or no header.
 */
export async function readFold(
  path: string,
  warn: Warn,
  options: FoldOptions = {},
): Promise<RunFold> {
  const file = findRunFile(path);
  const fold = emptyFold(options);
  const read = await readRun(file, (record) => foldRecord(fold, record));
  fold.integrity = { state: read.state, text: read.text };
  for (const { line, what } of read.damage) warn(`damaged: ${file} line ${line}: ${what}`);
  if (read.unreadable > read.damage.length)
    warn(`damaged: ${read.unreadable - read.damage.length} more lines`);
  if (fold.header === undefined)
    throw new WitnessError(
      "run-folder",
      `${file} has no readable header, so it cannot be reported`,
    );
  if (read.state !== "intact") warn(`${file}: ${read.text}`);
  return fold;
}

/**
 * Folds stored runs for a comparison, one after the other: with their generated cases, and what is
 * the same in several held once.
 * @throws WitnessError as `readFold` does.
 */
export async function readFolds(paths: readonly string[], warn: Warn): Promise<RunFold[]> {
  // V8 learns from the first run, of which much is kept, that such objects live long, and then puts
  // what is dropped of the others where it is collected late: that takes half as much memory again.
  setFlagsFromString("--no-allocation-site-pretenuring");
  const folds: RunFold[] = [];
  for (const path of paths)
    folds.push(await readFold(path, warn, { keepGenerated: true, beside: folds[0] }));
  return folds;
}

/** The summary of a stored run, from its record. @throws WitnessError as `readFold` does. */
export async function readSummary(path: string, warn: Warn): Promise<Summary> {
  const summary = summarise(await readFold(path, warn));
  if (summary !== undefined) return summary;
  throw new WitnessError("run-folder", `the run at ${path} has no header`);
}
