import { resolve } from "node:path";
import type { FinishedRun } from "../jobs/open-run.ts";
import { ownFault } from "../machine-fault.ts";
import type { Summary } from "../model/summary.ts";
import type { RunOutcome } from "../run/run-settings.ts";
import type { Comparison } from "../model/comparison.ts";

/** What a run came to. A target that misbehaves, or is not there, is in the outcome: it is not thrown. */
export type RunResult = {
  /** How it ended: `done`, or `unreachable`, `target-lost`, ... with the reason where one is known. */
  outcome: RunOutcome;
  /** What `summary.json` has. */
  summary: Summary;
  /** Absolute path of the run's folder: record, summary and report are in it. */
  folder: string;
  /** Absolute path of the page. */
  report: string;
};

/** Public result of a finished run. Throws what this machine or witness itself could not go on for. */
export function runResult({ outcome, summary, folder, report }: FinishedRun): RunResult {
  if (outcome.failure !== undefined) throw ownFault(outcome.failure);
  return { outcome, summary, folder: resolve(folder), report: resolve(report) };
}

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
