import { resolve } from "node:path";
import type { FinishedRun } from "../jobs/index.ts";
import { ownFault } from "../machine-fault.ts";
import type { Comparison, Summary } from "../model/index.ts";
import type { RunOutcome } from "../observe/index.ts";

/**
 * The result of a run. A target that misbehaves, or cannot be reached, is in the outcome: nothing is
 * thrown.
 */
export type RunResult = {
  /** How it ended: `done`, or `unreachable`, `target-lost`, ... with the reason if one is known. */
  outcome: RunOutcome;
  /** The contents of `summary.json`. */
  summary: Summary;
  /** Absolute path of the run's folder: record, summary and report are in it. */
  folder: string;
  /** Absolute path of the report. */
  report: string;
};

/** Public result of a finished run. Throws if this machine or witness itself could not continue. */
export function runResult({ outcome, summary, folder, report }: FinishedRun): RunResult {
  if (outcome.failure !== undefined) throw ownFault(outcome.failure);
  return { outcome, summary, folder: resolve(folder), report: resolve(report) };
}

/** The result of a comparison. */
export type CompareResult = {
  /** The contents of `comparison.json`. */
  comparison: Comparison;
  /** A run for each server, in order; empty if stored runs were compared. */
  runs: RunResult[];
  /** Absolute path of the comparison's folder. */
  folder: string;
  /** Absolute path of the report. */
  report: string;
};
