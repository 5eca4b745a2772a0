import { type Shift, sum, unpairedShift } from "./exact-ranks.ts";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { mersenne } from "pure-rand/generator/mersenne";

export type Failures = { sent: number; failed: number };

/** Fisher's exact test, one-sided: the probability that so many failures, or more, are among those `now`, if both shares are the same. */
export function fisherTail(before: Failures, now: Failures): number {
  const failed = before.failed + now.failed;
  const most = Math.min(failed, now.sent);
  const logAll = logChoose(before.sent + now.sent, now.sent);
  let sum = 0;
  for (let count = now.failed; count <= most; count += 1) {
    const others = now.sent - count;
    const passed = before.sent + now.sent - failed;
    if (others > passed) continue;
    sum += Math.exp(logChoose(failed, count) + logChoose(passed, others) - logAll);
  }
  return Math.min(1, sum);
}

const logChoose = (of: number, some: number): number =>
  logFactorial(of) - logFactorial(some) - logFactorial(of - some);

const LOGS = [0];

function logFactorial(of: number): number {
  for (let at = LOGS.length; at <= of; at += 1) LOGS.push((LOGS[at - 1] ?? 0) + Math.log(at));
  return LOGS[of] ?? 0;
}

/** The 97.5% quantile of the standard normal distribution: an interval of 95% has 2.5% on each side. */
const Z = 1.959964;

/** 95%, as shares: E. B. Wilson, "Probable Inference", J. Am. Stat. Assoc. 22 (1927). 0 to 1 if nothing was tried. */
export function wilsonInterval(count: number, of: number): { low: number; high: number } {
  if (of === 0) return { low: 0, high: 1 };
  const share = count / of;
  const scale = 1 + Z ** 2 / of;
  const centre = (share + Z ** 2 / (2 * of)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

const meanOf = (values: readonly number[]): number => sum(values) / values.length;

const squaresOf = (values: readonly number[]): number => {
  const mean = meanOf(values);
  return sum(values.map((each) => (each - mean) ** 2));
};

/** Each bound is wrong at most 1 time in 20: the quantile 0.95 of the normal distribution. */
const Z_95 = 1.644_853_627;

/** Student's t, quantile 0.95: exact for 1 and 2, else Abramowitz and Stegun (26.7.5), which is right to 0.3%. */
export function studentQuantile(freedom: number): number {
  if (freedom === 1) return 6.313_751_515;
  if (freedom === 2) return 2.919_985_58;
  const terms = [
    (Z_95 ** 3 + Z_95) / 4,
    (5 * Z_95 ** 5 + 16 * Z_95 ** 3 + 3 * Z_95) / 96,
    (3 * Z_95 ** 7 + 19 * Z_95 ** 5 + 17 * Z_95 ** 3 - 15 * Z_95) / 384,
  ];
  return Z_95 + sum(terms.map((term, at) => term / freedom ** (at + 1)));
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

/** How far two runs of an unchanged server may be apart: t(R - 1) s √2, wrong at most 1 time in 20 a side. Infinite below two runs. */
export function apartBetweenRuns(runs: readonly (readonly number[])[]): number {
  const freedom = runs.length - 1;
  if (freedom < 1) return Infinity;
  return studentQuantile(freedom) * Math.sqrt((2 * squaresOf(runs.map(meanOf))) / freedom);
}

const PERMUTATIONS = 2000;
const SEED = 1;

/** Requests that got a response in the end, and sendings of them that were lost before. */
type LossGroup = { kept: number; lost: number };

/** The probability of such uneven losses if all are lost alike: G summed over strata, by random permutation (Good, Permutation Tests, 2000). */
export function unevenLosses(strata: readonly LossGroup[][]): number {
  const random = mersenne(SEED);
  const known = strata.map(stratumOf);
  const found = known.reduce((sum, each) => sum + unevenness(each, each.found), 0);
  let asUneven = 1;
  for (let nth = 0; nth < PERMUTATIONS; nth += 1) {
    const total = known.reduce((sum, each) => sum + unevenness(each, permuted(each, random)), 0);
    if (total >= found - 1e-9) asUneven += 1;
  }
  return asUneven / (PERMUTATIONS + 1);
}

/** `ends` are the numbers of requests up to each group. */
type Stratum = { groups: readonly LossGroup[]; ends: number[]; lost: number; found: Counts };
type Counts = Map<number, number>;

function stratumOf(groups: readonly LossGroup[]): Stratum {
  let kept = 0;
  const ends = groups.map((group) => (kept += group.kept));
  const found: Counts = new Map(groups.map(({ lost }, at) => [at, lost]));
  return { groups, ends, lost: groups.reduce((sum, { lost }) => sum + lost, 0), found };
}

/** Half of G; unlike Pearson's statistic, a single loss in a very small group does not decide it. */
function unevenness({ groups, ends, lost }: Stratum, counts: Counts): number {
  const kept = ends.at(-1) ?? 0;
  let sum = 0;
  for (const [at, count] of counts) {
    const expected = (lost * (groups[at]?.kept ?? 0)) / kept;
    if (count > 0) sum += count * Math.log(count / expected);
  }
  return sum;
}

/** A loss belongs to the request after it: each further loss goes to one as likely as its losses plus one (Pólya's urn). */
function permuted({ ends, lost }: Stratum, random: ReturnType<typeof mersenne>): Counts {
  const counts: Counts = new Map();
  const kept = ends.at(-1) ?? 0;
  const drawn: number[] = [];
  for (let nth = 0; nth < lost; nth += 1) {
    const number = uniformInt(random, 0, kept + nth - 1);
    const request = number < kept ? number : (drawn[number - kept] ?? 0);
    drawn.push(request);
    const at = placeOf(request, ends);
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return counts;
}

function placeOf(drawn: number, ends: readonly number[]): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (drawn < (ends[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}
