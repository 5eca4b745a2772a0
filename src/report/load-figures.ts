import type { LatencyFigures, LoadCheck, LoadFigures } from "../model/load-summary.ts";
import { number } from "../stats/load-words.ts";

/** The columns of latencies, in the order in which they are printed everywhere. */
export const latencyColumns: readonly (readonly [string, (us: LatencyFigures) => number])[] = [
  ["p50", (us) => us.p50],
  ["p90", (us) => us.p90],
  ["p95", (us) => us.p95],
  ["p99", (us) => us.p99],
  ["p99.9", (us) => us.p999],
  ["max", (us) => us.max],
  ["mean", (us) => us.mean],
];

/** The checks that did not hold. */
export const failedChecks = ({ checks }: LoadFigures): LoadCheck[] =>
  checks.filter(({ held }) => !held);

const isLowerBound = (figures: LoadFigures): boolean =>
  failedChecks(figures).some(({ name }) => name === "generator");

/** A rate of these figures; where the generator was the limit it is marked as a lower bound. */
export const boundedRate = (figures: LoadFigures, rate: number): string =>
  (isLowerBound(figures) ? "≥ " : "") + number(rate);
