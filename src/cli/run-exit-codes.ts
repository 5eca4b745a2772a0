import { WitnessError } from "../errors.ts";
import type { DocumentRun, DocumentTable, RunEnd, Summary, Survey } from "../model/index.ts";
import type { Target } from "../model/index.ts";
import { OWN_FAULT, ownFault } from "../machine-fault.ts";
import type { RunOutcome } from "../observe/index.ts";
import { unreachable } from "../jobs/index.ts";
import { interruptedCode } from "./interrupt.ts";

type Ended = { outcome: RunOutcome; summary: Pick<Summary, "accepts">; folder: string };

const STATED_CODES: Record<Summary["accepts"], number> = {
  held: 0,
  "not-held": 1,
  "not-judged": 4,
  "not-shown": 4,
  unreachable: 1,
  "not-probed": 1,
};

const WORST_FIRST = [OWN_FAULT, 3, 1, 4];

/** The worst of the exit codes of several commands; an interruption says that the others were not sent. */
export const worstCode = (codes: readonly number[]): number =>
  codes.find((code) => code > 128) ?? WORST_FIRST.find((code) => codes.includes(code)) ?? 0;

/**
 * The exit code for how a run ended and its verdict, for every verb: 0 done and held · 1 what is stated did not hold · 3 the
 * target was not reached, or lost · 4 nothing failed, but a limit of witness left something valid unjudged, or no valid request
 * got a documented success · 70 this machine or witness could not continue · 130 interrupted (129, 143).
 */
function codeOf(end: RunEnd, accepts: Summary["accepts"]): number {
  switch (end) {
    case "interrupted":
      return interruptedCode();
    case "unreachable":
    case "target-lost":
    case "no-samples":
      return 3;
    case "load-failed":
    case "failed":
      return OWN_FAULT;
    case "not-measured":
      return accepts === "held" ? 4 : STATED_CODES[accepts];
    case "turned-away":
      return accepts === "not-held" ? 1 : 4;
    case "not-expected":
      return 1;
    case "not-answering":
    case "out-of-time":
    case "done":
      return STATED_CODES[accepts];
  }
}

/** The exit code of a run. Throws if the target was never reached, and where this machine or witness could not continue. */
export function exitCodeOf({ outcome, summary, folder }: Ended, target: Target): number {
  const { end, failure, reason = "no reason known" } = outcome;
  if (end === "load-failed" || end === "failed") throw failed(failure, folder);
  if (end === "unreachable") throw unreachable(target, reason);
  return codeOf(end, summary.accepts);
}

const codesOf = (runs: readonly { end: RunEnd; accepts: Summary["accepts"] }[]) =>
  runs.map(({ end, accepts }) => ({ end, code: codeOf(end, accepts) }));

const isCut = (runs: readonly { end: RunEnd }[], left: readonly { reason: string }[]): boolean =>
  runs.some(({ end }) => end === "interrupted") ||
  left.some(({ reason }) => reason === "interrupted");

export const exitCodeOfSurvey = ({ clusters }: Survey): number =>
  worst(codesOf(clusters.flatMap(({ targets }) => targets)));

/** The exit code of a whole document: of its worst operation; 1 if another request was not as documented, 2 if none was sent. */
export function exitCodeOfDocument({ operations, notSent, sequences = [] }: DocumentRun): number {
  if (isCut(operations, notSent)) return interruptedCode();
  const judged = [...notSent, ...sequences.flatMap(({ steps }) => steps)];
  const isBroken = judged.some(({ breach }) => breach !== undefined);
  if (operations.length === 0 && !isBroken) return 2;
  return worst([...codesOf(operations), ...(isBroken ? [{ end: "done" as const, code: 1 }] : [])]);
}

export function exitCodeOfTable({ operations, left }: DocumentTable): number {
  const runs = operations.flatMap((each) => each.runs);
  if (isCut(runs, left)) return interruptedCode();
  if (operations.length === 0) return 2;
  return worst(codesOf(runs));
}

/** False if an error already says everything: the target was never reached, or the run could not continue. */
export const isWorthPrinting = ({ end, failure }: RunOutcome): boolean =>
  end !== "unreachable" && failure === undefined;

/** The worst of several runs; one that was stopped because of another does not count. */
export const exitCodeOfAll = (runs: readonly Ended[], targets: readonly Target[]): number =>
  worst(
    runs.map((run, index) => ({
      end: run.outcome.end,
      code: exitCodeOf(run, targets[index] as Target),
    })),
  );

function worst(ended: readonly { end: RunEnd; code: number }[]): number {
  const own = ended.flatMap(({ end, code }) => (end === "interrupted" ? [] : code));
  return (
    WORST_FIRST.find((code) => own.includes(code)) ?? Math.max(...ended.map(({ code }) => code))
  );
}

/** For reading a stored run: 4 if the record is damaged or incomplete, or the run was interrupted. */
export const exitCodeOfStored = ({ record, end }: Pick<Summary, "record" | "end">): number =>
  record?.state === "damaged" || record?.state === "incomplete" || end === "interrupted" ? 4 : 0;

/** Why a run could not continue, and where its record is. */
function failed(failure: unknown, folder: string): WitnessError {
  const { code, message, hint, exitCode, cause = failure } = ownFault(failure);
  const kept = `everything recorded so far is in ${folder}`;
  return new WitnessError(code, message, {
    hint: hint === undefined || hint === "" ? kept : `${hint}\n  ${kept}`,
    exitCode,
    cause,
  });
}
