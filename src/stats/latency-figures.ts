import type { LatencyFigures } from "../model/load-summary.ts";
import type { Histogram } from "./latency.ts";

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
