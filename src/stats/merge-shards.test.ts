import fc from "fast-check";
import { expect, test } from "vitest";
import type { Shard, Tally } from "../model/index.ts";
import {
  emptyLatency,
  encodeLatency,
  latenciesOf,
  mergeLatencies,
  distinctShards,
  mergeShards,
  overlapOf,
  startSpreadMs,
} from "./merge-tallies.ts";

const encoded = (values: readonly number[]): string => {
  const histogram = emptyLatency();
  for (const each of values) histogram.recordValue(each);
  return encodeLatency(histogram);
};

function tallyOf(values: readonly number[], everyMs: number, answered: number[]): Tally {
  const count = answered.reduce((sum, each) => sum + each, 0);
  return {
    durationMs: 1000,
    counts: { sent: count, answered: count, unanswered: {}, withdrawn: 0, inFlight: 0 },
    drained: { forMs: 0, answered: 0, waitedUs: 0, ended: 0, silent: 0 },
    unasked: 0,
    dropped: { busy: 0, late: 0 },
    statuses: { "201": { count, latency: encoded(values) } },
    latencySumUs: values.reduce((sum, each) => sum + each / 3, 0),
    receivedBytes: count * 7,
    connections: { opened: 1, failed: {}, openingUs: 0.1 },
    intervals: { everyMs, answered, latencySumUs: answered.map((each) => each / 3) },
    generators: [{ utilisation: 0.1, loopDelayP99Us: values.length, cpuUs: 1 }],
  };
}

const latency = fc.array(fc.integer({ min: 1, max: 3_600_000_000 }), { maxLength: 30 });
const shard = fc
  .record({ values: latency, beganMs: fc.double({ min: 0, max: 500, noNaN: true }) })
  .map(({ values, beganMs }) => ({
    offered: { model: "closed" as const, connections: 1, pipelining: 1 },
    beganMs,
    tally: tallyOf(values, 100, [values.length, 1, 2]),
  }));
const shards = fc
  .array(shard, { minLength: 1, maxLength: 6 })
  .map((all): Shard[] => all.map((each, nth) => ({ ...each, agent: `agent-${nth}` })));

test("shards in any order, and shards delivered twice, give the same bytes", () => {
  const shuffled = shards.chain((all) =>
    fc.tuple(
      fc.constant(all),
      fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([all, again]) => {
      expect(JSON.stringify(mergeShards(again))).toBe(JSON.stringify(mergeShards(all)));
      expect(overlapOf(again)).toEqual(overlapOf(all));
    }),
    { numRuns: 50 },
  );
});

test("however the shards are grouped, every latency is in the merged histogram once", () => {
  fc.assert(
    fc.property(shards, fc.nat(5), (all, at) => {
      const encodedOf = (some: Shard[]): string =>
        encodeLatency(latenciesOf(...some.map(({ tally }) => tally)));
      const parts = [all.slice(0, at), all.slice(at)].filter((part) => part.length > 0);
      const merged = encodeLatency(mergeLatencies(parts.map(encodedOf)));
      expect(merged).toBe(encodedOf(all));
      expect(mergeShards(all).statuses["201"]?.latency).toBe(merged);
    }),
    { numRuns: 50 },
  );
});

test("throughput counts what came while all agents were sending", () => {
  const even = (agent: string, beganMs: number): Shard => ({
    agent,
    offered: { model: "closed", connections: 1, pipelining: 1 },
    beganMs,
    tally: tallyOf(
      [],
      100,
      Array.from({ length: 10 }, () => 10),
    ),
  });
  const both = [even("a", 0), even("b", 250)];
  expect(overlapOf(both)).toEqual({ ms: 750, answered: 150 });
  expect(startSpreadMs(both)).toBe(250);
  expect(overlapOf([even("a", 0)])).toEqual({ ms: 1000, answered: 100 });
  expect(overlapOf([even("a", 0), even("b", 1000)])).toBeUndefined();
  expect(distinctShards([even("b", 1), even("a", 0), even("b", 1)])).toHaveLength(2);
});
