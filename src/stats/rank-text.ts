import type { Speed, SpeedRank } from "../model/index.ts";
import { whole } from "../text/index.ts";

/** `24,310/s`, `≥ 28,410/s` where the generator was the limit. */
export const rateText = ({ perSecond, limited }: SpeedRank): string =>
  `${limited ? "≥ " : ""}${whole(perSecond)}/s`;

/** `[24,021, 24,600]`; empty for a lower bound, and without enough rounds. */
export const intervalText = ({ low, high, limited }: SpeedRank): string =>
  limited || low === undefined || high === undefined ? "" : `[${whole(low)}, ${whole(high)}]`;

/** Targets that the paired rounds show to be slower than this one. */
export const beatenBy = ({ pairs }: Pick<Speed, "pairs">, target: number): number[] =>
  pairs.flatMap(({ a, b, throughput }) => {
    if (a === target && throughput?.verdict === "more") return [b];
    return b === target && throughput?.verdict === "less" ? [a] : [];
  });

/** The ranks that each target can have: `1`, or `2 to 4` where the rounds cannot tell it from its neighbours. */
export function rankTexts({ pairs, ranking }: Pick<Speed, "pairs" | "ranking">): string[] {
  const places = new Map(ranking.map(({ target }, at) => [target, at]));
  const [faster, slower] = [ranking.map(() => 0), ranking.map(() => 0)];
  for (const { a, b, throughput } of pairs) {
    const [one, other] = [places.get(a), places.get(b)];
    if (one === undefined || other === undefined) continue;
    const [fast, slow] = throughput?.verdict === "more" ? [one, other] : [other, one];
    if (throughput?.verdict !== "more" && throughput?.verdict !== "less") continue;
    slower[fast] = (slower[fast] ?? 0) + 1;
    faster[slow] = (faster[slow] ?? 0) + 1;
  }
  let least = 1;
  const firsts = faster.map((count) => (least = Math.max(least, 1 + count)));
  let most = ranking.length;
  const lasts = slower.toReversed().map((count) => (most = Math.min(most, ranking.length - count)));
  return firsts.map((first, at) => {
    const last = lasts[ranking.length - 1 - at] ?? first;
    return first >= last ? String(first) : `${first} to ${last}`;
  });
}
