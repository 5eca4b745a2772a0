import { intervalRank, type IntervalRank } from "./signed-rank.ts";
import { median } from "./spread.ts";
import { walshAverages } from "./walsh-averages.ts";

/** Where the centre of some values lies: the best guess, and the bounds that hold it. */
export type Centre = {
  estimate: number;
  low: number;
  high: number;
  /** Exact, from 0 to 1. */
  confidence: number;
  /** The smallest distance of the centre from 0 that as many values as noisy show about 8 times in 10. */
  detectable: number;
};

/** What the bounds are asked for. Fewer than `ROUNDS_NEEDED` values cannot give it. */
export const CONFIDENCE = 0.95;
/** The smallest n for which 1 - 2 / 2^n is at least `CONFIDENCE`. */
export const ROUNDS_NEEDED = 6;
/** Chance passes one given bound of such an interval 2 times in 10, and keeps within it 8 times. */
const POWER_CONFIDENCE = 0.6;

/**
 * Hodges-Lehmann estimate and exact signed-rank interval (Hollander and Wolfe, Nonparametric
 * Statistical Methods, chapter 3) of one value or more. All they suppose is symmetric noise.
 *
 * What is detectable comes from the same averages. A centre is found when the estimate lies more
 * than half the 95% interval from 0, and 8 times in 10 the estimate falls short of the centre by
 * less than half the 60% interval: the two halves together. For normal noise with deviation s that
 * is 3.15 s / √n at n = 10, as (t(0.975) + t(0.8)) s / √n is. From 12 values on, one wild value does
 * not carry the bounds away, as it does s.
 */
export function centreOf(values: readonly number[]): Centre {
  const averages = walshAverages(values);
  const sure = intervalRank(values.length, CONFIDENCE);
  const likely = intervalRank(values.length, POWER_CONFIDENCE);
  const [low, high] = boundsAt(sure, averages);
  const [likelyLow, likelyHigh] = boundsAt(likely, averages);
  return {
    estimate: median(averages),
    low,
    high,
    confidence: sure.confidence,
    detectable: (high - low + likelyHigh - likelyLow) / 2,
  };
}

const boundsAt = ({ rank }: IntervalRank, averages: readonly number[]): [number, number] => [
  averages[rank - 1] ?? NaN,
  averages.at(-rank) ?? NaN,
];
