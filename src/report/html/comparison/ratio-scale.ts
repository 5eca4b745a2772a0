import { scaleLog } from "d3-scale";
import { spacedTicks } from "../load/ticks.ts";
import { placed } from "./rate-scale.ts";
import type { PairedRatio } from "../../../model/index.ts";

/** Ratios that an axis may label. */
const NAMED = [
  0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 5, 10, 20,
  50, 100, 1000,
];
const LEAST: [low: number, high: number] = [0.8, 1.25];
const AROUND = 1.08;

type Shown = Pick<PairedRatio, "ratio" | "low" | "high" | "bound">;
export type RatioScale = {
  /** From 0 at the left to 1 at the right; values beyond are at the edge. */
  share: (ratio: number) => number;
  ticks: { share: number; label: string }[];
};

/** A logarithmic axis for all the intervals; it always includes 1. */
export function ratioScale(ratios: readonly Shown[]): RatioScale {
  const ends = ratios.flatMap(({ ratio, low, high }) => [
    ratio,
    ...(low > 0 ? [low] : []),
    high ?? ratio,
  ]);
  const [low, high] = [Math.min(LEAST[0], ...ends) / AROUND, Math.max(LEAST[1], ...ends) * AROUND];
  const scale = scaleLog().domain([low, high]).range([0, 1]).clamp(true);
  // 1 first, then the ends: what does not fit next to these has no label.
  const named = NAMED.filter((each) => each >= low && each <= high).toSorted(
    (a, b) => rankOf(a, low, high) - rankOf(b, low, high),
  );
  const ticks = spacedTicks(
    named.map((value) => {
      const label = `${value} ×`;
      return { at: placed(scale(value), label), label, share: scale(value) };
    }),
  ).map(({ share, label }) => ({ share, label }));
  return { share: (ratio) => (ratio <= 0 ? 0 : scale(ratio)), ticks };
}

/** The rank of a tick: 1 first, then the value that is far from it on this axis. */
const rankOf = (value: number, low: number, high: number): number =>
  value === 1 ? -1 : 1 - Math.abs(Math.log(value)) / Math.log(high / low);

/** The drawn range of an interval, and the sides on which it continues. */
export function spanOf({ ratio, low, high, bound }: Shown, { share }: RatioScale) {
  const openLeft = low <= 0 || bound === "at-most";
  const openRight = high === undefined || bound === "at-least";
  return {
    from: openLeft ? 0 : share(low),
    to: openRight ? 1 : share(high ?? ratio),
    at: share(ratio),
    openLeft,
    openRight,
  };
}
