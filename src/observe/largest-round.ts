import type { RunFold } from "../analyse/index.ts";
import { isUnavailable } from "../model/index.ts";

const AT_ONCE = /^repetition\/at-once-same-(\d+)$/;
/** A round is quick if each response came within this time. */
const QUICK_US = 150_000;

/** The most concurrent duplicates of the suite `repetition` that all got a response, and whether those came quickly. */
export function largestRound({ cases }: RunFold): [size: number, isQuick: boolean] {
  let [size, isQuick] = [0, false];
  for (const [id, { first }] of cases) {
    const count = Number(AT_ONCE.exec(id)?.[1] ?? 0);
    const answers = [...first.values()].flatMap((each) => each.answers);
    const isWhole = answers.every((each) => each.outcome === "answered" && !isUnavailable(each));
    if (count <= size || answers.length === 0 || !isWhole) continue;
    size = count;
    isQuick = answers.every(({ totalUs }) => totalUs < QUICK_US);
  }
  return [size, isQuick];
}
