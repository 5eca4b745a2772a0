import type { RunFold } from "../analyse/index.ts";
import type { Baseline } from "../model/index.ts";
import { type Failures, fisherTail } from "../stats/index.ts";
import { sharePercent, whole } from "../text/index.ts";
import { ALPHA, GATES_FOR_A_FALSE_ALARM } from "./confirm-drift.ts";
import { type Ruled, ruled } from "./judged-run.ts";
import { learnedOf, outcomesOf } from "./learned.ts";
import { isError, type Passes, randomErrors, totalOf } from "./random-errors.ts";

export const AT_RANDOM = "no more requests get an error at random than before";

/**
 * Judges whether more requests than in the baseline get an error at random: by Fisher's exact test against the run of the
 * baseline with most errors, and also without the suite that has most of them now, because errors of a single suite depend
 * on its cases. Undefined if there are none, or if the baseline does not know.
 */
export function judgeErrors(value: Baseline, run: RunFold): Ruled | undefined {
  if (value.errors === undefined) return undefined;
  const passes: Passes = (id) => {
    const fold = run.cases.get(id);
    const again = (fold?.again ?? []).map(({ signature }) => signature);
    const outcomes = fold === undefined ? [] : [...outcomesOf(fold), ...again];
    const known = learnedOf(value.cases[id] ?? "", value);
    const wasError = [...known.first.keys(), ...known.later.keys()].every(isError);
    return !outcomes.every(isError) || (outcomes.length === 1 && !wasError);
  };
  const errors = randomErrors(run, passes);
  const now = totalOf(errors);
  const [most = { sent: 0, failed: 0 }] = value.errors.toSorted(
    (a, b) => b.failed / Math.max(1, b.sent) - a.failed / Math.max(1, a.sent),
  );
  if (now.failed + most.failed === 0) return undefined;
  const [worst] = [...errors.suites].toSorted(([, a], [, b]) => b.failed - a.failed)[0] ?? [];
  const isMore = fisherTail(most, now) <= ALPHA;
  const isSpread = fisherTail(most, totalOf(errors, worst)) <= ALPHA;
  const words = [...errors.words].toSorted((a, b) => b[1] - a[1]).map(([word]) => word);
  const found = `${words.slice(0, 2).join(", ") || "no error"} for ${figureOf(now)} at random, at most ${figureOf(most)} in a run of the baseline`;
  if (!isMore) return ruled("pass", found);
  if (!isSpread) return ruled("pass", `${found}: most are of the suite ${worst}`);
  const observed = `${figureOf(now)} (${words.slice(0, 2).join(", ")})`;
  return ruled(
    "fail",
    `${found}; of ${whole(GATES_FOR_A_FALSE_ALARM)} gates of an unchanged server, at most one fails`,
    [{ expected: `at most about ${figureOf(most)} with an error`, observed }],
  );
}

const figureOf = ({ sent, failed }: Failures): string =>
  `${whole(failed)} of ${whole(sent)} sendings (${sharePercent(sent === 0 ? 0 : failed / sent)})`;
