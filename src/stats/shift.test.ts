import { describe, expect, test } from "vitest";
import { rankSumProbabilities } from "./rank-sum.ts";
import { pairedShift, unpairedShift } from "./shift.ts";

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
