import { scaleLinear, scaleLog } from "d3-scale";
import type { Tick } from "./labels.ts";
import { significant } from "../../../text/index.ts";

/** If the ratio of maximum and usual values exceeds this, a linear axis cannot show both. */
const WIDE = 20;
/** The same if several lines must be distinguished. */
const WIDE_FOR_MANY = 5;
/** If the minimum is more than this share of the maximum, an axis from 0 shows a flat line. */
const CLOSE = 0.5;
/** An axis that does not start at 0 covers at least this share of the maximum: less is noise. */
const LEAST_COVERED = 0.2;
const TICKS = 5;
/** With more powers of ten than this, only these are labelled. */
const CLOSE_DECADES = 2.2;

/** An axis of latencies, drawn upwards from `bottom` to `top`. */
type LatencyAxis = {
  log: boolean;
  title: string;
  /** Pixels for microseconds. */
  y: (us: number) => number;
  ticks: Tick[];
};

/** An axis from 0; from near `least` if `many` lines are close together; logarithmic if `most` is far above `usual`. All in microseconds. */
export function latencyAxis(
  { least, usual, most, many }: { least: number; usual: number; most: number; many: boolean },
  { top, bottom }: { top: number; bottom: number },
): LatencyAxis {
  const unit = most >= 10_000_000 ? { name: "s", us: 1_000_000 } : { name: "ms", us: 1000 };
  const log = usual > 0 && most / usual > (many ? WIDE_FOR_MANY : WIDE);
  const close = many && !log && least > CLOSE * most;
  const title = `latency, ${unit.name}${log ? " (logarithmic)" : close ? " (not from 0)" : ""}`;
  const [low, high] = [Math.max(least, 1) / unit.us, Math.max(most, 1) / unit.us];
  const from = close ? Math.min(low, (1 - LEAST_COVERED) * high) : 0;
  const drawn = log
    ? logarithmic(low, high, unit.us, top, bottom)
    : linear(from, high, unit.us, top, bottom);
  return { log, title, ...drawn };
}

function linear(low: number, high: number, unitUs: number, top: number, bottom: number) {
  const scale = scaleLinear().domain([low, high]).nice(TICKS).range([bottom, top]);
  return {
    y: (us: number) => scale(us / unitUs),
    ticks: scale.ticks(TICKS).map((value) => ({ at: scale(value), label: axisNumber(value) })),
  };
}

function logarithmic(low: number, high: number, unitUs: number, top: number, bottom: number) {
  const steps = roundNumbers(low, high);
  const [first = low, last = high] = [steps[0], steps.at(-1)];
  const scale = scaleLog().domain([first, last]).range([bottom, top]);
  const close = Math.log10(last / first) <= CLOSE_DECADES;
  const written = steps.filter((step) => close || Number.isInteger(exponent(step)));
  return {
    y: (us: number) => scale(Math.max(us / unitUs, first)),
    ticks: written.map((value) => ({ at: scale(value), label: axisNumber(value) })),
  };
}

const exponent = (value: number): number => Number(Math.log10(value).toFixed(6));

/** 1, 2, 5, 10, ... from at most `low` to at least `high`. */
function roundNumbers(low: number, high: number): number[] {
  const all: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1)
    for (const digit of [1, 2, 5]) all.push(Number((digit * 10 ** power).toPrecision(1)));
  const from = all.findLastIndex((each) => each <= low);
  const to = all.findIndex((each) => each >= high);
  return all.slice(Math.max(0, from), to < 0 ? all.length : to + 1);
}

/** A number of an axis, without superfluous digits. */
export const axisNumber = (value: number): string => significant(value, 6);

/** The maximum number of labelled percentiles: a run of load has too few responses for 99.99999%. */
const MOST_NINES = 7;
const ALIKE = 1e-6;

/**
 * The position of a percentile (0 to 1) on HdrHistogram's axis, in factors of ten of 1 / (1 - p):
 * 50% at 0.3, 90% at 1, 99% at 2, 99.9% at 3. All steps are equally wide, and each shows a tenth of
 * the remaining responses.
 */
export const nines = (percentile: number): number => -Math.log10(1 - percentile);

export const samePercentile = (a: number, b: number): boolean =>
  Math.abs(nines(a) - nines(b)) < ALIKE;

/** 0.5 as "50%", 0.9999 as "99.99%". */
export const percentileText = (percentile: number): string =>
  `${Number((percentile * 100).toFixed(MOST_NINES))}%`;

/** The commonly used percentiles, up to this many nines. */
export function namedPercentiles(upTo: number): number[] {
  const powers = Array.from({ length: MOST_NINES }, (_, at) => 1 - 10 ** -(at + 1));
  return [0, 0.5, ...powers].filter((each) => nines(each) <= upTo + ALIKE);
}
