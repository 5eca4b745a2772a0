import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { mersenne } from "pure-rand/generator/mersenne";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { describe, expect, test } from "vitest";
import type { PairedRatio } from "../model/index.ts";
import { statistics } from "../../test/statistics.ts";
import { pairedRatio } from "./paired-ratio.ts";
import { median } from "./exact-ranks.ts";

const EXPERIMENTS = 4000;
const SEED = 20_261_120;

type Noise = (random: RandomGenerator) => number;

const uniform: Noise = (random) => 1 - uniformFloat64(random);
const normal: Noise = (random) =>
  Math.sqrt(-2 * Math.log(uniform(random))) * Math.cos(2 * Math.PI * uniform(random));
/** Student's t with 3 degrees of freedom: now and then a round far off. */
const heavyTailed: Noise = (random) => {
  const squares = normal(random) ** 2 + normal(random) ** 2 + normal(random) ** 2;
  return normal(random) / Math.sqrt(squares / 3);
};
/** One round in ten is ten times as noisy, and only ever slower. */
const hiccups: Noise = (random) =>
  uniform(random) < 0.1 ? -10 * Math.abs(normal(random)) : normal(random);

/** Deviation and shape of each target's noise, and of the drift that both have from round to round. */
type Machine = { s: number; noise: Noise; drift?: number };

/** In each round b's true figure is 20,000 and a's is `times` that. */
function experiment(
  rounds: number,
  { s, noise, drift = 0 }: Machine,
  times: number,
  random: RandomGenerator,
): PairedRatio {
  let common = 0;
  const both = Array.from({ length: rounds }, () => {
    common += drift * normal(random);
    const at = (level: number): number => level * Math.exp(common + s * noise(random));
    return { a: at(20_000 * times), b: at(20_000) };
  });
  const ratio = pairedRatio(
    "throughput",
    { name: "a", each: both.map(({ a }) => a) },
    { name: "b", each: both.map(({ b }) => b) },
  );
  if (ratio === undefined) throw new Error("no round was left");
  return ratio;
}

function experiments(rounds: number, machine: Machine, times = 1): PairedRatio[] {
  const random = mersenne(SEED + rounds + Math.round(times * 1000));
  return Array.from({ length: EXPERIMENTS }, () => experiment(rounds, machine, times, random));
}

const share = (ratios: PairedRatio[], is: (ratio: PairedRatio) => boolean): number =>
  ratios.filter(is).length / ratios.length;

/** The share that at most 1 in 1,000 series passes when each experiment has the probability: exact binomial. */
function passedByChance(probability: number): number {
  let likely = (1 - probability) ** EXPERIMENTS;
  let upTo = likely;
  let count = 0;
  while (upTo < 0.999) {
    likely *= ((EXPERIMENTS - count) / (count + 1)) * (probability / (1 - probability));
    count += 1;
    upTo += likely;
  }
  return count / EXPERIMENTS;
}

const MACHINES: (Machine & { name: string })[] = [
  { name: "2% noise", s: 0.02, noise: normal },
  { name: "10% noise", s: 0.1, noise: normal },
  { name: "heavy tails", s: 0.05, noise: heavyTailed },
  { name: "hiccups", s: 0.02, noise: hiccups },
  { name: "2% noise and a drift of both", s: 0.02, noise: normal, drift: 0.3 },
];

test("the bound of chance is between 5% and 6.2%", () => {
  // The normal approximation: 0.05 + 3.09 √(0.05 × 0.95 / 4000) is 0.0606.
  expect(passedByChance(0.05)).toBeCloseTo(0.0606, 2);
});

statistics("ratios of paired rounds", "29 tests of 4,000 experiments each or more", () => {
  describe.each(MACHINES)("a target beside itself, $name", (machine) => {
    test.each([6, 10, 20])("%d rounds: faster or slower at most 5 times in 100", (rounds) => {
      const ratios = experiments(rounds, machine);
      const wrong = share(ratios, ({ verdict }) => verdict === "more" || verdict === "less");
      expect(wrong).toBeLessThanOrEqual(passedByChance(0.05));
    });

    test("the interval holds the true ratio in 94.5% of experiments or more", () => {
      const ratios = experiments(10, machine, 1.3);
      const held = share(ratios, ({ low, high }) => low <= 1.3 && 1.3 <= (high ?? Infinity));
      expect(held).toBeGreaterThanOrEqual(0.945);
      expect(ratios[0]?.confidence).toBe(1 - 50 / 1024);
    });
  });

  test("2% of noise in 10 rounds are enough to say that there is no difference", () => {
    const ratios = experiments(10, { s: 0.02, noise: normal });
    expect(share(ratios, ({ verdict }) => verdict === "no-difference")).toBeGreaterThan(0.9);
  });

  describe("the detectable difference", () => {
    test.each([
      { rounds: 6, s: 0.02, noise: normal },
      { rounds: 10, s: 0.02, noise: normal },
      { rounds: 10, s: 0.1, noise: normal },
      { rounds: 20, s: 0.1, noise: normal },
      { rounds: 10, s: 0.05, noise: heavyTailed },
      { rounds: 20, s: 0.05, noise: heavyTailed },
    ])("is found about 8 times in 10: $rounds rounds, noise $s", ({ rounds, ...machine }) => {
      const detectable = median(
        experiments(rounds, machine).map((ratio) => ratio.detectable ?? NaN),
      );
      const found = experiments(rounds, machine, 1 + detectable);
      expect(share(found, ({ verdict }) => verdict === "more")).toBeGreaterThan(0.7);
      expect(share(found, ({ verdict }) => verdict === "more")).toBeLessThan(0.9);
    });

    test("is about 3.2 s / √10 for normal noise in 10 rounds", () => {
      // The logarithm of a ratio has the noise of both: √2 × 2%.
      const ratios = experiments(10, { s: 0.02, noise: normal });
      const detectable = Math.log1p(median(ratios.map((ratio) => ratio.detectable ?? NaN)));
      const factor = (detectable * Math.sqrt(10)) / (0.02 * Math.SQRT2);
      expect(factor).toBeGreaterThan(3.0);
      expect(factor).toBeLessThan(3.3);
    });
  });
});
