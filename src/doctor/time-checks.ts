import type { DoctorCheck, Tally } from "../model/index.ts";
import type { Truth } from "../servers/index.ts";
import { mergeLatencies, type Histogram } from "../stats/index.ts";
import { latencyText, percent, whole } from "../text/index.ts";

const SHARE = 0.05;
const NEAR_US = 300;
/** Throughput is a count over a time that both sides measure, so it is wrong only if a clock is. */
const RATE_SHARE = 0.1;
/**
 * For rows that mainly check counts: a limit that noise does not exceed, but mismatched responses do.
 */
const FACTOR = 3;
const NOISE_US = { 50: 5000, 99: 25_000 } as const;

type Terms = { loose: boolean; few: boolean };
type Percentile = keyof typeof NOISE_US;

/**
 * Checks that latencies of all responses and of each status, and throughput, are near the truth.
 */
export function timeChecks(tally: Tally, truth: Truth, terms: Terms): DoctorCheck[] {
  const measured = mergeLatencies(Object.values(tally.statuses).map(({ latency }) => latency));
  const delays = mergeLatencies(Object.values(truth.statuses).map(({ delay }) => delay));
  const codes = Object.keys(truth.statuses);
  return [
    latency("p50", "p50", 50, delays, measured, terms),
    ...(terms.few ? [] : [latency("p99", "p99", 99, delays, measured, terms)]),
    ...(codes.length < 2 || terms.few
      ? []
      : codes.flatMap((code) => ofStatus(code, tally, truth, terms))),
    ...(terms.few || terms.loose ? [] : [throughput(tally, truth)]),
  ];
}

function ofStatus(code: string, tally: Tally, truth: Truth, terms: Terms): DoctorCheck[] {
  const [given, seen] = [truth.statuses[code], tally.statuses[code]];
  if (given === undefined || seen === undefined) return [];
  const [delays, measured] = [mergeLatencies([given.delay]), mergeLatencies([seen.latency])];
  return [latency("status-p50", `p50 of ${code}`, 50, delays, measured, terms)];
}

function latency(
  name: DoctorCheck["name"],
  label: string,
  percentile: Percentile,
  delays: Histogram,
  measured: Histogram,
  terms: Terms,
): DoctorCheck {
  const us = measured.getValueAtPercentile(percentile);
  const trueUs = nearestTruth(delays, percentile, measured);
  return {
    name,
    kind: "time",
    held: terms.loose ? notAbsurd(us, trueUs, percentile) : near(us, trueUs),
    text: `${label} is ${latencyText(us)} where the truth is ${latencyText(trueUs)}`,
  };
}

/** Within 5% or 0.3 ms. */
const near = (us: number, trueUs: number): boolean =>
  Math.abs(us - trueUs) <= Math.max(NEAR_US, SHARE * trueUs);

const notAbsurd = (us: number, trueUs: number, percentile: Percentile): boolean =>
  Math.abs(us - trueUs) <= NOISE_US[percentile] || (us <= FACTOR * trueUs && trueUs <= FACTOR * us);

/**
 * The true percentile. Responses that the server sent after the end of the round are among its
 * delays but not among the latencies, which shifts the rank. Of the values that the true percentile
 * may have, this is the nearest to the measured one.
 */
export function nearestTruth(delays: Histogram, percentile: number, measured: Histogram): number {
  const us = measured.getValueAtPercentile(percentile);
  const missing = Math.max(0, delays.totalCount - measured.totalCount) + 1;
  const ranks = (100 * missing) / Math.max(1, delays.totalCount);
  const low = delays.getValueAtPercentile(Math.max(0, percentile - ranks));
  const high = delays.getValueAtPercentile(Math.min(100, percentile + ranks));
  return Math.min(high, Math.max(low, us));
}

function throughput({ counts, durationMs }: Tally, truth: Truth): DoctorCheck {
  const measured = (1000 * counts.answered) / durationMs;
  const real = truth.activeMs === 0 ? 0 : (1000 * truth.answered) / truth.activeMs;
  const off = real === 0 ? 1 : measured / real - 1;
  return {
    name: "throughput",
    kind: "time",
    held: Math.abs(off) <= RATE_SHARE,
    text: `${whole(measured)} responses per second where the truth is ${whole(real)} (${percent(off)})`,
  };
}
