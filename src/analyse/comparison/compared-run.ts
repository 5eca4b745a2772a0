import { WitnessError } from "../../errors.ts";
import type { RunHeader } from "../../model/run.ts";
import type { RunFold } from "../run-fold.ts";

/** A folded run that is to be compared, and its folder, relative to that of the comparison. */
export type ComparedRun = { fold: RunFold; run: string };

/** A run with the name by which it is told from the others, which no two share. */
export type NamedRun = ComparedRun & { name: string; header: RunHeader };

/** The header of a run; without one, nothing can be compared. */
export function headerOf({ fold, run }: ComparedRun): RunHeader {
  if (fold.header === undefined)
    throw new WitnessError("run-folder", `the run at ${run} has no header: it cannot be compared`);
  return fold.header;
}
