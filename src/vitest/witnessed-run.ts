import { sentInterface } from "../jobs/credentials.ts";
import { userSubmission } from "../contract/user-submission.ts";
import { foldGate, emptyGateFold } from "../policy/gate-fold.ts";
import { judgeRuns } from "../policy/judge-runs.ts";
import { replayLine } from "../policy/judged-run.ts";
import { readPolicy, type PolicyInput } from "../api/judge.ts";
import { run, type RunOptions } from "../api/run.ts";
import type { RunResult } from "../api/run-result.ts";
import type { TargetInput } from "../api/target-input.ts";
import { parseBaseUrl } from "../contract/base-url.ts";
import { curlLine } from "../generate/curl-line.ts";
import type { Case } from "../model/case.ts";
import type { GateResult } from "../model/gate.ts";
import type { Observation } from "../model/observation.ts";
import { findRunFile } from "../record/run-folder.ts";
import { readRun } from "../record/run-reader.ts";
import type { RunOutcome } from "../run/run-settings.ts";
import type { Summary } from "../model/summary.ts";
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
