import type { RunFold } from "../analyse/index.ts";
import { isReturnedDifferently, returnedInFixedCases, sentenceOf } from "../analyse/index.ts";
import type { Baseline, MemorySpan, StateFact, StateFacts } from "../model/index.ts";
import { STATE_FACTS } from "../model/index.ts";
import { memoryDrift } from "./memory-drift.ts";
import { notAsked } from "./comparable.ts";
import { breachBy, type JudgedRun, type Ruled, ruled } from "./judged-run.ts";
import type { StateRule } from "./threshold.ts";

/** Judges a rule about what the target remembers. A run that does not show it is inconclusive. */
export function judgeState({ fact, op, word }: StateRule, run: JudgedRun): Ruled {
  const { stateFacts, state } = run.summary;
  const is = stateFacts?.[fact];
  if (is === undefined && run.part !== undefined)
    return ruled("skipped", `${notAsked(run)}: this run does not show it`);
  if (is === undefined) return ruled("inconclusive", `this run does not show ${fact}`);
  const found = `${fact}: ${is}`;
  if ((is === word) === (op === "==")) return ruled("pass", found);
  const shown = sentenceOf(fact, state);
  const expected = op === "==" ? word : `anything but ${word}`;
  return ruled("fail", found, [breachBy(run, shown?.case, expected, shown?.text ?? is)]);
}

/** Facts that differ from a baseline only where the server changed, however long a run takes; of the memory, `memoryDrift` compares times. */
const COMPARED = STATE_FACTS.filter((fact) => fact !== "memory");

export const OPENED = "a race opened";

/** Compares what the target remembers with a baseline, next to the cases that fail. A race that is not shown any more fails nothing: no proof. */
export function judgeStateDrift(
  { state: before, memory: span }: Pick<Baseline, "state" | "memory">,
  run: Pick<JudgedRun, "folder"> & {
    summary: Pick<JudgedRun["summary"], "stateFacts" | "state">;
    memory?: MemorySpan | undefined;
  },
  failing: readonly { name: string }[],
): Ruled | undefined {
  const { stateFacts: now, state } = run.summary;
  if (before === undefined || now === undefined) return undefined;
  const changed = COMPARED.filter((fact) => isChanged(fact, before, now) && isShown(fact, failing));
  const moved = memoryDrift(span, run.memory);
  if (changed.length === 0 && moved === undefined) return ruled("pass", "as before");
  const words = changed.map((fact) =>
    fact === "race" ? OPENED : `${fact}: ${before[fact] ?? ""} became ${now[fact] ?? ""}`,
  );
  const breaches = changed.map((fact) => {
    const shown = sentenceOf(fact, state);
    const was = `${fact}: ${before[fact] ?? ""}`;
    const is = shown?.text ?? `${fact}: ${now[fact] ?? ""}`;
    return breachBy(run, shown?.case, was, is);
  });
  if (moved === undefined) return ruled("fail", words.join(", "), breaches);
  const shown = sentenceOf("memory", state);
  const ofMemory = breachBy(run, shown?.case, moved.was, shown?.text ?? moved.is);
  const text = `an identity is ${moved.is}; before, it was ${moved.was}`;
  return ruled("fail", [...words, text].join(", "), [...breaches, ofMemory]);
}

/** The cases that show what a repeated identity gets. A baseline has them, and those that differ are sent again. */
const REPEATED = /^repetition\/same-/;

/** What a repeated identity gets is only as sure as its cases: a server that forgets it after seconds refuses some of them in a fast run. */
const isShown = (fact: StateFact, failing: readonly { name: string }[]): boolean =>
  fact !== "duplicate" || failing.some(({ name }) => REPEATED.test(name));

const isChanged = (fact: StateFact, before: StateFacts, now: StateFacts): boolean =>
  before[fact] !== undefined &&
  now[fact] !== undefined &&
  before[fact] !== now[fact] &&
  !(fact === "race" && now.race === "none");

export function commonFacts<T extends StateFacts>(all: readonly (T | undefined)[]): T | undefined {
  const [first, ...others] = all;
  if (first === undefined) return undefined;
  const common = Object.entries(first).filter(([fact, word]) =>
    others.every((each) => each?.[fact as keyof T] === word),
  );
  return common.length === 0 ? undefined : (Object.fromEntries(common) as T);
}

/** How values come back, by field, where all runs show the same. */
export const commonReturned = (runs: readonly RunFold[]): Baseline["returned"] =>
  commonFacts(
    runs.map((run) =>
      Object.fromEntries(returnedInFixedCases(run).map(({ field, words }) => [field, words])),
    ),
  );

/** Compares how the values of fields come back with a baseline. A field of which the run does not show it fails nothing. `isWhole`: of the whole catalogue. */
export function judgeReturned(
  { returned: before }: Pick<Baseline, "returned">,
  run: JudgedRun,
  isWhole: boolean,
): (Ruled & { causes?: { text: string; cases: string[] }[] }) | undefined {
  const now = before === undefined ? [] : returnedInFixedCases(run.gate.run);
  if (before === undefined || now.length === 0) return undefined;
  const changed = now.flatMap((each) => {
    const was = before[each.field];
    return was !== undefined && isReturnedDifferently(was, each, !isWhole)
      ? [{ ...each, was }]
      : [];
  });
  if (changed.length === 0) return ruled("pass", "as before");
  const found = changed.map(({ field, was, words }) => `${field}: ${was} became ${words}`);
  const breaches = changed.flatMap(({ field, was, words, cases }) =>
    cases.map((id) => breachBy(run, id, `${field} ${was}`, `${field} ${words}`)),
  );
  const causes = changed.map(({ field, was, words, cases }) => ({
    text: `${field} comes back ${words}; before: ${was}`,
    cases,
  }));
  return { ...ruled("fail", found.join(", "), breaches), causes };
}
