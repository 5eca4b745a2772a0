import { emptyFold, foldRecord, type FoldOptions, type RunFold } from "../analyse/run-fold.ts";
import { WitnessError } from "../errors.ts";
import { findRunFile } from "../record/run-folder.ts";
import { readRun } from "../record/run-reader.ts";

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
    process.stderr.write(`  damaged: ${file} line ${line}: ${what}\n`);
  if (read.unreadable > read.damage.length)
    process.stderr.write(`  damaged: ${read.unreadable - read.damage.length} more lines\n`);
  if (fold.header === undefined)
    throw new WitnessError(
      "run-folder",
      `${file} has no readable header: nothing can be told of this run`,
    );
  if (read.state !== "intact") process.stderr.write(`  ${file}: ${read.text}\n`);
  return fold;
}
