import type { Shard, Tally } from "../model/index.ts";
import { mergeTallies } from "./merge-tallies.ts";

/** The shards of one slot, each agent once, in the order of their names. */
export function distinctShards(shards: readonly Shard[]): Shard[] {
  const byAgent = new Map(shards.map((each) => [each.agent, each]));
  return [...byAgent.values()].toSorted((a, b) => (a.agent < b.agent ? -1 : 1));
}

/**
 * One tally of a slot that several agents sent. The order of the shards and shards that were delivered twice
 * make no difference: the same shards give the same bytes.
 */
export const mergeShards = (shards: readonly Shard[]): Tally =>
  mergeTallies(
    distinctShards(shards).map(({ tally }) => tally),
    "same",
  );

/** The time in which all agents were sending, and the responses in it. */
export type Overlap = { ms: number; answered: number };

/**
 * The overlap of the agents' slots. Of an interval that is partly inside, the same part of its responses counts.
 * Undefined if the agents never sent at the same time.
 */
export function overlapOf(shards: readonly Shard[]): Overlap | undefined {
  const all = distinctShards(shards);
  const fromMs = Math.max(...all.map(({ beganMs }) => beganMs));
  const toMs = Math.min(...all.map(({ beganMs, tally }) => beganMs + tally.durationMs));
  if (all.length === 0 || toMs <= fromMs) return undefined;
  const answered = all.reduce((sum, shard) => sum + answeredWithin(shard, fromMs, toMs), 0);
  return { ms: toMs - fromMs, answered };
}

function answeredWithin({ beganMs, tally }: Shard, fromMs: number, toMs: number): number {
  const { everyMs, answered } = tally.intervals;
  const endMs = beganMs + tally.durationMs;
  let sum = 0;
  for (const [at, count] of answered.entries()) {
    const startMs = beganMs + at * everyMs;
    // The last interval ends with the slot.
    const stopMs = Math.min(startMs + everyMs, Math.max(endMs, startMs + 1));
    const insideMs = Math.min(stopMs, toMs) - Math.max(startMs, fromMs);
    sum += count * Math.max(0, Math.min(1, insideMs / (stopMs - startMs)));
  }
  return sum;
}

/** How far apart the agents began, in milliseconds. */
export function startSpreadMs(shards: readonly Shard[]): number {
  const began = shards.map(({ beganMs }) => beganMs);
  return Math.max(...began) - Math.min(...began);
}
