import { judged, type Rule, type JudgedRun, replayLine } from "./judged-run.ts";
import type { Baseline, Breach, Judgement, Summary } from "../model/index.ts";
import { classOf, signatureWords } from "../model/index.ts";
import { whole, counted, textsOf } from "../text/index.ts";
import { deathBreaches, incompleteBreach } from "../analyse/index.ts";
import { endsIn } from "./baseline.ts";
import { learnedOf, outcomesOf } from "./learned.ts";

/** The verdict on a run's record itself, if it is not reliable: inconclusive, whatever its contents. */
export function judgeRecord({ summary, gate }: JudgedRun): Judgement[] {
  const found = doubtOf(summary, gate.run.observations);
  if (found === undefined) return [];
  const text = "the record of the run is complete and undamaged";
  const rule: Rule = { rule: "record", text, kind: "record", target: summary.target.name };
  return [judged(rule)("inconclusive", found)];
}

function doubtOf({ record, end }: JudgedRun["summary"], observations: number): string | undefined {
  if (record?.state === "damaged" || record?.state === "incomplete") return record.text;
  if (end !== "interrupted") return undefined;
  return `the record is incomplete: the run was interrupted after ${whole(observations)} observations`;
}

/** Judges the user's rule on the first valid requests (`--expect`); if it fails, nothing else is sent. */
export function judgeExpect({ summary, gate: { run } }: JudgedRun): Judgement[] {
  const { expect = [] } = run.header?.options ?? {};
  if (expect.length === 0) return [];
  const isOther = summary.end === "not-expected";
  const note = summary.notes.find(({ kind }) => kind === "check")?.text;
  const found = isOther ? [summary.hint, note].filter(Boolean).join("; ") : "the first ones did";
  const text = `valid requests get ${expect.join(" or ")}`;
  const rule: Rule = { rule: "options.expect", text, kind: "policy", target: summary.target.name };
  return [judged(rule)(isOther ? "fail" : "pass", found)];
}

export const recordNotes = ({ summary: { record, target } }: JudgedRun): string[] =>
  record?.state === "unchecked" ? [`${target.name}: ${record.text}`] : [];

export const timeNotes = ({ summary: { notes, target } }: JudgedRun): string[] =>
  notes.flatMap(({ kind, text }) => (kind === "time" ? [`${target.name}: ${text}`] : []));

export const documentNotes = ({ summary: { notExpressed = [], target } }: JudgedRun): string[] =>
  notExpressed.map((line) => `${target.name}: not expressed by the requests: ${line}`);

const VERDICTS: Record<Summary["accepts"], Judgement["verdict"]> = {
  held: "pass",
  "not-held": "fail",
  "not-judged": "inconclusive",
  "not-shown": "inconclusive",
  unreachable: "error",
  "not-probed": "error",
};

export function judgeStated(run: JudgedRun): Judgement {
  const { accepts, stated, target } = run.summary;
  const failures = accepts === "not-held" ? run.gate.run.valid.failures : [];
  const { breaches = [] } = stated;
  const isDocumented = run.gate.run.documented !== undefined;
  return {
    rule: "stated",
    text: `a complete HTTP response comes back for every valid request${isDocumented ? ", and responses are as documented" : ""}`,
    kind: "stated",
    target: target.name,
    verdict: VERDICTS[accepts],
    found: stated.text,
    breaches: [
      ...deathBreaches(run.gate.run).map(({ case: id, breach }): Breach => ({
        ...(id !== undefined && { case: id, replay: replayLine(run, id) }),
        ...breach,
      })),
      ...failures.map(({ case: { id }, observation }): Breach => ({
        case: id,
        ...incompleteBreach([observation]),
        replay: replayLine(run, id),
      })),
      ...breaches.map((breach): Breach => ({
        case: breach.case,
        expected: `${breach.expected} (${breach.at ?? breach.clause})`,
        observed: `${breach.observed}, ${counted(breach.count, "response")}`,
        replay: replayLine(run, breach.case),
      })),
    ],
  };
}

const gotNone = (outcome: string): boolean =>
  signatureWords(outcome).some((word) => classOf(word) === "noAnswer");

/**
 * A gate is about what changed. Valid requests without a complete response are a warning if each of their cases had none in the baseline,
 * too, or got one when it was sent again; `isAtRandom`: no more requests than in the baseline get an error at random. So are ends of the
 * server by the cases that ended it in the baseline.
 */
export function warnIfBefore(
  stated: Judgement,
  { gate: { run } }: JudgedRun,
  { value, isAtRandom }: { value: Baseline; isAtRandom: boolean },
): Judgement {
  const { failures, sent, answered, notJudged } = run.valid;
  const deaths = deathBreaches(run).length;
  const isOther = stated.breaches.length !== failures.length + deaths;
  if (stated.verdict !== "fail" || isOther || failures.length < sent - answered - notJudged)
    return stated;
  const isKnown = (id: string): boolean => {
    const known = learnedOf(value.cases[id] ?? "", value);
    return [...known.first.keys(), ...known.later.keys()].some(gotNone);
  };
  const gotOneAgain = (id: string): boolean => {
    const fold = run.cases.get(id);
    const again = (fold?.again ?? []).map(({ signature }) => signature);
    const all = fold === undefined ? [] : [...outcomesOf(fold), ...again];
    return isAtRandom && all.some((outcome) => !gotNone(outcome));
  };
  const ids = failures.map(({ case: { id } }) => id);
  const isAsBefore =
    ids.every((id) => isKnown(id) || gotOneAgain(id)) &&
    endsIn(run).every((end) => end !== undefined && value.ends?.includes(end));
  if (!isAsBefore) return stated;
  const why = ids.every(isKnown)
    ? "in the baseline, the same cases had none either"
    : "each got one when it was sent again, or had none in the baseline either";
  const found = textsOf(
    stated.found,
    ids.length > 0 && why,
    deaths > 0 && "in the baseline, the same cases ended the server, too",
  );
  return { ...stated, verdict: "warn", found: found.join("; ") };
}
