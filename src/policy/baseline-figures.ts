import type { BaselineRound } from "../model/index.ts";
import type { Metric } from "./parse-threshold.ts";

/** The figures that a baseline keeps of each round, by the names that thresholds give them. */
const FIELDS: Record<string, keyof BaselineRound> = {
  throughput: "throughput",
  goodput: "goodput",
  avg: "avg",
  "p(50)": "p50",
  "p(90)": "p90",
  "p(95)": "p95",
  "p(99)": "p99",
  "p(99.9)": "p999",
  max: "max",
};

/** Names of those figures. */
export const BASELINE_FIGURES: readonly string[] = Object.keys(FIELDS);

/** A figure of one round of a baseline, in the unit of thresholds; undefined if the round does not have it. */
export function baselineFigure(metric: Metric, round: BaselineRound): number | undefined {
  const field = FIELDS[nameOf(metric)];
  if (field === undefined) return undefined;
  return metric.kind === "latency" ? round[field] / 1000 : round[field];
}

function nameOf(metric: Metric): string {
  if (metric.kind !== "latency") return metric.kind;
  if (metric.percentile === "avg") return "avg";
  return metric.percentile === 100 ? "max" : `p(${metric.percentile})`;
}
