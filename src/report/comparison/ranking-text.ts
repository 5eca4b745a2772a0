import type { Speed, SpeedRank } from "../../model/index.ts";
import { whole } from "../../text/index.ts";

/** `24,310/s`, `≥ 28,410/s` where the generator was the limit. */
export const rateText = ({ perSecond, limited }: SpeedRank): string =>
  `${limited ? "≥ " : ""}${whole(perSecond)}/s`;

/** `[24,021, 24,600]`; empty for a lower bound, and without enough rounds. */
export const intervalText = ({ low, high, limited }: SpeedRank): string =>
  limited || low === undefined || high === undefined ? "" : `[${whole(low)}, ${whole(high)}]`;

/** The result of the paired rounds of two neighbours: `go, fastify: cannot tell ...`, or their ratio. */
export function rivalText(
  { pairs, rounds }: Speed,
  one: SpeedRank,
  next: SpeedRank,
  names: readonly string[],
): string {
  const [low, high] = [one.target, next.target].toSorted((a, b) => a - b);
  const pair = pairs.find(({ a, b }) => (a === low && b === high) || (a === high && b === low));
  const both = `${names[one.target]}, ${names[next.target]}`;
  if (pair?.throughput === undefined)
    return `${both}: not comparable: ${pair?.notComparable.join("; ") ?? "not measured"}`;
  const { text, verdict } = pair.throughput;
  const words = verdict === "cannot-tell" ? `${both}: ${text}` : text;
  if (pair.throughput.rounds < rounds) return `${words}; the rates are medians of all rounds`;
  // Told apart, and not as their medians: the paired rounds decide the rank.
  return verdict !== "cannot-tell" && one.perSecond < next.perSecond
    ? `${words}; ranked by these paired rounds, the rates are medians`
    : words;
}
