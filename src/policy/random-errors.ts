import { type RunFold, withoutExplored } from "../analyse/index.ts";
import { type Baseline, signatureWords, suiteOf } from "../model/index.ts";
import type { Failures } from "../stats/index.ts";
import { outcomesOf } from "./learned.ts";

const ERROR = /^(5\d\d|reset|closed|timed-out|malformed)$/;

export const errorWordsOf = (outcome: string): string[] =>
  signatureWords(outcome).filter((word) => ERROR.test(word));

/** A sending with a server error, or without a response. */
export const isError = (outcome: string): boolean => errorWordsOf(outcome).length > 0;

/** Whether a case got anything but an error: its errors then do not depend on the case. */
export type Passes = (id: string) => boolean;

type RandomErrors = { suites: Map<string, Failures>; words: Map<string, number> };

/** Errors that came at random: of cases that also got something else, and of lost requests that got a response later. */
export function randomErrors(run: RunFold, passes: Passes): RandomErrors {
  const suites = new Map<string, Failures>();
  const words = new Map<string, number>();
  const count = (suite: string, more: Failures): void => {
    const { sent, failed } = suites.get(suite) ?? { sent: 0, failed: 0 };
    suites.set(suite, { sent: sent + more.sent, failed: failed + more.failed });
  };
  for (const fold of withoutExplored(run).cases.values()) {
    const outcomes = outcomesOf(fold);
    if (outcomes.length === 0 || !passes(fold.case.id)) continue;
    const errors = outcomes.filter(isError);
    count(suiteOf(fold.case.id), { sent: outcomes.length, failed: errors.length });
    for (const word of errors.flatMap(errorWordsOf)) words.set(word, (words.get(word) ?? 0) + 1);
  }
  for (const [key, { lost }] of run.lost.groups)
    count(key.split(" ")[1] ?? "", { sent: lost, failed: lost });
  for (const [word, times] of run.lost.words) words.set(word, (words.get(word) ?? 0) + times);
  return { suites, words };
}

export const totalOf = ({ suites }: RandomErrors, without?: string): Failures =>
  [...suites]
    .filter(([suite]) => suite !== without)
    .reduce(
      (all, [, { sent, failed }]) => ({ sent: all.sent + sent, failed: all.failed + failed }),
      { sent: 0, failed: 0 },
    );

/** For a baseline: how many requests of each run got an error at random, and which errors came. */
export function learnedErrors(runs: readonly RunFold[]): Pick<Baseline, "errors" | "errorWords"> {
  const passed = new Set<string>();
  for (const run of runs)
    for (const [id, fold] of run.cases) if (!outcomesOf(fold).every(isError)) passed.add(id);
  const found = runs.map((run) => randomErrors(run, (id) => passed.has(id)));
  const words = [...new Set(found.flatMap((each) => [...each.words.keys()]))].toSorted();
  const errors = found.map((each) => totalOf(each));
  return words.length === 0 ? { errors } : { errors, errorWords: words };
}
