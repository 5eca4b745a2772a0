import type { Round, Tally } from "../model/load.ts";
import { latenciesOf } from "../stats/latency.ts";
import { counted, significant } from "../text/numbers.ts";
import { sum } from "../stats/spread.ts";
import type { JudgedRun } from "./judged-run.ts";
import { signatureFits } from "./outcome-words.ts";
import type { Metric } from "./parse-threshold.ts";

/** A figure of a load: of all rounds together, and of each. Milliseconds, responses per second, a share, or a count. */
export type Measured = { whole: number; each: number[] };

/** Measures a figure in a run; a sentence if there is nothing to measure. */
export function measure(metric: Metric, { gate, summary }: JudgedRun): Measured | string {
  const { load } = summary;
  if (load === undefined) return "there was no load in this run";
  if (load.options.sweep) return "the load was a sweep: its rounds differ in the offered load";
  const rounds = gate.run.load.rounds.filter(({ tally }) => tally.counts.answered > 0);
  if (rounds.length === 0) return "no request got a response under load";
  const of = (some: readonly Round[]): number =>
    figure(
      metric,
      some.map(({ tally }) => tally),
      load.expectedStatuses,
    );
  return { whole: of(rounds), each: rounds.map((round) => of([round])) };
}

function figure(metric: Metric, tallies: readonly Tally[], expected: readonly string[]): number {
  const seconds = sum(tallies.map(({ durationMs }) => durationMs)) / 1000;
  const responses = sum(tallies.map(({ counts }) => counts.answered));
  switch (metric.kind) {
    case "latency":
      return latency(metric.percentile, tallies);
    case "throughput":
      return responses / seconds;
    case "goodput":
      return (expected.length === 0 ? responses : countOf(expected, tallies)) / seconds;
    case "unanswered":
      return withoutResponse(tallies);
    case "status":
      return countOf([metric.word], tallies) / (responses + withoutResponse(tallies));
  }
}

function latency(percentile: number | "avg", tallies: readonly Tally[]): number {
  const histogram = latenciesOf(...tallies);
  const us = percentile === "avg" ? histogram.mean : histogram.getValueAtPercentile(percentile);
  return us / 1000;
}

const countOf = (words: readonly string[], tallies: readonly Tally[]): number =>
  sum(
    tallies.flatMap(({ statuses }) =>
      Object.entries(statuses).map(([status, { count }]) =>
        signatureFits(words as Parameters<typeof signatureFits>[0], status) ? count : 0,
      ),
    ),
  );

/** Ended without a response in a round or its drain, or hung then. */
const withoutResponse = (tallies: readonly Tally[]): number =>
  sum(
    tallies.flatMap(({ counts, drained }) => [
      ...Object.values(counts.unanswered),
      drained.ended,
      drained.silent,
    ]),
  );

/** A measured figure with enough digits to differ from its limit: `3.104 ms`, `97.91%`. */
export function figureText({ kind }: Metric, value: number): string {
  switch (kind) {
    case "latency":
      return `${significant(value, 4)} ms`;
    case "throughput":
    case "goodput":
      return `${significant(value, 5)}/s`;
    case "status":
      // Rounded down: 100% means all of them.
      return `${Math.floor(value * 10_000 + 1e-6) / 100}%`;
    case "unanswered":
      return counted(value, "request");
  }
}
