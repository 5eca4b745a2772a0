/**
 * How likely each value of Wilcoxon's signed-rank statistic is for n values that lie symmetrically
 * around 0. Exact: each rank from 1 to n is in the sum or not, with probability a half.
 */
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

/** The interval from the rank-th smallest to the rank-th largest Walsh average, and how sure it is (0 to 1). */
export type IntervalRank = { rank: number; confidence: number };

/**
 * The narrowest interval that holds the centre of n values (at least one) with the wanted confidence
 * or more. Where even the widest does not, it is the widest, with the confidence that it has.
 */
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
