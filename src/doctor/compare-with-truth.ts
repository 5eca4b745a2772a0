import type { DoctorAttempt, DoctorCheck, DoctorFigures, Tally } from "../model/index.ts";
import type { Truth } from "../servers/index.ts";
import { type Histogram, latenciesOf, mergeLatencies, sum } from "../stats/index.ts";
import { latencyText, percent, whole } from "../text/index.ts";

export type Terms = {
  /** Places for concurrent requests; absent in the open model. */
  places: number | undefined;
  /** Times are checked only where noise, or opening a connection, cannot have changed them. */
  loose: boolean;
  /** The recorder sends too few requests for a p99, and is not meant to be fast. */
  few: boolean;
};

export const compareWithTruth = (tally: Tally, truth: Truth, terms: Terms): DoctorAttempt => ({
  truth: trueFigures(tally, truth),
  measured: measuredFigures(tally),
  checks: [...countChecks(tally, truth, terms), ...timeChecks(tally, truth, terms)],
});

export const failed = ({ checks }: DoctorAttempt): DoctorCheck[] =>
  checks.filter(({ held }) => !held);

function trueFigures(tally: Tally, truth: Truth): DoctorFigures {
  const [delays, measured] = [delaysOf(truth), latenciesOf(tally)];
  const unread = Math.max(0, tally.counts.sent - truth.read);
  return {
    answered: truth.answered,
    unanswered: truth.dropped + truth.truncated + truth.left + truth.abandoned + unread,
    p50Us: nearestTruth(delays, 50, measured),
    p99Us: nearestTruth(delays, 99, measured),
    perSecond: trueRate(truth),
  };
}

function measuredFigures(tally: Tally): DoctorFigures {
  const { counts, drained, durationMs } = tally;
  const latencies = latenciesOf(tally);
  return {
    answered: counts.answered + drained.answered,
    unanswered: withoutResponseIn(tally),
    p50Us: latencies.getValueAtPercentile(50),
    p99Us: latencies.getValueAtPercentile(99),
    perSecond: (1000 * counts.answered) / durationMs,
  };
}

/** Clocks are read at slightly different moments. */
const CLOCK_SLACK = 0.002;

const countChecks = (tally: Tally, truth: Truth, { places }: Terms): DoctorCheck[] => [
  conservation(tally),
  checkResponses(tally, truth),
  checkWithout(tally, truth),
  statuses(tally, truth),
  unasked(tally, truth),
  requests(truth),
  ...(places === undefined ? [] : [matching(tally, places)]),
];

/** Requests that got no response in the end: counted in time, withdrawn, or lost while draining. */
const withoutResponseIn = ({ counts, drained }: Tally): number =>
  sum(Object.values(counts.unanswered)) + counts.withdrawn + lateIn({ counts, drained });

const lateIn = ({ counts, drained }: Pick<Tally, "counts" | "drained">): number =>
  counts.inFlight - drained.answered - drained.silent;

const count = (name: DoctorCheck["name"], held: boolean, text: string): DoctorCheck => ({
  name,
  kind: "count",
  held,
  text,
});

function conservation({ counts, drained }: Tally): DoctorCheck {
  const { sent, answered, unanswered, withdrawn, inFlight } = counts;
  const accounted = answered + sum(Object.values(unanswered)) + withdrawn + inFlight;
  const held = sent === accounted && drained.silent === 0 && lateIn({ counts, drained }) >= 0;
  const silent = `${whole(drained.silent)} without any event at the end`;
  const text = `${whole(sent)} sent, ${whole(accounted)} accounted for, ${silent}`;
  return count("conservation", held, text);
}

function checkResponses({ counts, drained }: Tally, truth: Truth): DoctorCheck {
  const measured = counts.answered + drained.answered;
  const text = `the server sent ${whole(truth.answered)} responses, measured ${whole(measured)}`;
  return count("answered", measured === truth.answered && measured > 0, text);
}

/** A request that was refused or reset may never have been read, so the server cannot count it. */
function checkWithout(tally: Tally, truth: Truth): DoctorCheck {
  const measured = withoutResponseIn(tally);
  const unread = tally.counts.sent - truth.read;
  const { refused = 0, reset = 0 } = tally.counts.unanswered;
  const known = truth.dropped + truth.truncated + truth.left + truth.abandoned;
  return count(
    "unanswered",
    unread >= 0 && unread <= refused + reset && measured === known + unread,
    `the server read ${whole(truth.read)} and left ${whole(known)} without a response; ` +
      `measured: ${whole(tally.counts.sent)} sent, ${whole(measured)} without one`,
  );
}

/** For each status, the count that the server sent, minus the responses after the end of the round. */
function statuses(tally: Tally, truth: Truth): DoctorCheck {
  const all = [...new Set([...Object.keys(truth.statuses), ...Object.keys(tally.statuses)])];
  const pairs = all.toSorted().map((status) => {
    const [sent, seen] = [truth.statuses[status]?.count ?? 0, tally.statuses[status]?.count ?? 0];
    return { missing: sent - seen, text: `${status} ×${whole(sent)} → ${whole(seen)}` };
  });
  const { answered } = tally.drained;
  const held =
    pairs.every(({ missing }) => missing >= 0) &&
    sum(pairs.map(({ missing }) => missing)) === answered;
  const list = pairs.map(({ text }) => text).join(", ");
  return count("statuses", held, `${list}; ${whole(answered)} more after the end of the round`);
}

function unasked(tally: Tally, { extra }: Truth): DoctorCheck {
  const text = `the server sent ${whole(extra)} unrequested responses, measured ${whole(tally.unasked)}`;
  return count("unasked", extra === tally.unasked, text);
}

function requests({ read, unlike, repeated }: Truth): DoctorCheck {
  const differing = `${whole(unlike)} differed from the stated one`;
  const text = `of ${whole(read)} requests, ${differing}, ${whole(repeated)} repeated an earlier id`;
  return count("requests", unlike === 0 && repeated === 0 && read > 0, text);
}

/** The total time of all requests is at most places times duration: a wrongly matched response breaks this at once. */
function matching({ latencySumUs, drained, durationMs }: Tally, places: number): DoctorCheck {
  const share = (latencySumUs + drained.waitedUs) / (durationMs * 1000 * places);
  const text = `requests were in flight for ${percent(share)} of the available time`;
  return count("matching", share <= 1 + CLOCK_SLACK, text);
}

const SHARE = 0.05;
const NEAR_US = 300;
/** Throughput is a count over a time that both sides measure, so it is wrong only if a clock is. */
const RATE_SHARE = 0.1;
/** For rows that mainly check counts: a limit that noise does not exceed, but mismatched responses do. */
const FACTOR = 3;
const NOISE_US = { 50: 5000, 99: 25_000 } as const;

type Percentile = keyof typeof NOISE_US;

function timeChecks(tally: Tally, truth: Truth, terms: Terms): DoctorCheck[] {
  const measured = latenciesOf(tally);
  const delays = delaysOf(truth);
  const codes = Object.keys(truth.statuses);
  const p50 = latency("p50", "p50", 50, delays, measured, terms);
  if (terms.few) return [p50];
  return [
    p50,
    latency("p99", "p99", 99, delays, measured, terms),
    ...(codes.length < 2 ? [] : codes.flatMap((code) => ofStatus(code, tally, truth, terms))),
    ...(terms.loose ? [] : [throughput(tally, truth)]),
  ];
}

const delaysOf = ({ statuses }: Truth): Histogram =>
  mergeLatencies(Object.values(statuses).map(({ delay }) => delay));

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

const near = (us: number, trueUs: number): boolean =>
  Math.abs(us - trueUs) <= Math.max(NEAR_US, SHARE * trueUs);

const notAbsurd = (us: number, trueUs: number, percentile: Percentile): boolean =>
  Math.abs(us - trueUs) <= NOISE_US[percentile] || (us <= FACTOR * trueUs && trueUs <= FACTOR * us);

/**
 * The true percentile. Responses that the server sent after the end of the round are among its delays but not among the
 * latencies, which shifts the rank. Of the values that the true percentile may have, this is the nearest to the measured one.
 */
function nearestTruth(delays: Histogram, percentile: number, measured: Histogram): number {
  const us = measured.getValueAtPercentile(percentile);
  const missing = Math.max(0, delays.totalCount - measured.totalCount) + 1;
  const ranks = (100 * missing) / Math.max(1, delays.totalCount);
  const low = delays.getValueAtPercentile(Math.max(0, percentile - ranks));
  const high = delays.getValueAtPercentile(Math.min(100, percentile + ranks));
  return Math.min(high, Math.max(low, us));
}

function throughput({ counts, durationMs }: Tally, truth: Truth): DoctorCheck {
  const measured = (1000 * counts.answered) / durationMs;
  const real = trueRate(truth);
  const off = real === 0 ? 1 : measured / real - 1;
  return {
    name: "throughput",
    kind: "time",
    held: Math.abs(off) <= RATE_SHARE,
    text: `${whole(measured)} responses per second where the truth is ${whole(real)} (${percent(off)})`,
  };
}

const trueRate = ({ activeMs, answered }: Truth): number =>
  activeMs === 0 ? 0 : (1000 * answered) / activeMs;
