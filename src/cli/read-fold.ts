import { emptyFold, foldRecord, type FoldOptions, type RunFold } from "../analyse/run-fold.ts";
import { WitnessError } from "../errors.ts";
import { findRunFile } from "../record/run-folder.ts";
import { readRun } from "../record/run-reader.ts";
import { terminalLines } from "../text/terminal-text.ts";
import { tell } from "./output.ts";

/**
 * Folds a stored run. What is wrong with its record is said on stderr, and in the fold; without a header
 * there is no run.
 */
export async function readFold(path: string, options: FoldOptions = {}): Promise<RunFold> {
  const file = findRunFile(path);
  const fold = emptyFold(options);
  const read = await readRun(file, (record) => foldRecord(fold, record));
  fold.integrity = { state: read.state, text: read.text };
  for (const { line, what } of read.damage)
    tell(terminalLines([`  damaged: ${file} line ${line}: ${what}`]));
  if (read.unreadable > read.damage.length)
    tell(terminalLines([`  damaged: ${read.unreadable - read.damage.length} more lines`]));
  if (fold.header === undefined)
    throw new WitnessError(
      "run-folder",
      `${file} has no readable header: nothing can be told of this run`,
    );
  if (read.state !== "intact") tell(terminalLines([`  ${file}: ${read.text}`]));
  return fold;
}
