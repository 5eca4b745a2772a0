import { expect, test } from "vitest";
import type { Ceiling, Round, Tally } from "../../model/index.ts";
import type { Shard } from "../../model/load.ts";
import { emptyLatency, encodeLatency, mergeShards } from "../../stats/index.ts";
import { agentsOf, emptyAgents, emptyLoad, foldLoad } from "./load-fold.ts";
import { summariseLoad } from "./summarise-load.ts";

const offered = { model: "closed", connections: 1, pipelining: 1 } as const;

/** One connection that is busy all the time: 1 s, with this many responses. */
function tallyOf(answered: number, utilisation: number): Tally {
  const latency = emptyLatency();
  const eachUs = 1_000_000 / answered;
  for (let nth = 0; nth < answered; nth += 1) latency.recordValue(Math.round(eachUs));
  return {
    durationMs: 1000,
    counts: { sent: answered, answered, unanswered: {}, withdrawn: 0, inFlight: 0 },
    drained: { forMs: 0, answered: 0, waitedUs: 0, ended: 0, silent: 0 },
    unasked: 0,
    dropped: { busy: 0, late: 0 },
    statuses: { "201": { count: answered, latency: encodeLatency(latency) } },
    latencySumUs: 1_000_000,
    receivedBytes: 0,
    connections: { opened: 1, failed: {}, openingUs: 0 },
    intervals: {
      everyMs: 100,
      answered: Array.from({ length: 10 }, () => answered / 10),
      latencySumUs: Array.from({ length: 10 }, () => 100_000),
    },
    generators: [{ utilisation, loopDelayP99Us: 100, cpuUs: 1 }],
  };
}

const shard = (agent: string, beganMs: number, tally: Tally): Shard => ({
  agent,
  offered,
  beganMs,
  tally,
});

function loadOf(shards: Shard[], ceilings: Shard[]) {
  const load = emptyLoad();
  const whole = { ...offered, connections: shards.length };
  const ceiling: Ceiling = {
    type: "ceiling",
    offered: whole,
    atMs: 0,
    tally: mergeShards(ceilings),
    shards: ceilings,
  };
  const round: Round = {
    type: "round",
    nth: 1,
    offered: whole,
    atMs: 1,
    tally: mergeShards(shards),
    shards,
  };
  foldLoad(load, ceiling);
  foldLoad(load, round);
  const plan = { processes: 1, warmupMs: 0, durationMs: 1000, rounds: 1, timeoutMs: 1000 };
  const options = { ...plan, offered: whole, sweep: false };
  return { load, summary: summariseLoad(load, options, { "201": 5 }, "done") };
}

test("one overloaded agent makes the whole a lower bound, and is named", () => {
  const rested = [shard("a", 0, tallyOf(1000, 0.2)), shard("b", 0, tallyOf(1000, 0.99))];
  const ceilings = [shard("a", 0, tallyOf(10_000, 1)), shard("b", 0, tallyOf(10_000, 1))];
  const { load, summary } = loadOf(rested, ceilings);
  const generator = summary.pooled?.checks.find(({ name }) => name === "generator");
  expect(generator).toEqual({
    name: "generator",
    held: false,
    text: "agent b: limited by the generator (10% of this machine's ceiling of 10,000/s, event loop busy 99%): a lower bound",
  });
  const named = { version: "1", platform: "p", cores: 2, labels: {}, atMs: 0, clockErrorMs: 0.1 };
  const agents = emptyAgents();
  for (const name of ["b", "a"]) agents.agents.set(name, { type: "agent", name, ...named });
  const [a, b] = agentsOf(agents, load, summary) ?? [];
  expect(a).toMatchObject({ name: "a", rounds: 1, loadRequests: 1000, doubts: [] });
  expect(b?.doubts).toEqual([expect.stringContaining("a lower bound")]);
});

test("an agent that reaches its own ceiling is named, although the others are far from theirs", () => {
  const shards = [shard("fast", 0, tallyOf(1000, 0.2)), shard("slow", 0, tallyOf(1000, 0.2))];
  const ceilings = [shard("fast", 0, tallyOf(9000, 1)), shard("slow", 0, tallyOf(1100, 1))];
  const { summary } = loadOf(shards, ceilings);
  expect(summary.warnings).toEqual([
    "agent slow: limited by the generator (91% of this machine's ceiling of 1,100/s, event loop busy 20%): a lower bound",
  ]);
});

test("throughput is that of the time in which all agents were sending", () => {
  const apart = [shard("a", 0, tallyOf(1000, 0.2)), shard("b", 500, tallyOf(3000, 0.2))];
  const { summary } = loadOf(apart, [
    shard("a", 0, tallyOf(9000, 1)),
    shard("b", 0, tallyOf(9000, 1)),
  ]);
  expect(summary.rounds[0]?.perSecond).toBe(4000);
  expect(summary.pooled?.perSecond).toBe(4000);
  expect(summary.rounds[0]?.answered).toBe(4000);
  expect(summary.warnings).toEqual([
    "the agents began within 500 ms: throughput counts the time in which all were sending",
  ]);
});
