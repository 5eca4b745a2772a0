/** How many percentiles the axis names at most: 99.99999% is beyond what a run of load has answers for. */
const MOST_NINES = 7;
const ALIKE = 1e-6;

/**
 * Where a percentile (0 to 1) stands on HdrHistogram's axis, in factors of ten of 1 / (1 - p):
 * 50% at 0.3, 90% at 1, 99% at 2, 99.9% at 3. Each step is as wide as the one before, and shows a
 * tenth of the answers that are left.
 */
export const nines = (percentile: number): number => -Math.log10(1 - percentile);

export const samePercentile = (a: number, b: number): boolean =>
  Math.abs(nines(a) - nines(b)) < ALIKE;

/** 0.5 as "50%", 0.9999 as "99.99%". */
export const percentileText = (percentile: number): string =>
  `${Number((percentile * 100).toFixed(MOST_NINES))}%`;

/** The percentiles that a reader looks for, up to so many nines. */
export function namedPercentiles(upTo: number): number[] {
  const powers = Array.from({ length: MOST_NINES }, (_, at) => 1 - 10 ** -(at + 1));
  return [0, 0.5, ...powers].filter((each) => nines(each) <= upTo + ALIKE);
}
