import type { Tally, WithoutResponse } from "../model/index.ts";
import { encodeLatency, mergeLatencies } from "./latency.ts";

/**
 * Adds up tallies of several generators in the same slot, or of one in several slots. Counts and
 * histograms add up; the duration is the mean for the same slot and the sum for several.
 */
export function mergeTallies(tallies: readonly Tally[], slots: "same" | "several"): Tally {
  const sum = (of: (tally: Tally) => number): number =>
    tallies.reduce((total, tally) => total + of(tally), 0);
  const durationMs = sum((tally) => tally.durationMs);
  const service = histogramsOf(tallies, (tally) => tally.service);
  const late = histogramsOf(tallies, (tally) => tally.late);
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
    dropped: {
      busy: sum(({ dropped }) => dropped.busy),
      late: sum(({ dropped }) => dropped.late),
    },
    statuses: mergeStatuses(tallies),
    latencySumUs: sum((tally) => tally.latencySumUs),
    ...(service !== undefined && { service }),
    ...(late !== undefined && { late }),
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

function histogramsOf(
  tallies: readonly Tally[],
  of: (tally: Tally) => string | undefined,
): string | undefined {
  const encoded = tallies.map(of).filter((each) => each !== undefined);
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
  return Object.fromEntries(
    statuses.map((status) => {
      const found = tallies.flatMap((tally) => tally.statuses[status] ?? []);
      return [
        status,
        {
          count: found.reduce((total, { count }) => total + count, 0),
          latency: encodeLatency(mergeLatencies(found.map(({ latency }) => latency))),
        },
      ];
    }),
  );
}

type Intervals = Tally["intervals"];

function addIntervals(tallies: readonly Tally[]): Intervals {
  const all = tallies.map(({ intervals }) => intervals);
  const length = Math.max(...all.map(({ answered }) => answered.length));
  const column = (of: (each: Intervals) => number[]): number[] =>
    Array.from({ length }, (_, at) => all.reduce((total, each) => total + (of(each)[at] ?? 0), 0));
  return {
    everyMs: all[0]?.everyMs ?? 1,
    answered: column(({ answered }) => answered),
    latencySumUs: column(({ latencySumUs }) => latencySumUs),
  };
}

const joinIntervals = (tallies: readonly Tally[]): Intervals => ({
  everyMs: tallies[0]?.intervals.everyMs ?? 1,
  answered: tallies.flatMap(({ intervals }) => intervals.answered),
  latencySumUs: tallies.flatMap(({ intervals }) => intervals.latencySumUs),
});
