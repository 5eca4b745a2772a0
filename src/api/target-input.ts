import { resolve } from "node:path";
import type { FinishedRun } from "../jobs/index.ts";
import { ownFault } from "../machine-fault.ts";
import type { Comparison, GivenTarget, Summary } from "../model/index.ts";
import type { RunOutcome } from "../observe/index.ts";

/**
 * A server: its base URL, `name=URL`, or both as an object, which may say how witness serves it. `http://`
 * may be missing, and `:3000` is short for `http://localhost:3000`; `{port}` in the URL of a served target is a free port.
 */
export type TargetInput = string | GivenTarget;

/** A target in written form: `name=URL` if it has a name. */
export const targetText = (target: TargetInput): string =>
  typeof target === "string" ? target : `${target.name}=${target.baseUrl}`;

/** @throws WitnessError `base-url`, `target-name`. */
export async function readTarget(target: TargetInput): Promise<GivenTarget> {
  const { parseTarget } = await import("./jobs.lazy.ts");
  return { ...parseTarget(targetText(target)), ...serveOf(target) };
}

/** Reads targets that must have different names. @throws WitnessError `base-url`, `target-name`. */
export async function readTargets(targets: readonly TargetInput[]): Promise<GivenTarget[]> {
  const { distinctTargets } = await import("./jobs.lazy.ts");
  return servedAs(distinctTargets(targets.map(targetText)), targets);
}

/** The targets of these inputs, with how witness serves them. */
export const servedAs = (
  targets: readonly GivenTarget[],
  inputs: readonly TargetInput[],
): GivenTarget[] =>
  targets.map((target, at) => ({ ...target, ...serveOf(inputs[at] ?? target.baseUrl) }));

const serveOf = (target: TargetInput): Pick<GivenTarget, "serve"> =>
  typeof target === "string" || target.serve === undefined ? {} : { serve: target.serve };

/** The result of a run. A target that misbehaves, or cannot be reached, is in the outcome: nothing is thrown. */
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
