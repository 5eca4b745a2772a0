import type { Round, Tally } from "../model/index.ts";
import { latenciesOf, sum } from "../stats/index.ts";
import { counted, significant } from "../text/index.ts";
import type { JudgedRun } from "./judged-run.ts";
import { signatureFits } from "./outcome-words.ts";
import type { Metric } from "./parse-threshold.ts";

/** A figure of a load: of all rounds together, and of each. Milliseconds, responses per second, a share, or a count. */
export type Measured = { whole: number; each: number[] };

/** Measures a figure in a run; a sentence if it cannot be measured. */
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

/** Significant digits, or decimals of a percentage, that a figure has at most. */
const MOST_DIGITS = 12;

/** A measured figure with enough digits to differ from its limit, if it does: `3.104 ms`, `97.91%`, `0.0016%`. */
export function figureText({ kind }: Metric, value: number, limit: number): string {
  switch (kind) {
    case "latency":
      return `${exactly(value, limit, 4)} ms`;
    case "throughput":
    case "goodput":
      return `${exactly(value, limit, 5)}/s`;
    case "status": {
      const percent = value * 100;
      // Rounded down: 100% means all of them.
      const down = (decimals: number): number =>
        Math.floor(percent * 10 ** decimals + 1e-6) / 10 ** decimals;
      return `${down(apart(percent, Number((limit * 100).toPrecision(MOST_DIGITS)), 2, down))}%`;
    }
    case "unanswered":
      return counted(value, "request");
  }
}

const exactly = (value: number, limit: number, from: number): string =>
  significant(
    value,
    apart(value, limit, from, (digits) => Number(value.toPrecision(digits))),
  );

/** With how many digits, `from` or more, a figure differs from its limit and from 0. */
function apart(
  value: number,
  limit: number,
  from: number,
  shown: (digits: number) => number,
): number {
  let digits = from;
  const isHidden = (other: number): boolean => value !== other && shown(digits) === other;
  while (digits < MOST_DIGITS && (isHidden(limit) || isHidden(0))) digits += 1;
  return digits;
}
