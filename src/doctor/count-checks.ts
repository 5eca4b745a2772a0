import type { DoctorCheck, Tally } from "../model/index.ts";
import type { Truth } from "../servers/index.ts";
import { percent, whole } from "../text/index.ts";
import { sum } from "../stats/index.ts";

/** Clocks are read at slightly different moments. */
const CLOCK_SLACK = 0.002;

/** Checks of counts: all must be exact. */
export const countChecks = (
  tally: Tally,
  truth: Truth,
  terms: { places: number | undefined },
): DoctorCheck[] => [
  conservation(tally),
  checkResponses(tally, truth),
  checkWithout(tally, truth),
  statuses(tally, truth),
  unasked(tally, truth),
  requests(truth),
  ...(terms.places === undefined ? [] : [matching(tally, terms.places)]),
];

/** Requests without a response: counted in time, withdrawn, or lost while draining. */
export function withoutResponseIn({ counts, drained }: Tally) {
  return {
    inTime: sum(Object.values(counts.unanswered)),
    withdrawn: counts.withdrawn,
    late: counts.inFlight - drained.answered - drained.silent,
  };
}

const count = (name: DoctorCheck["name"], held: boolean, text: string): DoctorCheck => ({
  name,
  kind: "count",
  held,
  text,
});

function conservation({ counts, drained }: Tally): DoctorCheck {
  const accounted =
    counts.answered + sum(Object.values(counts.unanswered)) + counts.withdrawn + counts.inFlight;
  const late = counts.inFlight - drained.answered - drained.silent;
  return count(
    "conservation",
    counts.sent === accounted && drained.silent === 0 && late >= 0,
    `${whole(counts.sent)} sent, ${whole(accounted)} accounted for, ${whole(drained.silent)} without any event at the end`,
  );
}

function checkResponses({ counts, drained }: Tally, truth: Truth): DoctorCheck {
  const measured = counts.answered + drained.answered;
  return count(
    "answered",
    measured === truth.answered && measured > 0,
    `the server sent ${whole(truth.answered)} responses, measured ${whole(measured)}`,
  );
}

/** A request that was refused or reset may never have been read, so the server cannot count it. */
function checkWithout(tally: Tally, truth: Truth): DoctorCheck {
  const measured = sum(Object.values(withoutResponseIn(tally)));
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

/**
 * For each status, the count that the server sent, minus the responses after the end of the round.
 */
function statuses(tally: Tally, truth: Truth): DoctorCheck {
  const all = [...new Set([...Object.keys(truth.statuses), ...Object.keys(tally.statuses)])];
  const pairs = all.toSorted().map((status) => ({
    status,
    true: truth.statuses[status]?.count ?? 0,
    measured: tally.statuses[status]?.count ?? 0,
  }));
  const missing = pairs.map((pair) => pair.true - pair.measured);
  const held = missing.every((each) => each >= 0) && sum(missing) === tally.drained.answered;
  const list = pairs.map((pair) => `${pair.status} ×${whole(pair.true)} → ${whole(pair.measured)}`);
  return count(
    "statuses",
    held,
    `${list.join(", ")}; ${whole(tally.drained.answered)} more after the end of the round`,
  );
}

/** Second responses to one request. */
const unasked = (tally: Tally, truth: Truth): DoctorCheck =>
  count(
    "unasked",
    truth.extra === tally.unasked,
    `the server sent ${whole(truth.extra)} unrequested responses, measured ${whole(tally.unasked)}`,
  );

function requests({ read, unlike, repeated }: Truth): DoctorCheck {
  return count(
    "requests",
    unlike === 0 && repeated === 0 && read > 0,
    `of ${whole(read)} requests, ${whole(unlike)} differed from the stated one, ${whole(repeated)} repeated an earlier id`,
  );
}

/**
 * The total time of all requests cannot exceed places times duration. A response that is matched
 * with an older request breaks this law immediately.
 */
function matching({ latencySumUs, drained, durationMs }: Tally, places: number): DoctorCheck {
  const share = (latencySumUs + drained.waitedUs) / (durationMs * 1000 * places);
  return count(
    "matching",
    share <= 1 + CLOCK_SLACK,
    `requests were in flight for ${percent(share)} of the available time`,
  );
}
