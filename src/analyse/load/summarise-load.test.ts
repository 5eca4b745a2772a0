import { describe, expect, test } from "vitest";
import type { Ceiling, Offered, Round, Tally } from "../../model/index.ts";
import type { LoadPlan } from "../../model/load.ts";
import { emptyLatency, encodeLatency } from "../../stats/index.ts";
import { emptyLoad, foldLoad, type LoadFold } from "./load-fold.ts";
import { summariseLoad } from "./summarise-load.ts";

const closed = (connections: number): Offered => ({ model: "closed", connections, pipelining: 1 });

/** A second in which 10 connections were busy all the time, with this many responses per second. */
function tally(answered: number, { us = 10_000_000 / answered, busy = 1 } = {}): Tally {
  const latency = emptyLatency();
  latency.recordValueWithCount(Math.round(us), answered);
  return {
    durationMs: 1000,
    counts: { sent: answered, answered, unanswered: {}, withdrawn: 0, inFlight: 0 },
    drained: { forMs: 0, answered: 0, waitedUs: 0, ended: 0, silent: 0 },
    unasked: 0,
    dropped: { busy: 0, late: 0 },
    statuses: { "201": { count: answered, latency: encodeLatency(latency) } },
    latencySumUs: 10_000_000 * busy,
    receivedBytes: 0,
    connections: { opened: 10, failed: {}, openingUs: 0 },
    intervals: {
      everyMs: 100,
      answered: Array<number>(10).fill(answered / 10),
      latencySumUs: Array<number>(10).fill(1),
    },
    generators: [{ utilisation: 0.1, loopDelayP99Us: 0, cpuUs: 1 }],
  };
}

const OPTIONS: LoadPlan = {
  offered: closed(10),
  processes: 1,
  warmupMs: 0,
  durationMs: 1000,
  rounds: 2,
  timeoutMs: 1000,
  sweep: false,
};

function fold(...records: (Round | Ceiling)[]): LoadFold {
  const load = emptyLoad();
  for (const record of records) foldLoad(load, record);
  return load;
}

const round = (nth: number, of: Tally, offered = closed(10)): Round => ({
  type: "round",
  nth,
  offered,
  atMs: nth * 1000,
  tally: of,
});

const ceiling = (atMs: number, perSecond: number): Ceiling => ({
  type: "ceiling",
  offered: closed(10),
  atMs,
  tally: tally(perSecond),
});

const summary = (load: LoadFold, change: Partial<LoadPlan> = {}) =>
  summariseLoad(load, { ...OPTIONS, ...change }, { "201": 7 }, "done");

describe("a ceiling", () => {
  test("is one statistic for all rounds, also where single rounds are over the limit", () => {
    const { pooled, warnings } = summariseLoad(
      fold(ceiling(500, 2000), round(1, tally(1200)), round(2, tally(1500))),
      OPTIONS,
      { "201": 1 },
      "done",
    );
    expect(pooled?.ceiling?.reached).toBe(0.675);
    const about = warnings.filter((text) => text.includes("ceiling"));
    expect(about).toEqual([
      "round 2: limited by the generator (all rounds: 68% of this machine's ceiling of 2,000/s, event loop busy 10%): a lower bound",
    ]);
  });

  test("that the target exceeds was measured too low, and is not used", () => {
    const { pooled, rounds, warnings } = summariseLoad(
      fold(ceiling(500, 1000), round(1, tally(900)), round(2, tally(1450))),
      OPTIONS,
      { "201": 1 },
      "done",
    );
    for (const each of [pooled, ...rounds]) {
      expect(each?.ceiling?.tooLow).toBe(true);
      const check = each?.checks.find(({ name }) => name === "generator");
      expect(check?.held).toBe(true);
      expect(check?.text).toBe(
        "this machine's ceiling of 1,000/s was measured too low: the target was faster, and no check uses it, event loop busy 10%",
      );
    }
    expect(warnings.join()).not.toContain("generator");
  });
});

describe("a trend", () => {
  /** The second half of the round differs from the first by this share. */
  const moving = (trend: number): Tally => {
    const base = tally(10_000);
    const halves = [1000, Math.round(1000 * (1 + trend))];
    const answered = halves.flatMap((each) => Array<number>(5).fill(each));
    const count = answered.reduce((a, b) => a + b, 0);
    return {
      ...base,
      counts: { ...base.counts, sent: count, answered: count },
      intervals: { ...base.intervals, answered },
    };
  };

  test("is a true ratio, never below -100%, and the worst round is named", () => {
    const summary = summariseLoad(
      fold(round(1, moving(-0.2)), round(2, moving(-0.9)), round(3, moving(0))),
      { ...OPTIONS, rounds: 3 },
      { "201": 1 },
      "done",
    );
    expect(summary.rounds.map(({ trend }) => trend)).toEqual([-0.2, -0.9, 0]);
    expect(summary.warnings.find((text) => text.includes("stationary"))).toBe(
      "rounds 1, 2: not stationary: responses per second, second half −90% against the first (round 2, the worst)",
    );
  });
});

describe("the rounds together", () => {
  test("counts and histograms add up, the spread is half the range by the median", () => {
    const { pooled, spread } = summary(fold(round(1, tally(900)), round(2, tally(1100))));
    expect(pooled).toMatchObject({ answered: 2000, seconds: 2, perSecond: 1000, goodput: 1000 });
    expect(spread).toBeCloseTo(0.1);
  });

  test("a check holds only where it holds in every round: two faults do not make a good whole", () => {
    const load = fold(round(1, tally(1000, { busy: 0.92 })), round(2, tally(1000, { busy: 1.08 })));
    const { pooled, warnings } = summary(load);
    const little = pooled?.checks.find(({ name }) => name === "little");
    expect(little).toMatchObject({ held: false });
    expect(little?.text).toMatch(/^rounds 1, 2: throughput × mean latency = 9.20 of 10/);
    expect(warnings).toContain(little?.text);
  });

  test("a round without a response has no figures: it is told in words", () => {
    const load = fold(round(1, tally(1000)), round(2, { ...tally(10), ...nothing(10) }));
    const { rounds, warnings, spread } = summary(load);
    expect(rounds).toHaveLength(1);
    expect(spread).toBeUndefined();
    expect(warnings[0]).toMatch(
      /^round 2 got no response at all: 10 requests sent, 10 still waiting/,
    );
  });

  test("each round is read against the ceiling that was measured last before it", () => {
    const load = fold(
      ceiling(500, 2000),
      round(1, tally(1000)),
      ceiling(1500, 1250),
      round(2, tally(1000)),
    );
    const { rounds } = summary(load);
    expect(rounds.map((each) => each.ceiling?.reached)).toEqual([0.5, 0.8]);
    expect(
      rounds.map(({ checks }) => checks.find(({ name }) => name === "generator")?.held),
    ).toEqual([true, false]);
  });

  test("one chance 503 before the load does not make 503 a status to expect", () => {
    const load = fold(round(1, tally(1000)));
    const { expectedStatuses } = summariseLoad(load, OPTIONS, { "201": 6, "503": 1 }, "done");
    expect(expectedStatuses).toEqual(["201"]);
  });

  test("what was sent to warm up is counted, and in no figure", () => {
    const { warmup, rounds } = summary(fold(round(0, tally(300)), round(1, tally(1000))));
    expect(warmup).toEqual({ sent: 300, answered: 300 });
    expect(rounds).toHaveLength(1);
  });
});

const nothing = (inFlight: number): Pick<Tally, "counts" | "statuses" | "drained"> => ({
  counts: { sent: inFlight, answered: 0, unanswered: {}, withdrawn: 0, inFlight },
  statuses: {},
  drained: { forMs: 1000, answered: 0, waitedUs: 0, ended: 0, silent: inFlight },
});

describe("the steps of a sweep", () => {
  const step = (nth: number, perSecond: number, us: number): Round =>
    round(nth, tally(perSecond, { us }), closed(2 ** (nth - 1)));

  test("ends where a doubling brings less than 5%: the knee is the step before", () => {
    const load = fold(step(1, 100, 1000), step(2, 200, 1000), step(3, 205, 2000));
    const { sweep, pooled } = summary(load, { sweep: true });
    expect(pooled).toBeUndefined();
    expect(sweep).toMatchObject({ knee: 2, ended: "goodput" });
    expect(sweep?.text).toMatch(
      /^2 connections: 200\/s, p99 1\.0 ms.*; at 4 connections goodput changes by \+2\.5%, less than \+5\.0%$/,
    );
  });

  test("ends where p99 is over three times the first one", () => {
    const { sweep } = summary(fold(step(1, 100, 1000), step(2, 200, 3100)), { sweep: true });
    expect(sweep).toMatchObject({ knee: 1, ended: "p99", doubt: "fewer than 4 steps" });
  });

  test("of four steps has a knee, unless the step of the knee is in doubt", () => {
    const flat = [2000, 2040, 2080, 2100].map((rate, at) =>
      round(at + 1, tally(rate, { us: 1000, busy: 2 ** at / 10 }), closed(2 ** at)),
    );
    const { sweep } = summary(fold(...flat), { sweep: true });
    expect(sweep).toMatchObject({ knee: 1, ended: "goodput" });
    expect(sweep).not.toHaveProperty("doubt");
    expect(sweep?.text).toContain("at 2 connections goodput changes by +2.0%");
    const little = [20, 20, 20, 20].map((rate, at) => step(at + 1, rate, 1000));
    expect(summary(fold(...little), { sweep: true }).sweep?.doubt).toBe("samples, little");
  });

  test("says that it may lie higher where it ran out of steps, and what was doubtful at the knee", () => {
    const { sweep, warnings } = summary(fold(step(1, 100, 1000), step(2, 200, 1000)), {
      sweep: true,
    });
    expect(sweep).toMatchObject({ knee: 2, ended: "rounds" });
    expect(sweep?.text).toMatch(
      /\(! .*little.*\); that was the last step: the knee may be higher$/,
    );
    expect(warnings.some((text) => text.startsWith("step 2: "))).toBe(true);
  });
});
