import type { DoctorAttempt, DoctorCheck, DoctorFigures, Tally } from "../model/index.ts";
import type { Truth } from "../servers/index.ts";
import { mergeLatencies, sum } from "../stats/index.ts";
import { countChecks, withoutResponseIn } from "./count-checks.ts";
import { nearestTruth, timeChecks } from "./time-checks.ts";

/** The checks of `doctor`, and their tolerances. */
export type Terms = {
  /** Places for concurrent requests; absent in the open model. */
  places: number | undefined;
  /** Times are checked only where noise, or opening a connection, cannot have changed them. */
  loose: boolean;
  /** The recorder sends too few requests for a p99, and is not meant to be fast. */
  few: boolean;
};

/** Compares a server's own counts and times with the measured ones. */
export function compareWithTruth(tally: Tally, truth: Truth, terms: Terms): DoctorAttempt {
  return {
    truth: trueFigures(tally, truth),
    measured: measuredFigures(tally),
    checks: [...countChecks(tally, truth, terms), ...timeChecks(tally, truth, terms)],
  };
}

export const failed = ({ checks }: DoctorAttempt): DoctorCheck[] =>
  checks.filter(({ held }) => !held);

function trueFigures(tally: Tally, truth: Truth): DoctorFigures {
  const delays = mergeLatencies(Object.values(truth.statuses).map(({ delay }) => delay));
  const measured = mergeLatencies(Object.values(tally.statuses).map(({ latency }) => latency));
  const unread = Math.max(0, tally.counts.sent - truth.read);
  return {
    answered: truth.answered,
    unanswered: truth.dropped + truth.truncated + truth.left + truth.abandoned + unread,
    p50Us: nearestTruth(delays, 50, measured),
    p99Us: nearestTruth(delays, 99, measured),
    perSecond: truth.activeMs === 0 ? 0 : (1000 * truth.answered) / truth.activeMs,
  };
}

function measuredFigures(tally: Tally): DoctorFigures {
  const { counts, drained, statuses, durationMs } = tally;
  const latencies = mergeLatencies(Object.values(statuses).map(({ latency }) => latency));
  return {
    answered: counts.answered + drained.answered,
    unanswered: sum(Object.values(withoutResponseIn(tally))),
    p50Us: latencies.getValueAtPercentile(50),
    p99Us: latencies.getValueAtPercentile(99),
    perSecond: (1000 * counts.answered) / durationMs,
  };
}
