import { type Shift, sum, unpairedShift } from "./exact-ranks.ts";

const meanOf = (values: readonly number[]): number => sum(values) / values.length;

const squaresOf = (values: readonly number[]): number => {
  const mean = meanOf(values);
  return sum(values.map((each) => (each - mean) ** 2));
};

/** Each bound is wrong at most 1 time in 20: the quantile 0.95 of the normal distribution. */
const Z = 1.644_853_627;

/** Student's t, quantile 0.95: exact for 1 and 2, else Abramowitz and Stegun (26.7.5), which is right to 0.3%. */
export function studentQuantile(freedom: number): number {
  if (freedom === 1) return 6.313_751_515;
  if (freedom === 2) return 2.919_985_58;
  const terms = [
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
  ];
  return Z + sum(terms.map((term, at) => term / freedom ** (at + 1)));
}

/**
 * The distance of a run's values above those of two or more earlier runs, one list of values for each. Rounds of one run
 * are more alike than rounds of two, so the means of the runs are the sample, as in a random-effects model: their
 * variance is that between runs plus that within a run over its rounds. The bounds are those of a prediction of one more
 * run by R earlier ones, mean ± t(R - 1) s √(1 + 1 / R) (Hahn and Meeker, Statistical Intervals, section 4.8; for
 * repeated benchmarks: Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, 2013). A run of fewer rounds than the
 * earlier ones is less certain by what its rounds vary. They are never narrower than those of all rounds together.
 */
export function shiftBetweenRuns(here: readonly number[], runs: readonly number[][]): Shift {
  const pooled = unpairedShift(here, runs.flat());
  const means = runs.map(meanOf);
  const freedom = runs.length - 1;
  const rounds = runs.flat().length;
  const within = sum(runs.map(squaresOf)) / Math.max(1, rounds - runs.length);
  const fewer = within * Math.max(0, 1 / here.length - runs.length / rounds);
  const variance = (squaresOf(means) / freedom) * (1 + 1 / runs.length) + fewer;
  const estimate = meanOf(here) - meanOf(means);
  const half = studentQuantile(freedom) * Math.sqrt(variance);
  const { low = Infinity, high = -Infinity } = pooled.bounds ?? {};
  return {
    estimate,
    bounds: { low: Math.min(low, estimate - half), high: Math.max(high, estimate + half) },
  };
}

/**
 * How far apart two runs of an unchanged server may be because runs differ: t(R - 1) s √2, with s the spread of the means of R
 * runs, one list of values for each. Each bound is wrong at most 1 time in 20. Infinite for fewer than two runs.
 */
export function apartBetweenRuns(runs: readonly (readonly number[])[]): number {
  const freedom = runs.length - 1;
  if (freedom < 1) return Infinity;
  return studentQuantile(freedom) * Math.sqrt((2 * squaresOf(runs.map(meanOf))) / freedom);
}
