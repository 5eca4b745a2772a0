import type { TestContext } from "vitest";
import { caseVerdict, type CaseVerdict } from "../analyse/index.ts";
import type { PolicyInput, RunOptions, RunResult, TargetInput } from "../api/index.ts";
import { readPolicy, run } from "../api/index.ts";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import { curlLine } from "../generate/index.ts";
import { sentInterface } from "../jobs/index.ts";
import type { Case, GateResult, Judgement, Observation, Summary } from "../model/index.ts";
import type { RunOutcome } from "../observe/index.ts";
import type { GateFold } from "../policy/index.ts";
import { emptyGateFold, foldGate, judgeRuns, pathText, replayLine } from "../policy/index.ts";
import { findRunFile, readRun } from "../record/index.ts";
import { witnessMeta } from "./witness-meta.ts";

export const LONGEST_RUN_MS = 1_200_000;

/** Does work whose problems are reported at the user's line. */
export async function atSite<T>(site: CallSite, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WitnessError)) throw error;
    throw errorAt(site, [error.message, error.hint ?? []].flat().join("\n"));
  }
}

/** Throws if the run did not end as planned, unless a limit of witness cut off all its first responses. */
export function testEnd({ outcome, summary }: WitnessedRun, site: CallSite): void {
  if (outcome.end === "done") return;
  if (outcome.end === "not-answering" && summary.accepts === "not-judged") return;
  const reason = outcome.reason === undefined ? "" : `: ${outcome.reason}`;
  throw errorAt(site, `the run ended with ${outcome.end}${reason}`);
}

/** Throws if the run is incomplete, or more than a case breaks the specification. Skips if it is not judged. */
export function testRun(
  run: WitnessedRun,
  site: CallSite,
  isCase: (id: string) => boolean,
  { skip }: TestContext,
): void {
  testEnd(run, site);
  requireNone(runFaults(run.gate, isCase), site);
  const { accepts, stated } = run.summary;
  if (accepts === "not-judged" || accepts === "not-shown")
    skip(`${accepts.replace("-", " ")}: ${stated.text}`);
}

/** Throws if a rule matched no case, or something other than a case breaks one. */
export function testPolicy(
  { gate }: WitnessedRun,
  site: CallSite,
  isCase: (id: string) => boolean,
): void {
  requireNone(unattributed(gate, isCase), site);
}

function requireNone(left: readonly Judgement[], site: CallSite): void {
  if (left.length === 0) return;
  const lines = left.flatMap(({ rule, text, verdict, found, breaches }) => [
    `${rule}  ${text}`,
    `  ${verdict}: ${found}`,
    ...breaches.map(({ expected, observed }) => `  expected ${expected}, observed ${observed}`),
  ]);
  throw errorAt(site, lines.join("\n"));
}

/** Passes on a case's observations. Throws if it breaks a rule, and skips if a limit of witness left it unjudged. */
export function testCase(
  run: WitnessedRun,
  site: CallSite,
  sent: Case,
  { task, skip }: TestContext,
): void {
  const observations = run.observationsOf(sent.id);
  if (observations.length === 0) skip(`not sent: the run ended with ${run.outcome.end}`);
  task.meta.witness = witnessMeta(sent, observations);
  const { stated, breaches } = run.judgeCase(sent, observations);
  if (breaches.length === 0) {
    if (stated.accepts === "not-judged")
      skip(`not judged: a limit of witness was reached: ${stated.text}`);
    return;
  }
  const { curl, replay } = run.again(sent);
  const lines = [
    `${sent.id}: ${sent.reason}`,
    ...breaches.flatMap(({ rule, expected, observed }) => [
      `  expected ${expected}, observed ${observed}`,
      `  rule:   ${rule}`,
    ]),
    `  curl:   ${curl}`,
    `  replay: ${replay}`,
  ];
  throw errorAt(site, lines.join("\n"));
}

/** Where in the user's file something was requested, as the frames of a stack. */
export type CallSite = string;

/** The frames above `asked`, in the code that called it. */
export function callSite(asked: (...given: never[]) => unknown): CallSite {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, asked);
  const lines = (holder.stack ?? "").split("\n");
  return lines.filter((line) => /^\s+at /.test(line)).join("\n");
}

/** An error that points at a call site instead of the line where it was made. */
export function errorAt(site: CallSite, message: string): Error {
  const error = new Error(message);
  error.stack = `${error.name}: ${message}\n${site}`;
  return error;
}

/** How a case breaks a rule, in words. */
type CaseBreach = { rule: string; expected: string; observed: string };

/** The specification's verdict on a case, and every breach of the specification or the policy. */
type JudgedCase = { stated: CaseVerdict; breaches: CaseBreach[] };
type JudgeCase = (sent: Case, observations: readonly Observation[]) => JudgedCase;

/** Judges single cases. Every breach of a check is in the fold; a judgement names only the first ones. */
function judgeByCase(gate: GateFold, { judgements }: GateResult): JudgeCase {
  const checked = new Set(gate.checks.map((each) => ruleOf(each)));
  const others = judgements.filter(({ rule, kind }) => kind !== "stated" && !checked.has(rule));
  const ofPolicy = (sent: Case, observations: readonly Observation[]): CaseBreach[] => [
    ...gate.checks.flatMap((fold): CaseBreach[] => {
      const observed = fold.breaches.get(sent.id);
      if (observed === undefined) return [];
      const seen = [...observed].map(
        ([text, count]) => `${text} (${count} of ${observations.length})`,
      );
      return [{ rule: ruleOf(fold), expected: fold.check.expected, observed: seen.join(", ") }];
    }),
    ...others.flatMap(({ rule, breaches }) =>
      breaches
        .filter((breach) => breach.case === sent.id)
        .map(({ expected, observed }) => ({ rule, expected, observed })),
    ),
  ];
  return (sent, observations) => {
    const stated = caseVerdict(gate.run, sent, observations);
    const own = stated.breaches.map((each) => ({ rule: "stated", ...each }));
    return { stated, breaches: [...own, ...ofPolicy(sent, observations)] };
  };
}

const ruleOf = ({ selector, check }: GateFold["checks"][number]): string =>
  pathText(["policy", "behaviour", selector, check.key]);

/** Judgements of the policy without a case of the run: a rule that matched nothing, an axis, a doubt. */
const unattributed = ({ judgements }: GateResult, isCase: (id: string) => boolean): Judgement[] =>
  left(judgements.filter(isOfPolicy), isCase);

/** What fails the run itself: its record, or a breach of the specification by a request that is no case of the tests. */
const runFaults = ({ judgements }: GateResult, isCase: (id: string) => boolean): Judgement[] =>
  left(
    judgements.filter(
      (each) => !isOfPolicy(each) && !(each.kind === "stated" && each.verdict === "inconclusive"),
    ),
    isCase,
  );

const isOfPolicy = ({ kind }: Judgement): boolean => kind !== "stated" && kind !== "record";

const left = (judgements: readonly Judgement[], isCase: (id: string) => boolean): Judgement[] =>
  judgements
    .filter(({ verdict }) => verdict !== "pass" && verdict !== "skipped")
    .map((each) => ({ ...each, breaches: each.breaches.filter((one) => !isCase(one.case ?? "")) }))
    .filter(({ verdict, breaches }) => verdict !== "fail" || breaches.length > 0);

export type WitnessedRun = {
  outcome: RunOutcome;
  summary: Summary;
  gate: GateResult;
  observationsOf: (id: string) => readonly Observation[];
  judgeCase: JudgeCase;
  /** The command lines that send a case again: that of curl, or why there is none, and that of replay. */
  again: (sent: Case) => { curl: string; replay: string };
};

export async function witnessedRun(
  target: TargetInput,
  options: Omit<RunOptions, "load">,
  policy: PolicyInput,
): Promise<WitnessedRun> {
  return readWitnessed(await run(target, { ...options, load: false }), options, policy);
}

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
