import { textsOf, latencyText, percent, rate, whole, durationText } from "../../text/index.ts";
import type { LoadCheck, Tally, LatencyFigures, Shard } from "../../model/index.ts";
import {
  type RoundFacts,
  checkGaps,
  checkGenerator,
  checkKeptRate,
  checkLateness,
  checkLittle,
  checkLoopDelay,
  checkRoundLength,
  checkStationary,
  give,
} from "./time-checks.ts";
import { outcomesText, sum, startSpreadMs } from "../../stats/index.ts";

/** Checks of a part of a mix: the others need all requests of the connections. */
const OF_PART: readonly string[] = [
  "conservation",
  "unanswered",
  "hung",
  "samples",
  "loop-delay",
  "status-mix",
];

export function checkRound(facts: RoundFacts): LoadCheck[] {
  const all = [
    checkConservation(facts.tally),
    checkWithoutResponse(facts.tally),
    checkHung(facts),
    checkConnections(facts),
    checkSamples(facts),
    checkLittle(facts),
    checkRoundLength(facts),
    checkGaps(facts),
    checkGenerator(facts),
    checkLoopDelay(facts),
    ...(facts.offered.model === "open" ? [checkLateness(facts), checkKeptRate(facts)] : []),
    checkStationary(facts),
    checkStatusMix(facts),
  ].filter((each) => each !== undefined);
  return facts.isPart === true ? all.filter(({ name }) => OF_PART.includes(name)) : all;
}

const FEW = 100;
/** What comes earlier is there from the start of a round. */
const LATER_MS = 100;
/** Limit for the share of the connections' time spent on opening them. */
const OPENING_SHARE = 0.2;

function checkConservation({ counts, drained, unasked }: Tally): LoadCheck {
  const { sent, answered, withdrawn, inFlight } = counts;
  const without = sum(Object.values(counts.unanswered));
  const known = answered + without + withdrawn + inFlight;
  const parts = textsOf(
    `${whole(answered)} with a response`,
    without > 0 && `${whole(without)} without a response`,
    withdrawn > 0 && `${whole(withdrawn)} behind an announced close`,
    `${whole(inFlight)} in flight at the end`,
  );
  const text = `${whole(sent)} sent ${sent === known ? "=" : "but"} ${parts.join(" + ")}`;
  const fail = (what: string): LoadCheck => give("conservation", false, what);
  if (sent !== known) return fail(`${text}: ${whole(Math.abs(sent - known))} are unexplained`);
  const after = drained.answered + drained.ended + drained.silent;
  if (after !== inFlight)
    return fail(`${whole(inFlight)} were in flight at the end, ${whole(after)} of them are known`);
  if (unasked === 0) return give("conservation", true, text);
  const wrong = "responses may be matched with the wrong requests";
  return fail(`${whole(unasked)} unrequested responses arrived: ${wrong}`);
}

function checkWithoutResponse({ counts, drained, firstMs = {} }: Tally): LoadCheck {
  const without = sum(Object.values(counts.unanswered)) + drained.ended;
  if (without === 0) return give("unanswered", true, "no request went without a response");
  const later = drained.ended > 0 && `after the end ×${whole(drained.ended)}`;
  const which = textsOf(outcomesText(counts.unanswered), later).join(", ");
  const since = sinceText(
    Math.min(...Object.keys(counts.unanswered).map((each) => firstMs[each] ?? 0)),
  );
  const text = `${whole(without)} of ${whole(counts.sent)} requests got no response (${which})${since}: latencies are those of the others`;
  return give("unanswered", false, text);
}

/** When the target began to refuse requests, if it did not do so at once. */
const sinceText = (firstMs: number): string =>
  Number.isFinite(firstMs) && firstMs >= LATER_MS ? `, from ${durationText(firstMs)} on` : "";

/** Requests that have waited longer than the timeout hang; younger ones may only be slow. */
function checkHung({ tally, latency, timeoutMs }: RoundFacts): LoadCheck {
  const { silent, forMs } = tally.drained;
  if (silent === 0) return give("hung", true, "nothing hung at the end");
  const hang = forMs >= timeoutMs ? ": they hang, and" : ":";
  const after = `within ${latencyText(forMs * 1000)} after it (p99 is ${latencyText(latency.p99)})`;
  const text = `${whole(silent)} requests in flight at the end got no response ${after}${hang} the latencies leave them out`;
  return give("hung", false, text);
}

/** Connections that were not opened, and time spent on opening them instead of on requests. */
function checkConnections({ tally, offered }: RoundFacts): LoadCheck {
  const { failed, opened, openingUs } = tally.connections;
  const count = sum(Object.values(failed));
  if (count > 0) {
    const ports = "; this machine may have run out of ports or files";
    const which = `(${outcomesText(failed)})${failed.unreachable === undefined ? "" : ports}`;
    return give("connections", false, `${whole(count)} connections could not be opened ${which}`);
  }
  const share = openingUs / (tally.durationMs * 1000 * offered.connections);
  const text = `${whole(opened)} connections opened`;
  if (share <= OPENING_SHARE) return give("connections", true, text);
  const depends = "throughput depends on opening connections as much as on responses";
  return give(
    "connections",
    false,
    `${text}, which took ${percent(share)} of their time: ${depends}`,
  );
}

function checkSamples({ tally }: RoundFacts): LoadCheck {
  const { answered } = tally.counts;
  const text = `${whole(answered)} responses`;
  if (answered >= FEW) return give("samples", true, text);
  const few = "the highest percentiles are single requests; a longer --duration gives more";
  return give("samples", false, `only ${text}: ${few}`);
}

/** Whether the statuses are the same as before the load, and whether any is a 2xx. */
function checkStatusMix({ tally, expectedStatuses }: RoundFacts): LoadCheck | undefined {
  if (expectedStatuses.length === 0) return undefined;
  const statuses = Object.entries(tally.statuses).filter(([, { count }]) => count > 0);
  const share = ([status, { count }]: (typeof statuses)[number]): string =>
    `${status} in ${percent(count / tally.counts.answered)} of the responses`;
  const since = (each: (typeof statuses)[number]): string =>
    `${share(each)}${sinceText(tally.firstMs?.[each[0]] ?? 0)}`;
  const before = `before the load the same request got ${expectedStatuses.join(", ")}`;
  const strange = statuses.filter(([status]) => !expectedStatuses.includes(status));
  if (strange.length > 0)
    return give(
      "status-mix",
      false,
      `${strange.map(since).join(", ")}; ${before}${refusalText(tally, expectedStatuses)}`,
    );
  if (statuses.some(([status]) => status.startsWith("2"))) return give("status-mix", true, before);
  const shares = statuses.map(share).join(", ");
  const text = `no response was a 2xx (${shares}), nor before the load: the rate is that of these responses`;
  return give("status-mix", false, text);
}

/** A smaller share of the responses does not decide the figures. */
const MOST = 0.5;
/** An average of fewer intervals is not told. */
const LEAST_INTERVALS = 8;

/** Where most responses have one status from after the load began: how often a usual one came since. */
function refusalText({ counts, statuses, intervals }: Tally, usual: readonly string[]): string {
  const [most] = Object.keys(statuses).filter(
    (each) => !usual.includes(each) && (statuses[each]?.count ?? 0) >= MOST * counts.answered,
  );
  const from = 1 + (intervals.statuses?.[most ?? ""]?.findIndex((count) => count > 0) ?? -1);
  const rest = intervals.answered.length - from;
  if (most === undefined || from === 0 || rest < LEAST_INTERVALS) return "";
  const good = usual.flatMap((status) => intervals.statuses?.[status]?.slice(from) ?? []);
  const came = sum(good);
  const expected = usual.join(" or ");
  const then =
    came === 0
      ? `no more ${expected}`
      : `${expected} at ${rate((came * 1000) / (rest * intervals.everyMs))} on average`;
  const limit = most === "429" ? "429 (Too Many Requests) is a limit on requests; " : "";
  return `; ${limit}after the first ${most}, ${then}; rate and latencies are mostly those of ${most}`;
}

/** The agents of a fleet in a round: how much each sent, and its ceiling. */
export type ShardFacts = { shards: readonly Shard[]; ceilings: readonly Shard[] | undefined };

/** Agents that begin later than this share of a round were not together. */
const SPREAD_SHARE = 0.01;
const SPREAD_MS = 10;

/**
 * The checks of a round that agents sent. Each agent must pass the checks of a generator: one that fails makes the
 * whole round doubtful, and is named. Percentiles exist only for the whole round.
 */
export function checkShards(
  whole: readonly LoadCheck[],
  { shards, ceilings }: ShardFacts,
  latency: LatencyFigures,
  timeoutMs: number,
): LoadCheck[] {
  const failed = shards.flatMap((shard) => {
    const { agent, offered, tally } = shard;
    const own = ceilings?.find((each) => each.agent === agent);
    const ceiling = own && { perSecond: rateOf(own), closesAfter: undefined };
    const nothing = { service: undefined, late: undefined, expectedStatuses: [] };
    const facts = { offered, tally, latency, ceiling, timeoutMs, ...nothing };
    return [checkGenerator(facts), checkLittle(facts), checkLoopDelay(facts)]
      .filter(({ held }) => !held)
      .map((check) => ({ ...check, text: `agent ${agent}: ${check.text}` }));
  });
  const checks = whole.map((check) => {
    const own = failed.filter(({ name }) => name === check.name);
    return own.length === 0
      ? check
      : give(check.name, false, own.map(({ text }) => text).join("; "));
  });
  return [...checks, checkTogether(shards)];
}

function checkTogether(shards: readonly Shard[]): LoadCheck {
  const spreadMs = startSpreadMs(shards);
  const shortest = Math.min(...shards.map(({ tally }) => tally.durationMs));
  const text = `the agents began within ${durationText(Math.ceil(spreadMs))}`;
  if (spreadMs <= Math.max(SPREAD_MS, SPREAD_SHARE * shortest)) return give("together", true, text);
  return give("together", false, `${text}: throughput counts the time in which all were sending`);
}

const rateOf = ({ tally }: Shard): number => (tally.counts.answered * 1000) / tally.durationMs;
