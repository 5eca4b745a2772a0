import type { TestContext } from "vitest";
import type { Case, Judgement } from "../model/index.ts";
import { runFaults, unattributed } from "./case-breaches.ts";
import { witnessMeta } from "./witness-meta.ts";
import type { WitnessedRun } from "./witnessed-run.ts";

/** Throws if the run did not end as planned, unless a limit of witness cut off all its first responses. */
export function testEnd({ outcome, summary }: WitnessedRun, site: CallSite): void {
  if (outcome.end === "done") return;
  if (outcome.end === "not-answering" && summary.accepts === "not-judged") return;
  const reason = outcome.reason === undefined ? "" : `: ${outcome.reason}`;
  throw errorAt(site, `the run ended with ${outcome.end}${reason}`);
}

/**
 * Throws if the run is not complete, or if something other than a case breaks the specification. Skips if the run's
 * verdict is that it is not judged.
 */
export function testRun(
  run: WitnessedRun,
  site: CallSite,
  isCase: (id: string) => boolean,
  { skip }: Pick<TestContext, "skip">,
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

/**
 * Passes on the observations of a case. Throws if it breaks the specification or the policy, and skips if a limit of
 * witness left it unjudged.
 */
export function testCase(
  run: WitnessedRun,
  site: CallSite,
  sent: Case,
  { task, skip }: Pick<TestContext, "task" | "skip">,
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
