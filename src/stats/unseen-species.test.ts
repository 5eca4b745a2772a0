import { describe, expect, test } from "vitest";
import { sampled } from "../../test/statistics.ts";
import { predictNew, unseenSpecies } from "./unseen-species.ts";

test("Good-Turing and Chao1 of a sample that was computed by hand", () => {
  const estimate = unseenSpecies([80, 10, 2, 2, 2, 1, 1, 1, 1]);
  expect(estimate).toMatchObject({ drawn: 100, species: 9, once: 4, twice: 3, discovery: 0.04 });
  // 99/100 * 4 * 3 / (2 * 4)
  expect(estimate?.unseenAtLeast).toBeCloseTo(1.485);
});

test("with no singleton, the discovery probability is at most 3 in the number of draws", () => {
  const estimate = unseenSpecies([500, 500]);
  expect(estimate).toMatchObject({ discovery: 0, discoveryAtMost: 0.003, unseenAtLeast: 0 });
});

test.each([
  ["nothing", []],
  ["49 draws", [40, 9]],
  ["nothing but singletons", Array<number>(100).fill(1)],
])("%s is too little for an estimate", (_, counts) => {
  expect(unseenSpecies(counts)).toBeUndefined();
});

test("nothing is predicted beyond ten times the sample", () => {
  const sample = unseenSpecies([90, 8, 1, 1]);
  expect(sample && predictNew(sample, 1001)).toBeUndefined();
  expect(sample && predictNew(sample, 1000)).toBeDefined();
});

const series = (length: number, weight: (nth: number) => number): number[] =>
  Array.from({ length }, (_, nth) => weight(nth + 1));

/** Probabilities of species, as planted servers have them: few, many, heavy tails. */
const PLANTED: [string, number[]][] = [
  ["20 equally likely", series(20, () => 1)],
  ["200 equally likely", series(200, () => 1)],
  ["50 by 1/n", series(50, (n) => 1 / n)],
  ["1000 by 1/n", series(1000, (n) => 1 / n)],
  ["60 by 1/n²", series(60, (n) => n ** -2)],
  ["300 by 1/n^1.5", series(300, (n) => n ** -1.5)],
  ["geometric, 0.6", series(30, (n) => 0.6 ** n)],
  ["geometric, 0.8", series(60, (n) => 0.8 ** n)],
  ["a few common ones and three rare ones", [1000, 300, 100, 30, 10, 3, 1, 1, 1]],
];
const RUNS = sampled("simulated runs of each planted distribution", {
  all: 1000,
  some: 200,
  sample: 100,
});

describe.each(PLANTED)("%s", (_, weights) => {
  test.each([100, 300, 1000])(
    "predictions at 10 times %i draws cover the truth in 95 of 100 runs",
    (draws) => {
      let covered = 0;
      let predicted = 0;
      for (let seed = 1; seed <= RUNS; seed += 1) {
        const draw = drawer(weights, seed);
        const counts = new Map<number, number>();
        for (let nth = 0; nth < draws; nth += 1) {
          const species = draw();
          counts.set(species, (counts.get(species) ?? 0) + 1);
        }
        const sample = unseenSpecies(counts.values());
        const prediction = sample && predictNew(sample, 10 * draws);
        if (prediction === undefined) continue;
        predicted += 1;
        const seen = new Set(counts.keys());
        for (let nth = 0; nth < 10 * draws; nth += 1) seen.add(draw());
        const truth = seen.size - counts.size;
        if (truth >= prediction.from && truth <= prediction.to) covered += 1;
      }
      expect(covered).toBeGreaterThanOrEqual(0.95 * predicted);
    },
  );
});

/** Draws indexes with these weights. */
function drawer(weights: readonly number[], seed: number): () => number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  const ends = weights.map((weight) => (sum += weight / total));
  const next = uniform(seed);
  return () => {
    const at = next();
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 1) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Mulberry32: numbers from 0 to 1. */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
