import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import type { FoldOptions, RunFold } from "../analyse/index.ts";
import { emptyFold, foldRecord, summarise } from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import type { Summary } from "../model/index.ts";
import { findRunFile, readRun } from "../record/index.ts";

/** The JSON of a file; undefined if it cannot be read. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

export type Warn = (text: string) => void;

/** Problems of the record go to `warn`, and into the fold. @throws WitnessError `run-folder` if there is no header. */
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

/** Folds stored runs for a comparison, with generated cases, equal data once. @throws WitnessError like `readFold`. */
export async function readFolds(paths: readonly string[], warn: Warn): Promise<RunFold[]> {
  // After the first run, most of which is kept, V8 assumes that such objects live long. It then
  // allocates those of later runs in the old space, which needs half as much memory again.
  setFlagsFromString("--no-allocation-site-pretenuring");
  const folds: RunFold[] = [];
  for (const path of paths)
    folds.push(await readFold(path, warn, { keepGenerated: true, beside: folds[0] }));
  return folds;
}

/** The summary of a stored run, from its record. @throws WitnessError like `readFold`. */
export async function readSummary(path: string, warn: Warn): Promise<Summary> {
  const summary = summarise(await readFold(path, warn));
  if (summary !== undefined) return summary;
  throw new WitnessError("run-folder", `the run at ${path} has no header`);
}
