import type { Histogram } from "hdr-histogram-js";
import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import type { LatencyFigures, Tally } from "../model/index.ts";

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

/** The latencies of all statuses of these tallies together. */
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
