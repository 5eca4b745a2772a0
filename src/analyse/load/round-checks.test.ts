import { describe, expect, test } from "vitest";
import type { Offered, Tally } from "../../model/index.ts";
import { emptyLatency, encodeLatency, latencyFigures } from "../../stats/index.ts";
import { checkRound } from "./round-checks.ts";
import type { RoundFacts } from "./time-checks.ts";

const CLOSED: Offered = { model: "closed", connections: 10, pipelining: 1 };

/** One second, 10 connections, 1,000 responses of 10 ms each: everything agrees. */
function healthy(): RoundFacts & { tally: Tally } {
  const histogram = emptyLatency();
  histogram.recordValueWithCount(10_000, 1000);
  const latency = latencyFigures(histogram);
  if (latency === undefined) throw new Error("the histogram has values");
  return {
    offered: CLOSED,
    latency,
    service: undefined,
    late: undefined,
    ceiling: { perSecond: 10_000, closesAfter: undefined },
    expectedStatuses: ["201"],
    timeoutMs: 2000,
    tally: {
      durationMs: 1000,
      counts: { sent: 1010, answered: 1000, unanswered: {}, withdrawn: 0, inFlight: 10 },
      drained: { forMs: 9, answered: 10, waitedUs: 0, ended: 0, silent: 0 },
      unasked: 0,
      dropped: { busy: 0, late: 0 },
      statuses: { "201": { count: 1000, latency: encodeLatency(histogram) } },
      latencySumUs: 10_000_000,
      receivedBytes: 50_000,
      connections: { opened: 10, failed: {}, openingUs: 0 },
      intervals: {
        everyMs: 50,
        answered: Array<number>(20).fill(50),
        latencySumUs: Array<number>(20).fill(500_000),
      },
      generators: [{ utilisation: 0.3, loopDelayP99Us: 100, cpuUs: 300_000 }],
    },
  };
}

const failing = (facts: RoundFacts): Record<string, string> =>
  Object.fromEntries(
    checkRound(facts)
      .filter(({ held }) => !held)
      .map(({ name, text }) => [name, text]),
  );

/** The healthy round with one thing changed. */
function changed(change: (facts: RoundFacts & { tally: Tally }) => void): Record<string, string> {
  const facts = healthy();
  change(facts);
  return failing(facts);
}

describe("checks of a round", () => {
  test("a healthy round holds them all, and each says what it compared", () => {
    const checks = checkRound(healthy());
    expect(checks.filter(({ held }) => !held)).toEqual([]);
    expect(checks.map(({ text }) => text)).toEqual([
      "1,010 sent = 1,000 with a response + 10 in flight at the end",
      "no request went without a response",
      "nothing hung at the end",
      "10 connections opened",
      "1,000 responses",
      "throughput × mean latency = 10.00 of 10 requests in flight",
      "0% was still in flight at the end of 1 s",
      "at most 0 ms without a response",
      "10% of this machine's ceiling of 10,000/s, event loop busy 30%",
      "the generator's event loop was late by 0.10 ms (p99)",
      "second half +0% against the first",
      "before the load the same request got 201",
    ]);
  });

  test("conservation: one request that nobody can account for", () => {
    expect(changed(({ tally }) => (tally.counts.sent = 1011))).toEqual({
      conservation:
        "1,011 sent but 1,000 with a response + 10 in flight at the end: 1 are unexplained",
    });
  });

  test("conservation: a response that nobody asked for", () => {
    expect(Object.keys(changed(({ tally }) => (tally.unasked = 1)))).toEqual(["conservation"]);
  });

  test("what got no response is told by its outcome", () => {
    const { unanswered } = changed(({ tally }) => {
      tally.counts.unanswered = { reset: 3 };
      tally.counts.sent = 1013;
    });
    expect(unanswered).toContain("3 of 1,013 requests got no response (reset ×3)");
  });

  test("hung: silent after the drain", () => {
    const { hung } = changed(
      ({ tally }) => (tally.drained = { ...tally.drained, forMs: 1000, answered: 6, silent: 4 }),
    );
    expect(hung).toContain("4 requests in flight at the end got no response within 1.00 s");
    expect(hung).not.toContain("they hang");
  });

  test("they hang: silent for longer than the time-out", () => {
    const { hung } = changed(
      ({ tally }) => (tally.drained = { ...tally.drained, forMs: 2000, answered: 6, silent: 4 }),
    );
    expect(hung).toContain("they hang");
  });

  test.each([
    [60, 0, "second half −100% against the first"],
    [60, 30, "second half −50% against the first"],
    [30, 90, "second half +200% against the first"],
    [0, 60, "no responses in the first half"],
  ])("halves of %d and %d responses in each interval", (first, second, text) => {
    const { stationary } = changed(({ tally }) => {
      const half = (count: number) => Array<number>(10).fill(count);
      tally.intervals.answered = [...half(first), ...half(second)];
    });
    expect(stationary).toContain(text);
  });

  test("connections that could not be opened", () => {
    const { connections } = changed(({ tally }) => (tally.connections.failed = { refused: 7 }));
    expect(connections).toBe("7 connections could not be opened (refused ×7)");
  });

  test("Little's law: more under way than there are connections means mismatched responses", () => {
    // The figures of plain autocannon against gunicorn: 1,772 for 10 connections.
    const { little } = changed(({ tally }) => (tally.latencySumUs = 1_772_000_000));
    expect(little).toContain("1772.00 of 10 requests in flight");
    expect(little).toContain("responses are matched with the wrong requests");
  });

  test("Little's law: time that is in no latency, unless opening connections explains it", () => {
    expect(changed(({ tally }) => (tally.latencySumUs = 9_000_000))["little"]).toContain("10% of");
    const explained = changed(({ tally }) => {
      tally.latencySumUs = 9_000_000;
      tally.connections.openingUs = 1_000_000;
    });
    expect(explained).toEqual({});
  });

  test("Little's law holds to the edge: 5% off, and just over", () => {
    expect(changed(({ tally }) => (tally.latencySumUs = 9_510_000))).toEqual({});
    expect(Object.keys(changed(({ tally }) => (tally.latencySumUs = 9_490_000)))).toEqual([
      "little",
    ]);
  });

  test("the generator as the limit: above 70% of the ceiling, or busy above 0.9", () => {
    expect(
      changed((facts) => (facts.ceiling = { perSecond: 1400, closesAfter: undefined }))[
        "generator"
      ],
    ).toBe(
      "limited by the generator (71% of this machine's ceiling of 1,400/s, event loop busy 30%): a lower bound",
    );
    const busy = changed(
      ({ tally }) => (tally.generators = [{ utilisation: 0.95, loopDelayP99Us: 0, cpuUs: 1 }]),
    );
    expect(Object.keys(busy)).toEqual(["generator"]);
  });

  test("a generator that was late by more than half of the p99", () => {
    const late = changed(
      ({ tally }) => (tally.generators = [{ utilisation: 0.3, loopDelayP99Us: 6000, cpuUs: 1 }]),
    );
    expect(Object.keys(late)).toEqual(["loop-delay"]);
  });

  test("halves that differ", () => {
    const { stationary } = changed(
      ({ tally }) =>
        (tally.intervals.answered = [...Array<number>(10).fill(60), ...Array<number>(10).fill(40)]),
    );
    expect(stationary).toMatch(/second half −33% against the first/);
  });

  test("a first latency without responses, and one batch more, are no trend", () => {
    // Ten connections, constant 450 ms, 5 s: five batches in one half, six in the other.
    const batches = Array.from({ length: 50 }, (_, at) =>
      [4, 9, 13, 18, 22, 27, 31, 36, 40, 45, 49].includes(at) ? 10 : 0,
    );
    const slow = changed((facts) => {
      facts.tally.durationMs = 5000;
      facts.tally.intervals = { everyMs: 100, answered: batches, latencySumUs: batches };
      facts.latency = { ...facts.latency, p50: 450_000, p99: 450_000 };
    });
    expect(Object.keys(slow)).not.toContain("stationary");
    expect(Object.keys(slow)).not.toContain("gaps");
  });

  test("a round that is too short for its latencies", () => {
    // 1,200 ms in a round of 2 s: 10 responses, 10 in progress since 800 ms.
    const short = changed((facts) => {
      facts.tally.durationMs = 2000;
      facts.tally.latencySumUs = 12_000_000;
      facts.tally.drained.waitedUs = 8_000_000;
    });
    expect(short["round-length"]).toContain("40% was still in flight at the end of 2 s");
    expect(Object.keys(short)).not.toContain("little");
  });

  test("a target that is gone from the middle of the round on", () => {
    const gone = changed(
      ({ tally }) =>
        (tally.intervals.answered = Array.from({ length: 20 }, (_, at) => (at < 10 ? 100 : 0))),
    );
    expect(gone["gaps"]).toBe(
      "no response for 500 ms of 1 s, to the end: the average includes this pause",
    );
  });

  test("connections that take their time to open", () => {
    const opening = changed((facts) => {
      facts.tally.latencySumUs = 5_000_000;
      facts.tally.connections = { opened: 500, failed: {}, openingUs: 5_000_000 };
    });
    expect(opening["connections"]).toContain(
      "500 connections opened, which took 50% of their time",
    );
  });

  test("in flight at the end, and never heard of again", () => {
    expect(Object.keys(changed(({ tally }) => (tally.drained.answered = 9)))).toEqual([
      "conservation",
    ]);
  });

  test("too few responses for high percentiles", () => {
    const few = changed((facts) => {
      facts.tally.counts = { sent: 30, answered: 20, unanswered: {}, withdrawn: 0, inFlight: 10 };
    });
    expect(few["samples"]).toContain("only 20 responses");
  });

  test("a status that the same request did not get before", () => {
    const strange = changed((facts) => (facts.expectedStatuses = ["200"]));
    expect(strange["status-mix"]).toBe(
      "201 in 100% of the responses; before the load the same request got 200",
    );
  });

  test("when the target began to refuse", () => {
    const later = changed((facts) => {
      const { "201": only } = facts.tally.statuses;
      if (only === undefined) return;
      facts.tally.statuses = { "201": { ...only, count: 5 }, "429": { ...only, count: 5 } };
      facts.tally.counts = { ...facts.tally.counts, answered: 10 };
      facts.tally.firstMs = { "201": 3, "429": 1240, reset: 800 };
      facts.tally.counts.unanswered = { reset: 2 };
    });
    expect(later["status-mix"]).toBe(
      "429 in 50% of the responses, from 1.2 s on; before the load the same request got 201",
    );
    expect(later["unanswered"]).toContain("got no response (reset ×2), from 800 ms on: ");
  });

  test.each([
    [
      "429",
      10,
      "; 429 (Too Many Requests) is a limit on requests; after the first 429, 201 at 200/s on average; rate and latencies are mostly those of 429",
    ],
    ["503", 0, "; after the first 503, no more 201; rate and latencies are mostly those of 503"],
  ])("most responses are %s, and 201 goes on at %d per interval", (refusal, goesOn, text) => {
    const limited = changed(({ tally }) => {
      const { "201": only } = tally.statuses;
      if (only === undefined) return;
      const early = [50, 50, 50, 50, 25];
      const good = [...early, ...Array<number>(15).fill(goesOn)];
      const refused = good.map((count) => 50 - count);
      const count = good.reduce((sum, each) => sum + each, 0);
      tally.statuses = { "201": { ...only, count }, [refusal]: { ...only, count: 1000 - count } };
      tally.intervals.statuses = { "201": good, [refusal]: refused };
    });
    expect(limited["status-mix"]).toMatch(/before the load the same request got 201(?=;)/);
    expect(limited["status-mix"]?.endsWith(`got 201${text}`)).toBe(true);
  });

  test("nothing but 404, before and under load", () => {
    const lost = changed((facts) => {
      facts.expectedStatuses = ["404"];
      const { "201": only } = facts.tally.statuses;
      if (only !== undefined) facts.tally.statuses = { "404": only };
    });
    expect(lost["status-mix"]).toContain("no response was a 2xx (404 in 100% of the responses)");
  });
});

describe("checks of a round at a fixed rate", () => {
  /** 1,000 requests in a second, 10 ms each: ten in progress at any time. */
  function open(change: (facts: RoundFacts & { tally: Tally }) => void = () => {}) {
    const facts = healthy();
    facts.offered = { model: "open", ratePerSecond: 1010, arrivals: "even", connections: 100 };
    facts.service = facts.latency;
    facts.tally.serviceSumUs = 10_000_000;
    facts.tally.underWayUs = 10_000_000;
    facts.tally.generators = [{ utilisation: 1, loopDelayP99Us: 0, cpuUs: 1 }];
    change(facts);
    return failing(facts);
  }

  test("watching the clock without a pause is not being the limit", () => {
    expect(open()).toEqual({});
  });

  test("dropped requests, and a rate that was not kept", () => {
    expect(open(({ tally }) => (tally.dropped = { busy: 5, late: 0 }))["rate"]).toContain(
      "5 dropped because all 100 connections were busy: the latencies leave them out",
    );
    const late = open(({ tally }) => (tally.dropped = { busy: 0, late: 5 }));
    expect(Object.keys(late)).toEqual(["generator", "rate"]);
    const slow = open((facts) => {
      if (facts.offered.model === "open") facts.offered.ratePerSecond = 2000;
    });
    expect(slow["rate"]).toBe("1,010/s sent of 2,000/s requested");
  });

  test("requests that left late", () => {
    const late = open((facts) => (facts.late = { ...facts.latency, p99: 3000 }));
    expect(Object.keys(late)).toEqual(["lateness"]);
  });

  test("Little's law against what was counted under way", () => {
    const off = open(({ tally }) => (tally.underWayUs = 12_000_000));
    expect(off["little"]).toContain("10.00 of 12.00 requests in flight");
  });
});
