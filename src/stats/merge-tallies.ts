import type { Shard, Tally, WithoutResponse, LatencyFigures } from "../model/index.ts";
import type { Histogram } from "hdr-histogram-js";
import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64 } from "hdr-histogram-js";

/** Adds up tallies of one slot or of several: the duration is the mean for the same slot, and the sum for several. */
export function mergeTallies(tallies: readonly Tally[], slots: "same" | "several"): Tally {
  const sum = (of: (tally: Tally) => number): number =>
    tallies.reduce((total, tally) => total + of(tally), 0);
  const durationMs = sum((tally) => tally.durationMs);
  return {
    durationMs: slots === "same" ? durationMs / tallies.length : durationMs,
    counts: {
      sent: sum(({ counts }) => counts.sent),
      answered: sum(({ counts }) => counts.answered),
      unanswered: addOutcomes(tallies.map(({ counts }) => counts.unanswered)),
      withdrawn: sum(({ counts }) => counts.withdrawn),
      inFlight: sum(({ counts }) => counts.inFlight),
    },
    drained: {
      forMs: Math.max(...tallies.map(({ drained }) => drained.forMs)),
      answered: sum(({ drained }) => drained.answered),
      waitedUs: sum(({ drained }) => drained.waitedUs),
      ended: sum(({ drained }) => drained.ended),
      silent: sum(({ drained }) => drained.silent),
    },
    unasked: sum((tally) => tally.unasked),
    dropped: { busy: sum(({ dropped }) => dropped.busy), late: sum(({ dropped }) => dropped.late) },
    statuses: mergeStatuses(tallies),
    // Each of several slots has its own moments.
    ...(slots === "same" &&
      tallies.some(({ firstMs }) => firstMs) && { firstMs: mergeFirst(tallies) }),
    latencySumUs: sum((tally) => tally.latencySumUs),
    service: mergeEncoded(tallies.map(({ service }) => service)),
    late: mergeEncoded(tallies.map(({ late }) => late)),
    receivedBytes: sum((tally) => tally.receivedBytes),
    connections: {
      opened: sum(({ connections }) => connections.opened),
      failed: addOutcomes(tallies.map(({ connections }) => connections.failed)),
      openingUs: sum(({ connections }) => connections.openingUs),
    },
    ...(tallies[0]?.underWayUs !== undefined && {
      serviceSumUs: sum((tally) => tally.serviceSumUs ?? 0),
      underWayUs: sum((tally) => tally.underWayUs ?? 0),
    }),
    intervals: slots === "same" ? addIntervals(tallies) : joinIntervals(tallies),
    generators: tallies.flatMap(({ generators }) => generators),
  };
}

function mergeEncoded(histograms: readonly (string | undefined)[]): string | undefined {
  const encoded = histograms.filter((each) => each !== undefined);
  return encoded.length === 0 ? undefined : encodeLatency(mergeLatencies(encoded));
}

function addOutcomes(all: readonly WithoutResponse[]): WithoutResponse {
  const whole: WithoutResponse = {};
  for (const each of all)
    for (const [outcome, count] of Object.entries(each) as [keyof WithoutResponse, number][])
      whole[outcome] = (whole[outcome] ?? 0) + count;
  return whole;
}

function mergeStatuses(tallies: readonly Tally[]): Tally["statuses"] {
  const statuses = [...new Set(tallies.flatMap((tally) => Object.keys(tally.statuses)))].toSorted();
  const merged = statuses.map((status) => {
    const found = tallies.flatMap((tally) => tally.statuses[status] ?? []);
    const count = found.reduce((total, each) => total + each.count, 0);
    const latency = encodeLatency(mergeLatencies(found.map((each) => each.latency)));
    return [status, { count, latency }];
  });
  return Object.fromEntries(merged);
}

function mergeFirst(tallies: readonly Tally[]): Record<string, number> {
  const first: Record<string, number> = {};
  for (const { firstMs = {} } of tallies)
    for (const [word, ms] of Object.entries(firstMs))
      first[word] = Math.min(ms, first[word] ?? Infinity);
  return first;
}

type Intervals = Tally["intervals"];

/** The responses of each interval by status; undefined for several ones in a record without them. */
function intervalsByStatus({ statuses, intervals }: Tally): Intervals["statuses"] {
  const counted = Object.keys(statuses).filter((each) => (statuses[each]?.count ?? 0) > 0);
  if (intervals.statuses !== undefined || counted.length > 1) return intervals.statuses;
  return Object.fromEntries(counted.map((status) => [status, intervals.answered]));
}

/** Intervals of several tallies by `merge`: lists of each, one per tally, of the length of its intervals. */
function mergeIntervals(
  tallies: readonly Tally[],
  merge: (lists: readonly (readonly number[])[]) => number[],
): Intervals {
  const all = tallies.map(({ intervals }) => intervals);
  const known = tallies.map(intervalsByStatus).filter((each) => each !== undefined);
  const words = new Set(known.flatMap((each) => Object.keys(each)));
  const listOf = (status: string): number[] =>
    merge(all.map(({ answered }, at) => known[at]?.[status] ?? answered.map(() => 0)));
  return {
    everyMs: all[0]?.everyMs ?? 1,
    answered: merge(all.map(({ answered }) => answered)),
    latencySumUs: merge(all.map(({ latencySumUs }) => latencySumUs)),
    ...(known.length === all.length &&
      words.size > 1 && {
        statuses: Object.fromEntries([...words].map((status) => [status, listOf(status)])),
      }),
  };
}

const addIntervals = (tallies: readonly Tally[]): Intervals =>
  mergeIntervals(tallies, (lists) =>
    Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, at) =>
      lists.reduce((total, list) => total + (list[at] ?? 0), 0),
    ),
  );

const joinIntervals = (tallies: readonly Tally[]): Intervals =>
  mergeIntervals(tallies, (lists) => lists.flat());

/** The shards of one slot, each agent once, in the order of their names. */
export function distinctShards(shards: readonly Shard[]): Shard[] {
  const byAgent = new Map(shards.map((each) => [each.agent, each]));
  return [...byAgent.values()].toSorted((a, b) => (a.agent < b.agent ? -1 : 1));
}

export const mergeShards = (shards: readonly Shard[]): Tally =>
  mergeTallies(
    distinctShards(shards).map(({ tally }) => tally),
    "same",
  );

/** The time in which all agents were sending, and the responses in it. */
export type Overlap = { ms: number; answered: number };

/** The overlap of the agents' slots; of an interval partly inside, the same part of its responses counts. */
export function overlapOf(shards: readonly Shard[]): Overlap | undefined {
  const all = distinctShards(shards);
  const fromMs = Math.max(...all.map(({ beganMs }) => beganMs));
  const toMs = Math.min(...all.map(({ beganMs, tally }) => beganMs + tally.durationMs));
  if (all.length === 0 || toMs <= fromMs) return undefined;
  const answered = all.reduce((sum, shard) => sum + answeredWithin(shard, fromMs, toMs), 0);
  return { ms: toMs - fromMs, answered };
}

function answeredWithin({ beganMs, tally }: Shard, fromMs: number, toMs: number): number {
  const { everyMs, answered } = tally.intervals;
  const endMs = beganMs + tally.durationMs;
  let sum = 0;
  for (const [at, count] of answered.entries()) {
    const startMs = beganMs + at * everyMs;
    // The last interval ends with the slot.
    const stopMs = Math.min(startMs + everyMs, Math.max(endMs, startMs + 1));
    const insideMs = Math.min(stopMs, toMs) - Math.max(startMs, fromMs);
    sum += count * Math.max(0, Math.min(1, insideMs / (stopMs - startMs)));
  }
  return sum;
}

export function startSpreadMs(shards: readonly Shard[]): number {
  const began = shards.map(({ beganMs }) => beganMs);
  return Math.max(...began) - Math.min(...began);
}

export type { Histogram };

/** Three significant digits: 0.1% of any latency, in tens of kilobytes of memory. */
const DIGITS = 3;
const BUCKET_BITS = 32;
const HOUR_US = 3_600_000_000;

export const emptyLatency = (): Histogram =>
  build({
    bitBucketSize: BUCKET_BITS,
    numberOfSignificantValueDigits: DIGITS,
    lowestDiscernibleValue: 1,
    highestTrackableValue: HOUR_US,
    autoResize: true,
    useWebAssembly: false,
  });

/** Compressed and base64, in HdrHistogram's V2 encoding, which other tools read too. */
export const encodeLatency = (histogram: Histogram): string =>
  encodeIntoCompressedBase64(histogram);

export const decodeLatency = (text: string): Histogram =>
  decodeFromCompressedBase64(text, BUCKET_BITS, false);

export function mergeLatencies(encoded: readonly string[]): Histogram {
  const whole = emptyLatency();
  for (const each of encoded) whole.add(decodeLatency(each));
  return whole;
}

export const latenciesOf = (...tallies: readonly Pick<Tally, "statuses">[]): Histogram =>
  mergeLatencies(
    tallies.flatMap(({ statuses }) => Object.values(statuses).map(({ latency }) => latency)),
  );

const TICKS_PER_HALF_DISTANCE = 5;
const US_PER_MS = 1000;

/** HdrHistogram's percentile text (`.hgrm`), in milliseconds, as wrk2 prints it. */
export const hgrmText = (histogram: Histogram): string =>
  histogram.outputPercentileDistribution(TICKS_PER_HALF_DISTANCE, US_PER_MS);

/** The usual figures of a histogram of microseconds; undefined for an empty one. */
export function latencyFigures(histogram: Histogram): LatencyFigures | undefined {
  if (histogram.totalCount === 0) return undefined;
  const at = (percentile: number): number => histogram.getValueAtPercentile(percentile);
  return {
    min: at(0),
    p50: at(50),
    p90: at(90),
    p95: at(95),
    p99: at(99),
    p999: at(99.9),
    max: at(100),
    mean: histogram.mean,
  };
}
