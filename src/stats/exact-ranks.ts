export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

/** Half the range of the values as a share of their median: ±2% is 0.02. 0 for a single one. */
export const spreadOf = (values: readonly number[]): number =>
  values.length < 2 ? 0 : (Math.max(...values) - Math.min(...values)) / 2 / median(values);

export function halvesOf(values: readonly number[]): [first: number, second: number] {
  const half = Math.floor(values.length / 2);
  return [sum(values.slice(0, half)), sum(values.slice(values.length - half))];
}

export type Centre = {
  estimate: number;
  low: number;
  high: number;
  confidence: number;
  /** The smallest distance of the centre from 0 that equally many, equally noisy values detect about 8 times in 10. */
  detectable: number;
};

/** The confidence of the bounds. Fewer than `ROUNDS_NEEDED` values cannot reach it. */
export const CONFIDENCE = 0.95;
/** The smallest n for which 1 - 2 / 2^n is at least `CONFIDENCE`. */
export const ROUNDS_NEEDED = 6;
/** Random variation crosses one given bound of such an interval 2 times in 10. */
const POWER_CONFIDENCE = 0.6;

/**
 * Hodges-Lehmann estimate and exact signed-rank interval (Hollander and Wolfe, Nonparametric Statistical Methods, chapter 3) of
 * one or more values. They only assume symmetric noise. The detectable difference uses the same averages. A centre is found when
 * the estimate is more than half the 95% interval from 0. 8 times in 10 the estimate falls short of the centre by less than half
 * the 60% interval. The detectable difference is the sum of both halves. For normal noise with deviation s that is 3.15 s / √n at
 * n = 10, as (t(0.975) + t(0.8)) s / √n is. From 12 values on, one outlier does not move the bounds away, as it does s.
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

/** Hodges-Lehmann estimate, with bounds that are each right at least 95 times in 100; absent for too few values. */
export type Shift = { estimate: number; bounds?: { low: number; high: number } };

/** Both bounds together: each is wrong at most 1 time in 20. */
const BOTH = 0.9;

/** The shift of paired values, given their differences (one or more). Signed ranks, exact. */
export function pairedShift(differences: readonly number[]): Shift {
  const averages = walshAverages(differences);
  const { rank, confidence } = intervalRank(differences.length, BOTH);
  return shiftOf(averages, confidence < BOTH ? 0 : rank);
}

/** The shift of a against b, unpaired: Mann and Whitney's exact test (Hollander and Wolfe, ch. 4); bounds need 3 and 3. */
export function unpairedShift(a: readonly number[], b: readonly number[]): Shift {
  const differences = a.flatMap((one) => b.map((other) => one - other)).sort((x, y) => x - y);
  let rank = 0;
  let below = 0;
  for (const likely of rankSumProbabilities(a.length, b.length)) {
    below += likely;
    // Rounding must not lose an exact value: 1 in 20 of 3 and 3 values.
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

/** Wilcoxon's signed-rank statistic for n values around 0, exact: each rank is in the sum or not, half and half. */
export function signedRankProbabilities(n: number): number[] {
  const likely = Array.from({ length: (n * (n + 1)) / 2 + 1 }, () => 0);
  likely[0] = 1;
  for (let rank = 1; rank <= n; rank += 1) {
    for (let sum = (rank * (rank + 1)) / 2; sum >= 0; sum -= 1) {
      likely[sum] = ((likely[sum] ?? 0) + (likely[sum - rank] ?? 0)) / 2;
    }
  }
  return likely;
}

type IntervalRank = { rank: number; confidence: number };

/** The narrowest interval around the centre of n values with this confidence, or else the widest, with its own. */
export function intervalRank(n: number, wanted: number): IntervalRank {
  let best: IntervalRank | undefined;
  let below = 0;
  for (const [sum, likely] of signedRankProbabilities(n).entries()) {
    below += likely;
    const confidence = 1 - 2 * below;
    if (best !== undefined && confidence < wanted) break;
    best = { rank: sum + 1, confidence };
  }
  return best ?? { rank: 1, confidence: 0 };
}

/** Mann and Whitney's U for m and n values, exact: the coefficients of the Gaussian binomial, from their product. */
export function rankSumProbabilities(m: number, n: number): number[] {
  const most = m * n;
  const ways = Array.from({ length: most + 1 }, (_, u) => Number(u === 0));
  for (let i = 1; i <= m; i += 1) {
    for (let u = most; u >= n + i; u -= 1) ways[u] = (ways[u] ?? 0) - (ways[u - n - i] ?? 0);
    for (let u = i; u <= most; u += 1) ways[u] = (ways[u] ?? 0) + (ways[u - i] ?? 0);
  }
  const all = ways.reduce((total, each) => total + each, 0);
  return ways.map((each) => each / all);
}

/** The means of all pairs of values, each with itself included: n (n + 1) / 2 of them, smallest first. */
export function walshAverages(values: readonly number[]): number[] {
  const averages = values.flatMap((one, at) => values.slice(at).map((other) => (one + other) / 2));
  return averages.sort((a, b) => a - b);
}
