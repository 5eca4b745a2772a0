import { setFlagsFromString } from "node:v8";
import type { RunFold } from "../analyse/run-fold.ts";
import { readFold } from "./read-fold.ts";

/**
 * Folds stored runs for a comparison, one after the other: with their generated cases, and what is
 * the same in several held once.
 */
export async function readFolds(paths: readonly string[]): Promise<RunFold[]> {
  // V8 learns from the first run, of which much is kept, that such objects live long, and then puts
  // what is dropped of the others where it is collected late: that takes half as much memory again.
  setFlagsFromString("--no-allocation-site-pretenuring");
  const folds: RunFold[] = [];
  for (const path of paths)
    folds.push(await readFold(path, { keepGenerated: true, beside: folds[0] }));
  return folds;
}
