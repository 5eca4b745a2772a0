import { sentInterface } from "../jobs/index.ts";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { emptyGateFold, foldGate, judgeRuns, replayLine } from "../policy/index.ts";
import {
  readPolicy,
  run,
  type PolicyInput,
  type RunOptions,
  type RunResult,
  type TargetInput,
} from "../api/index.ts";
import { curlLine } from "../generate/index.ts";
import type { Case, GateResult, Observation, Summary } from "../model/index.ts";
import { findRunFile, readRun } from "../record/index.ts";
import type { RunOutcome } from "../observe/index.ts";
import { judgeByCase, type JudgeCase } from "./case-breaches.ts";

/** A finished run, for the tests. */
export type WitnessedRun = {
  outcome: RunOutcome;
  summary: Summary;
  gate: GateResult;
  observationsOf: (id: string) => readonly Observation[];
  judgeCase: JudgeCase;
  /** The command lines that send a case again: that of curl, or why there is none, and that of replay. */
  again: (sent: Case) => { curl: string; replay: string };
};

/** Runs, reads the record, and judges it. Never loads. */
export async function witnessedRun(
  target: TargetInput,
  options: Omit<RunOptions, "load">,
  policy: PolicyInput,
): Promise<WitnessedRun> {
  return readWitnessed(await run(target, { ...options, load: false }), options, policy);
}

/** Reads the record of a finished run, and judges it. */
export async function readWitnessed(
  { outcome, folder, summary }: Pick<RunResult, "outcome" | "folder" | "summary">,
  options: Omit<RunOptions, "load">,
  policy: PolicyInput,
): Promise<WitnessedRun> {
  const gate = emptyGateFold(readPolicy(policy));
  const observations = new Map<string, Observation[]>();
  const { state, text } = await readRun(findRunFile(folder), (record) => {
    foldGate(gate, record);
    if (record.type !== "observation") return;
    const known = observations.get(record.case);
    if (known === undefined) observations.set(record.case, [record]);
    else known.push(record);
  });
  gate.run.integrity = { state, text };
  // A sending that took longer is recorded later.
  for (const each of observations.values()) each.sort((a, b) => a.attempt - b.attempt);
  const result = judgeRuns({ runs: [{ gate, folder }] });
  const observationsOf = (id: string): readonly Observation[] => observations.get(id) ?? [];
  const { firstId } = summary;
  const base = parseBaseUrl(summary.target.baseUrl);
  return {
    outcome,
    summary,
    gate: result,
    observationsOf,
    judgeCase: judgeByCase(gate, result),
    again: ({ id, request }) => {
      const filling = {
        interface: sentInterface(options.interface ?? userSubmission, options),
        target: base,
        firstId,
        fresh: observationsOf(id)[0]?.fresh ?? 0,
      };
      const line = curlLine(request, filling, options);
      return { curl: line.curl ?? `none: ${line.reason}`, replay: replayLine({ folder }, id) };
    },
  };
}
