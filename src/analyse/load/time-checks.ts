import {
  textsOf,
  durationText,
  latencyText,
  percent,
  rate,
  signed,
  whole,
} from "../../text/index.ts";
import type { LatencyFigures, LoadCheck, LoadFigures, Offered, Tally } from "../../model/index.ts";
import { ceilingText, halvesOf } from "../../stats/index.ts";

/** Responses per second of a ceiling, with connections closed after this many responses if the target does so. */
type CeilingFacts = {
  perSecond: number;
  closesAfter: number | undefined;
  /** A round of the run was faster. */
  tooLow?: boolean;
};

/** The ceiling with the share of it that a rate reaches. */
export function reachedOf(
  { perSecond, closesAfter, tooLow = false }: CeilingFacts,
  rate: number,
): NonNullable<LoadFigures["ceiling"]> {
  const isLow = tooLow || rate > perSecond;
  return { perSecond, reached: rate / perSecond, closesAfter, tooLow: isLow || undefined };
}

export type RoundFacts = {
  offered: Offered;
  tally: Tally;
  latency: LatencyFigures;
  service: LatencyFigures | undefined;
  late: LatencyFigures | undefined;
  /** Responses per second of the generator with the same offered load, against a server that does nothing. */
  ceiling: CeilingFacts | undefined;
  expectedStatuses: readonly string[];
  timeoutMs: number;
  /** These are the requests of one operation of a mix. */
  isPart?: boolean;
};

export const give = (name: LoadCheck["name"], held: boolean, text: string): LoadCheck => {
  return { name, held, text };
};

const LITTLE_TOLERANCE = 0.05;
/** If more than this share is in flight when the round ends, the round is too short for such latencies. */
const EDGE_SHARE = 0.05;
/** Above this share of the ceiling, or of the event loop's time, the generator is the limit. */
const CEILING_SHARE = 0.7;
const BUSY = 0.9;
const RATE_TOLERANCE = 0.01;
const LOOP_DELAY_US = 2000;
const LATE_US = 1000;
/** Standard deviations of a count that count as noise. */
const SIGMAS = 3;
/** A period without responses is reported from this share of the round on. */
const GAP_SHARE = 0.1;
/** With a fixed rate, also from this many times the interval between two requests. */
const LONG_GAPS = 10;

/**
 * Little's law: requests in flight = throughput x mean latency. A closed loop keeps every
 * connection busy, except while opening it and for requests in flight at the end. In the open model
 * each request has its own connection, so only requests without a response can break the law.
 */
export function checkLittle({ offered, tally }: RoundFacts): LoadCheck {
  const slotUs = tally.durationMs * 1000;
  const open = offered.model === "open";
  const pipelining = open ? 1 : offered.pipelining;
  const busy = (open ? (tally.serviceSumUs ?? 0) : tally.latencySumUs) / slotUs;
  const opening = open ? 0 : (tally.connections.openingUs * pipelining) / slotUs;
  const edge = tally.drained.waitedUs / slotUs;
  const wanted = open ? (tally.underWayUs ?? 0) / slotUs : offered.connections * pipelining;
  const off = wanted === 0 ? 0 : (busy + opening + edge) / wanted - 1;
  const text = textsOf(
    `throughput × mean latency = ${busy.toFixed(2)} of ${wanted.toFixed(open ? 2 : 0)} requests in flight`,
    opening >= 0.005 && `opening connections ${opening.toFixed(2)}`,
    edge >= 0.005 && `still in flight at the end ${edge.toFixed(2)}`,
  ).join(", ");
  if (Math.abs(off) <= LITTLE_TOLERANCE) return give("little", true, text);
  const why =
    off > 0
      ? "more than possible: responses are matched with the wrong requests"
      : `${percent(-off)} of the ${open ? "requests'" : "connections'"} time is in no latency`;
  return give("little", false, `${text}: ${why}`);
}

/** Whether the round is long enough for these latencies: later responses are not in its throughput. */
export function checkRoundLength({ offered, tally, latency }: RoundFacts): LoadCheck {
  const slotUs = tally.durationMs * 1000;
  const share =
    offered.model === "open"
      ? tally.drained.answered / Math.max(1, tally.counts.sent)
      : tally.drained.waitedUs / slotUs / (offered.connections * offered.pipelining);
  const text = `${percent(share)} was still in flight at the end of ${durationText(tally.durationMs)}`;
  if (share <= EDGE_SHARE) return give("round-length", true, text);
  const long = `too short for latencies of ${latencyText(latency.p50)}: responses/s is too low`;
  return give("round-length", false, `${text}, ${long}; give a longer --duration`);
}

export function checkGaps({ offered, tally, latency }: RoundFacts): LoadCheck {
  const { everyMs, answered } = tally.intervals;
  let longest = { from: 0, length: 0 };
  let from = 0;
  for (const [at, count] of [...answered, 1].entries()) {
    if (count > 0 && at - from > longest.length) longest = { from, length: at - from };
    if (count > 0) from = at + 1;
  }
  const ms = longest.length * everyMs;
  const dueMs = offered.model === "open" ? LONG_GAPS * (1000 / offered.ratePerSecond) : 0;
  const long = ms > Math.max(GAP_SHARE * tally.durationMs, (2 * latency.p99) / 1000, dueMs);
  if (!long) return give("gaps", true, `at most ${durationText(ms)} without a response`);
  const toEnd = longest.from + longest.length === answered.length;
  const where = toEnd ? "to the end" : `from ${durationText(longest.from * everyMs)} on`;
  const gap = `no response for ${durationText(ms)} of ${durationText(tally.durationMs)}, ${where}`;
  return give("gaps", false, `${gap}: the average includes this pause`);
}

export function checkGenerator({ offered, tally, ceiling }: RoundFacts): LoadCheck {
  const perSecond = tally.counts.answered / (tally.durationMs / 1000);
  const busiest = Math.max(...tally.generators.map(({ utilisation }) => utilisation));
  const reached = ceiling && reachedOf(ceiling, perSecond);
  const share = reached === undefined || reached.tooLow === true ? 0 : reached.reached;
  // The open model polls the clock continuously: its event loop is always busy.
  const isClosed = offered.model === "closed";
  const text = textsOf(
    reached === undefined ? "no ceiling was measured" : ceilingText(reached),
    isClosed && `event loop busy ${percent(busiest)}`,
  ).join(", ");
  const busy = isClosed && busiest > BUSY;
  const held = !busy && share <= CEILING_SHARE && tally.dropped.late === 0;
  if (held) return give("generator", true, text);
  return give("generator", false, `limited by the generator (${text}): a lower bound`);
}

export function checkLoopDelay({ tally, latency }: RoundFacts): LoadCheck {
  const delay = Math.max(...tally.generators.map(({ loopDelayP99Us }) => loopDelayP99Us));
  const text = `the generator's event loop was late by ${latencyText(delay)} (p99)`;
  const small = delay <= LOOP_DELAY_US || delay <= latency.p99 / 2;
  const more = small ? "" : ": much of the p99 may come from the generator";
  return give("loop-delay", small, `${text}${more}`);
}

export function checkLateness({ late, latency }: RoundFacts): LoadCheck {
  const p99 = late?.p99 ?? 0;
  const text = `requests were sent ${latencyText(p99)} late (p99)`;
  const small = p99 <= Math.max(LATE_US, latency.p99 / 10);
  const more = small ? "" : ": this is part of the latency from when due";
  return give("lateness", small, `${text}${more}`);
}

/** The requested rate: exact for even spacing, within the noise of a count for random arrivals. */
export function checkKeptRate({ offered, tally }: RoundFacts): LoadCheck | undefined {
  if (offered.model !== "open") return undefined;
  const { busy, late } = tally.dropped;
  const slotS = tally.durationMs / 1000;
  const wanted = offered.ratePerSecond * slotS;
  const { sent } = tally.counts;
  const text = `${rate(sent / slotS)} sent of ${rate(offered.ratePerSecond)} requested`;
  const noise = offered.arrivals === "even" ? 1 : SIGMAS * Math.sqrt(wanted);
  const off = Math.abs(sent + busy + late - wanted);
  if (busy + late === 0 && off <= Math.max(RATE_TOLERANCE * wanted, noise))
    return give("rate", true, text);
  const full = `all ${whole(offered.connections)} connections were busy`;
  const dropped = textsOf(
    busy > 0 && `${whole(busy)} dropped because ${full}`,
    late > 0 && `${whole(late)} dropped because the generator came too late`,
  );
  const parts = dropped.length > 0 ? `, ${dropped.join(", ")}: the latencies leave them out` : "";
  return give("rate", false, `${text}${parts}`);
}

export function checkStationary(facts: RoundFacts): LoadCheck {
  const { trend, held } = steadyHalves(facts);
  const text =
    trend === undefined
      ? "no responses in the first half"
      : `second half ${signed(trend)} against the first`;
  return give("stationary", held, held ? text : `not stationary: responses per second, ${text}`);
}

/** A round whose halves differ by more is not stationary. */
const TREND_TOLERANCE = 0.1;
/** This many intervals must remain after leaving out the beginning. */
const LEAST_INTERVALS = 8;

/** `trend` is undefined if the first half has no responses. */
type Halves = { trend: number | undefined; held: boolean };

/**
 * The second half of a round compared with the first: −0.5 is half as many responses. Every round begins
 * on new connections, so no response can arrive before one latency has passed: that part is left out.
 * Differences within the noise of a count, or of one batch of all connections, are not a trend.
 */
export function steadyHalves({
  offered,
  tally,
  latency,
}: Pick<RoundFacts, "offered" | "tally" | "latency">): Halves {
  const { everyMs, answered } = tally.intervals;
  const rest = answered.slice(Math.ceil(latency.p99 / 1000 / everyMs));
  const [first, second] = halvesOf(rest.length < LEAST_INTERVALS ? answered : rest);
  const mean = (first + second) / 2;
  const difference = second - first;
  const batch = offered.model === "closed" ? 2 * offered.connections * offered.pipelining : 0;
  const noise = Math.max(SIGMAS * Math.sqrt(first + second), batch);
  const small = Math.abs(difference) <= Math.max(TREND_TOLERANCE * mean, noise);
  const trend = first === 0 ? undefined : difference / first;
  return { trend: mean === 0 ? 0 : trend, held: small };
}
