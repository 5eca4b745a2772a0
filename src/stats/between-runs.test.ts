import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { mersenne } from "pure-rand/generator/mersenne";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { expect, test } from "vitest";
import { sampled } from "../../test/statistics.ts";
import { apartBetweenRuns, shiftBetweenRuns, studentQuantile } from "./proportions.ts";
import { type Shift, unpairedShift } from "./exact-ranks.ts";

const uniform = (random: RandomGenerator): number => 1 - uniformFloat64(random);
const normal = (random: RandomGenerator): number =>
  Math.sqrt(-2 * Math.log(uniform(random))) * Math.cos(2 * Math.PI * uniform(random));

/** The logarithms of a run's figures: runs differ by `between`, rounds of one run by `within`. */
function runOf(rounds: number, { between, within }: Spread, random: RandomGenerator): number[] {
  const level = between * normal(random);
  return Array.from({ length: rounds }, () => level + within * normal(random));
}

type Spread = { between: number; within: number };

/** How often a bound excludes the truth of an unchanged server: the larger share of both sides. */
function wrongShare(
  experiments: number,
  make: (random: RandomGenerator) => Shift,
): { side: number; any: number } {
  const random = mersenne(7);
  let [low, high] = [0, 0];
  for (let nth = 0; nth < experiments; nth += 1) {
    const { bounds } = make(random);
    if (bounds === undefined) continue;
    if (bounds.low > 0) low += 1;
    if (bounds.high < 0) high += 1;
  }
  return { side: Math.max(low, high) / experiments, any: (low + high) / experiments };
}

test("the quantile is that of the tables", () => {
  const table: [number, number][] = [
    [1, 6.314],
    [2, 2.92],
    [3, 2.353],
    [4, 2.132],
    [7, 1.895],
    [9, 1.833],
    [30, 1.697],
  ];
  for (const [freedom, quantile] of table)
    expect(Math.abs(studentQuantile(freedom) / quantile - 1)).toBeLessThan(0.004);
});

test.each<[runs: number, rounds: number, here: number, spread: Spread]>([
  [2, 3, 3, { between: 0.03, within: 0.01 }],
  [5, 3, 3, { between: 0.05, within: 0.01 }],
  [5, 3, 3, { between: 0.02, within: 0.03 }],
  [5, 3, 3, { between: 0, within: 0.03 }],
  [5, 6, 3, { between: 0.02, within: 0.05 }],
  [8, 3, 6, { between: 0.05, within: 0.02 }],
])(
  "%i runs of %i rounds, %i rounds now, %j: each bound is wrong at most 1 time in 20",
  (runs, rounds, here, spread) => {
    const experiments = sampled("runs of an unchanged server", { all: 5000, sample: 500 });
    const { side } = wrongShare(experiments, (random) =>
      shiftBetweenRuns(
        runOf(here, spread, random),
        Array.from({ length: runs }, () => runOf(rounds, spread, random)),
      ),
    );
    expect(side).toBeLessThan(0.05 + 3.1 * Math.sqrt((0.05 * 0.95) / experiments));
  },
);

test.each([2, 3, 5, 10])(
  "after %i runs, one more is further from the last one than runs are at most 1 time in 20 on each side",
  (runs) => {
    const spread = { between: 0.05, within: 0.02 };
    const experiments = sampled("runs of an unchanged server", { all: 5000, sample: 500 });
    const { side } = wrongShare(experiments, (random) => {
      const earlier = Array.from({ length: runs }, () => runOf(3, spread, random));
      const { estimate } = unpairedShift(runOf(3, spread, random), earlier.at(-1) ?? []);
      const apart = apartBetweenRuns(earlier);
      return { estimate, bounds: { low: estimate - apart, high: estimate + apart } };
    });
    expect(side).toBeLessThan(0.05 + 3.1 * Math.sqrt((0.05 * 0.95) / experiments));
  },
);

test("all rounds as one sample would exclude the truth in more than 3 of 10 runs", () => {
  const spread = { between: 0.05, within: 0.02 };
  const { any } = wrongShare(1000, (random) =>
    unpairedShift(
      runOf(3, spread, random),
      Array.from({ length: 5 }, () => runOf(3, spread, random)).flat(),
    ),
  );
  expect(any).toBeGreaterThan(0.3);
});

test("a real change beyond what runs vary by is seen", () => {
  const random = mersenne(11);
  const spread = { between: 0.03, within: 0.02 };
  let seen = 0;
  for (let nth = 0; nth < 200; nth += 1) {
    const earlier = Array.from({ length: 5 }, () => runOf(3, spread, random));
    const slower = runOf(3, spread, random).map((each) => each + Math.log(0.8));
    if ((shiftBetweenRuns(slower, earlier).bounds?.high ?? 0) < 0) seen += 1;
  }
  expect(seen).toBeGreaterThan(180);
});
