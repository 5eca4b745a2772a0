import { describe, expect, test } from "vitest";
import {
  centreOf,
  CONFIDENCE,
  intervalRank,
  pairedShift,
  rankSumProbabilities,
  ROUNDS_NEEDED,
  signedRankProbabilities,
  unpairedShift,
  walshAverages,
} from "./exact-ranks.ts";

describe("Walsh averages", () => {
  test("of three values by hand, smallest first", () => {
    expect(walshAverages([3, 1, 2])).toEqual([1, 1.5, 2, 2, 2.5, 3]);
    expect(walshAverages([])).toEqual([]);
    expect(walshAverages(Array.from({ length: 10 }, () => 0))).toHaveLength(55);
  });
});

describe("the signed-rank statistic", () => {
  test("three values: the eight sums of 1, 2 and 3 by hand", () => {
    // {} 1 2 3 12 13 23 123: 3 comes about twice.
    expect(signedRankProbabilities(3)).toEqual([1, 1, 1, 2, 1, 1, 1].map((ways) => ways / 8));
  });

  test("is the same as counting every subset", () => {
    const ways = Array.from({ length: 37 }, () => 0);
    for (let subset = 0; subset < 256; subset += 1) {
      let sum = 0;
      for (let rank = 1; rank <= 8; rank += 1) if (subset & (1 << (rank - 1))) sum += rank;
      ways[sum] = (ways[sum] ?? 0) + 1;
    }
    expect(signedRankProbabilities(8)).toEqual(ways.map((count) => count / 256));
  });

  test.each([
    // Published critical values at 0.05, two-sided: 0, 2, 3, 5, 8, 25, 52, 89. The rank is one more.
    { n: 6, rank: 1, confidence: 1 - 2 / 64 },
    { n: 7, rank: 3, confidence: 1 - 6 / 128 },
    { n: 8, rank: 4, confidence: 1 - 10 / 256 },
    { n: 9, rank: 6, confidence: 1 - 20 / 512 },
    { n: 10, rank: 9, confidence: 1 - 50 / 1024 },
    { n: 15, rank: 26 },
    { n: 20, rank: 53 },
    { n: 25, rank: 90 },
  ])("$n values: average number $rank from either end", ({ n, rank, confidence }) => {
    const found = intervalRank(n, 0.95);
    expect(found.rank).toBe(rank);
    if (confidence !== undefined) expect(found.confidence).toBe(confidence);
    expect(found.confidence).toBeGreaterThanOrEqual(0.95);
  });

  test("fewer than six values have no 95% interval: the widest, and how sure it is", () => {
    expect(intervalRank(5, 0.95)).toEqual({ rank: 1, confidence: 0.9375 });
    expect(intervalRank(2, 0.95)).toEqual({ rank: 1, confidence: 0.5 });
    expect(intervalRank(1, 0.95)).toEqual({ rank: 1, confidence: 0 });
    expect(intervalRank(ROUNDS_NEEDED, CONFIDENCE).confidence).toBeGreaterThanOrEqual(CONFIDENCE);
    expect(intervalRank(ROUNDS_NEEDED - 1, CONFIDENCE).confidence).toBeLessThan(CONFIDENCE);
  });

  test("two hundred rounds are close to 95%", () => {
    expect(intervalRank(200, 0.95).confidence).toBeCloseTo(0.95, 4);
  });
});

describe("the centre", () => {
  test("of three values by hand", () => {
    expect(centreOf([3, 1, 2])).toEqual({
      estimate: 2,
      low: 1,
      high: 3,
      confidence: 0.75,
      detectable: 2,
    });
  });

  test("of published data", () => {
    // Hollander and Wolfe, table 3.1 (depression scale factors): -0.46, 96.1% [-0.786, -0.010].
    const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
    const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
    const { estimate, low, high, confidence } = centreOf(
      after.map((each, at) => each - (before[at] ?? NaN)),
    );
    expect(estimate).toBeCloseTo(-0.46, 3);
    expect(low).toBeCloseTo(-0.786, 3);
    expect(high).toBeCloseTo(-0.01, 3);
    expect(confidence).toBeCloseTo(0.961, 3);
  });

  test("one wild value of twelve carries no bound away, one of ten does", () => {
    const calm = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5];
    expect(centreOf([...calm, 500]).high).toBeLessThanOrEqual(5);
    expect(centreOf([...calm, 500]).detectable).toBeLessThan(7);
    expect(centreOf([...calm.slice(2), 500]).high).toBeGreaterThan(200);
    expect(centreOf([...calm.slice(2), 500]).low).toBeGreaterThanOrEqual(-3);
  });
});

describe("Mann and Whitney's U", () => {
  test("of 3 and 3, and of 2 and 4 values, counted by hand", () => {
    expect(rankSumProbabilities(3, 3).map((each) => each * 20)).toEqual([
      1, 1, 2, 3, 3, 3, 3, 2, 1, 1,
    ]);
    expect(rankSumProbabilities(2, 4).map((each) => Math.round(each * 15))).toEqual([
      1, 1, 2, 2, 3, 2, 2, 1, 1,
    ]);
  });

  test("of 10 and 10 values: at most 27 has 4.5% (Hollander and Wolfe, table of the rank sum)", () => {
    const upTo = (u: number): number =>
      rankSumProbabilities(10, 10)
        .slice(0, u + 1)
        .reduce((a, b) => a + b);
    expect(upTo(27)).toBeCloseTo(0.0446, 4);
    expect(upTo(28)).toBeGreaterThan(0.05);
  });
});

describe("the shift of samples that were not paired", () => {
  test("is the median of all differences; of 3 and 3 values the bounds are their ends", () => {
    // Differences: 0, -1, -3; 2, 1, -1; 5, 4, 2.
    expect(unpairedShift([1, 3, 6], [1, 2, 4])).toEqual({
      estimate: 1,
      bounds: { low: -3, high: 5 },
    });
  });

  test("of 2 and 3 values has no bounds", () => {
    // Differences: 0, -1, -3; 2, 1, -1.
    expect(unpairedShift([1, 3], [1, 2, 4])).toEqual({ estimate: -0.5 });
  });

  test("of 4 and 4 values leaves one difference out at each end", () => {
    // Twice 1 in 70 is below 1 in 10, twice 2 in 70 and 4 in 70 is not: ranks 1 and 2 fail together.
    const { bounds } = unpairedShift([10, 20, 30, 40], [1, 2, 3, 4]);
    expect(bounds).toEqual({ low: 7, high: 38 });
  });
});

describe("the shift of pairs", () => {
  test("is the Hodges-Lehmann estimate; 5 pairs are the fewest with bounds", () => {
    expect(pairedShift([1, 2, 3, 4])).toEqual({ estimate: 2.5 });
    expect(pairedShift([1, 2, 3, 4, 5])).toEqual({ estimate: 3, bounds: { low: 1, high: 5 } });
  });

  test("is minus infinity where a figure fell to nothing", () => {
    expect(unpairedShift([-Infinity, -Infinity, -Infinity], [7, 8, 9])).toEqual({
      estimate: -Infinity,
      bounds: { low: -Infinity, high: -Infinity },
    });
  });
});

test("each bound is wrong at most 1 time in 20: all 252 ways to deal ten values into fives", () => {
  const values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
  let above = 0;
  let ways = 0;
  for (let mask = 0; mask < 1024; mask += 1) {
    const a = values.filter((_, at) => (mask >> at) & 1);
    if (a.length !== 5) continue;
    const { bounds } = unpairedShift(
      a,
      values.filter((each) => !a.includes(each)),
    );
    ways += 1;
    if ((bounds?.low ?? 0) > 0) above += 1;
  }
  expect(ways).toBe(252);
  expect(above / ways).toBeLessThanOrEqual(0.05);
  expect(above / ways).toBeGreaterThan(0.03);
});
