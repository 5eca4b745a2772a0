import type { LatencyFigures, LoadCheck, Shard } from "../../model/index.ts";
import { startSpreadMs } from "../../stats/index.ts";
import { durationText } from "../../text/index.ts";
import { give } from "./round-facts.ts";
import { checkGenerator, checkLittle, checkLoopDelay } from "./time-checks.ts";

/** The agents of a fleet in a round: how much each sent, and its ceiling. */
export type ShardFacts = {
  shards: readonly Shard[];
  ceilings: readonly Shard[] | undefined;
};

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
