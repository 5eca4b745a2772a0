import { sentenceOf } from "../analyse/index.ts";
import type { Baseline, Breach, Judgement, StateFact, StateFacts } from "../model/index.ts";
import { STATE_FACTS } from "../model/index.ts";
import { notAsked } from "./comparable.ts";
import { type JudgedRun, replayLine } from "./judged-run.ts";

/** A rule about what the target remembers: `state.race == none`. */
type StateRule = { fact: StateFact; op: "==" | "!="; word: string };

const SHAPE = /^\s*state\.(?<fact>\w+)\s*(?<op>[=!])==?\s*(?<word>[\w+-]+)\s*$/;
const LIKE = `it must look like "state.race == none" or "state.duplicate == 409"; the facts are ${STATE_FACTS.join(", ")}`;

/** Parses `state.race == none`; undefined if it is not about the state, and a sentence about the problem if it is not valid. */
export function parseStateRule(text: string): StateRule | string | undefined {
  if (!/^\s*state\b/.test(text)) return undefined;
  const { fact = "", op = "", word = "" } = SHAPE.exec(text)?.groups ?? {};
  const known = STATE_FACTS.find((each) => each === fact);
  if (known === undefined) return LIKE;
  return { fact: known, op: op === "=" ? "==" : "!=", word };
}

export type RuledState = Pick<Judgement, "verdict" | "found" | "breaches">;

/** Judges a rule about what the target remembers. A run that does not show it is inconclusive. */
export function judgeState({ fact, op, word }: StateRule, run: JudgedRun): RuledState {
  const { stateFacts, state } = run.summary;
  const is = stateFacts?.[fact];
  if (is === undefined && run.part !== undefined)
    return {
      verdict: "skipped",
      found: `${notAsked(run)}: this run does not show it`,
      breaches: [],
    };
  if (is === undefined)
    return { verdict: "inconclusive", found: `this run does not show ${fact}`, breaches: [] };
  const found = `${fact}: ${is}`;
  if ((is === word) === (op === "==")) return { verdict: "pass", found, breaches: [] };
  const shown = sentenceOf(fact, state);
  const expected = op === "==" ? word : `anything but ${word}`;
  return { verdict: "fail", found, breaches: [breachOf(run, shown, expected, is)] };
}

const breachOf = (
  run: JudgedRun,
  shown: ReturnType<typeof sentenceOf>,
  expected: string,
  is: string,
): Breach => ({
  ...(shown && { case: shown.case, replay: replayLine(run, shown.case) }),
  expected,
  observed: shown?.text ?? is,
});

/** Facts that differ from a baseline only where the server changed, however long a run takes. */
const COMPARED = STATE_FACTS.filter((fact) => fact !== "memory");

export const OPENED = "a race opened";

/** Compares what the target remembers with a baseline. A race that is not shown any more fails nothing: no proof. */
export function judgeStateDrift(
  { state: before }: Pick<Baseline, "state">,
  run: JudgedRun,
): RuledState | undefined {
  const { stateFacts: now, state } = run.summary;
  if (before === undefined || now === undefined) return undefined;
  const changed = COMPARED.filter((fact) => isChanged(fact, before, now));
  if (changed.length === 0) return { verdict: "pass", found: "as before", breaches: [] };
  const words = changed.map((fact) =>
    fact === "race" ? OPENED : `${fact}: ${before[fact] ?? ""} became ${now[fact] ?? ""}`,
  );
  const breaches = changed.map((fact) => {
    const shown = sentenceOf(fact, state);
    const was = `${fact}: ${before[fact] ?? ""}`;
    return breachOf(run, shown, was, `${fact}: ${now[fact] ?? ""}`);
  });
  return { verdict: "fail", found: words.join(", "), breaches };
}

const isChanged = (fact: StateFact, before: StateFacts, now: StateFacts): boolean =>
  before[fact] !== undefined &&
  now[fact] !== undefined &&
  before[fact] !== now[fact] &&
  !(fact === "race" && now.race === "none");

export function commonFacts(all: readonly (StateFacts | undefined)[]): StateFacts | undefined {
  const [first, ...others] = all;
  if (first === undefined) return undefined;
  const common = Object.entries(first).filter(([fact, word]) =>
    others.every((each) => each?.[fact as StateFact] === word),
  );
  return common.length === 0 ? undefined : Object.fromEntries(common);
}
