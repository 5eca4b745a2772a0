import type { Comparison } from "../model/comparison.ts";
import type { RunResult } from "./run-result.ts";

/** What a comparison came to. */
export type CompareResult = {
  /** What `comparison.json` has. */
  comparison: Comparison;
  /** A run for each server, in their order; none where stored runs were compared. */
  runs: RunResult[];
  /** Absolute path of the comparison's folder. */
  folder: string;
  /** Absolute path of the page. */
  report: string;
};
