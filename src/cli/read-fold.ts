import { emptyFold, foldRecord, type FoldOptions, type RunFold } from "../analyse/run-fold.ts";
import { WitnessError } from "../errors.ts";
import { findRunFile } from "../record/run-folder.ts";
import { readRun, type Damage } from "../record/run-reader.ts";

const DAMAGE_NAMED = 5;

/** Folds a stored run. What is damaged is named on stderr and passed over; without a header there is no run. */
export async function readFold(path: string, options: FoldOptions = {}): Promise<RunFold> {
  const file = findRunFile(path);
  const fold = emptyFold(options);
  const damage: Damage[] = [];
  for await (const record of readRun(file, (each) => damage.push(each))) foldRecord(fold, record);
  for (const { line, what } of damage.slice(0, DAMAGE_NAMED))
    process.stderr.write(`  damaged: ${file} line ${line}: ${what}\n`);
  if (damage.length > DAMAGE_NAMED)
    process.stderr.write(`  damaged: ${damage.length - DAMAGE_NAMED} more lines\n`);
  if (fold.header === undefined)
    throw new WitnessError(
      "run-folder",
      `${file} has no readable header: nothing can be told of this run`,
    );
  if (fold.footer === undefined)
    process.stderr.write(`  incomplete: ${file} has no footer, the run was cut off\n`);
  else if (fold.footer.observations !== fold.observations)
    process.stderr.write(
      `  damaged: the footer of ${file} counts ${fold.footer.observations} observations, ${fold.observations} could be read\n`,
    );
  return fold;
}
