import { intervalRank } from "./signed-rank.ts";
import { rankSumProbabilities } from "./rank-sum.ts";
import { median } from "./spread.ts";
import { walshAverages } from "./walsh-averages.ts";

/**
 * By how much values lie above others: Hodges-Lehmann estimate, with bounds of which each by itself
 * is right at least 95 times in 100. Bounds are absent where so few values do not give that.
 */
export type Shift = { estimate: number; bounds?: { low: number; high: number } };

/** Both bounds together: each one fails at most 1 time in 20. */
const BOTH = 0.9;

/** The shift of values that were paired: given are their differences, one or more. Signed ranks, exact. */
export function pairedShift(differences: readonly number[]): Shift {
  const averages = walshAverages(differences);
  const { rank, confidence } = intervalRank(differences.length, BOTH);
  return shiftOf(averages, confidence < BOTH ? 0 : rank);
}

/**
 * The shift of a against b, samples of one value or more that were not paired. Mann and Whitney's
 * test, exact (Hollander and Wolfe, Nonparametric Statistical Methods, chapter 4); 3 and 3 values
 * are the fewest that have bounds.
 */
export function unpairedShift(a: readonly number[], b: readonly number[]): Shift {
  const differences = a.flatMap((one) => b.map((other) => one - other)).sort((x, y) => x - y);
  let rank = 0;
  let below = 0;
  for (const likely of rankSumProbabilities(a.length, b.length)) {
    below += likely;
    // Rounding must not lose what is exact: 1 in 20 of 3 and 3 values.
    if (2 * below > 1 - BOTH + 1e-12) break;
    rank += 1;
  }
  return shiftOf(differences, rank);
}

function shiftOf(sorted: readonly number[], rank: number): Shift {
  const estimate = median(sorted);
  const [low, high] = [sorted[rank - 1], sorted.at(-rank)];
  if (rank === 0 || low === undefined || high === undefined) return { estimate };
  return { estimate, bounds: { low, high } };
}
