import { summarise } from "../analyse/summarise.ts";
import { WitnessError } from "../errors.ts";
import type { Summary } from "../model/summary.ts";
import { readFold } from "./read-fold.ts";

/** The summary of a stored run, from its record. */
export async function storedSummary(path: string): Promise<Summary> {
  const summary = summarise(await readFold(path));
  if (summary !== undefined) return summary;
  throw new WitnessError(
    "run-folder",
    `the run at ${path} has no header: nothing can be told of it`,
  );
}
