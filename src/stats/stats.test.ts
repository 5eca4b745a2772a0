import { describe, expect, test } from "vitest";
import type { Tally } from "../model/index.ts";
import {
  decodeLatency,
  emptyLatency,
  encodeLatency,
  latencyFigures,
  mergeLatencies,
  hgrmText,
  mergeTallies,
} from "./merge-tallies.ts";
import { halvesOf, median, spreadOf } from "./exact-ranks.ts";

function histogramOf(...values: number[]) {
  const histogram = emptyLatency();
  for (const value of values) histogram.recordValue(value);
  return histogram;
}

describe("latency histograms", () => {
  test("figures of a hundred known values, to three digits", () => {
    const histogram = histogramOf(...Array.from({ length: 100 }, (_, at) => (at + 1) * 1000));
    const figures = latencyFigures(histogram);
    const near = (value: number) => expect.closeTo(value, -Math.log10(value / 1000 / 2 + 1));
    expect(figures?.p50).toBeGreaterThanOrEqual(50_000);
    expect(figures?.p50).toBeLessThan(50_000 * 1.001);
    expect(figures?.p99).toBeLessThan(99_000 * 1.001);
    expect(figures?.max).toBeLessThan(100_000 * 1.001);
    expect(figures?.mean).toEqual(near(50_500));
    expect(latencyFigures(emptyLatency())).toBeUndefined();
  });

  test("encoding and merging lose nothing: as if one had recorded everything", () => {
    const one = histogramOf(1, 50, 1000);
    const other = histogramOf(7, 50, 3_000_000);
    const merged = mergeLatencies([encodeLatency(one), encodeLatency(other)]);
    const whole = histogramOf(1, 50, 1000, 7, 50, 3_000_000);
    expect(encodeLatency(merged)).toBe(encodeLatency(whole));
    expect(decodeLatency(encodeLatency(merged)).totalCount).toBe(6);
  });

  test("percentile text is in milliseconds", () => {
    const text = hgrmText(histogramOf(2000, 2000));
    expect(text).toMatch(/^ +Value +Percentile +TotalCount +1\/\(1-Percentile\)/);
    expect(text).toMatch(/^ +2\.\d+ /m);
  });
});

describe("spread and trend", () => {
  test("by hand", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(spreadOf([95, 100, 105])).toBeCloseTo(0.05);
    expect(spreadOf([100])).toBe(0);
    expect(halvesOf([10, 11, 12, 13])).toEqual([21, 25]);
    expect(halvesOf([10, 99, 5])).toEqual([10, 5]);
  });
});

describe("tallies add up", () => {
  const tally = (answered: number, us: number, more: Partial<Tally> = {}): Tally => ({
    durationMs: 1000,
    counts: { sent: answered + 3, answered, unanswered: { reset: 2 }, withdrawn: 0, inFlight: 1 },
    drained: { forMs: 5, answered: 1, waitedUs: 10, ended: 0, silent: 0 },
    unasked: 0,
    dropped: { busy: 0, late: 0 },
    statuses: { "201": { count: answered, latency: encodeLatency(histogramOf(us, us)) } },
    latencySumUs: answered * us,
    receivedBytes: 100,
    connections: { opened: 5, failed: { refused: 1 }, openingUs: 7 },
    intervals: { everyMs: 500, answered: [answered, 0], latencySumUs: [us, 0] },
    generators: [{ utilisation: 0.5, loopDelayP99Us: 1, cpuUs: 2 }],
    ...more,
  });

  test("of processes in one slot: the time stays, the intervals add", () => {
    const both = mergeTallies([tally(10, 100), tally(20, 200)], "same");
    expect(both.durationMs).toBe(1000);
    expect(both.counts).toEqual({
      sent: 36,
      answered: 30,
      unanswered: { reset: 4 },
      withdrawn: 0,
      inFlight: 2,
    });
    expect(both.intervals.answered).toEqual([30, 0]);
    expect(both.connections).toEqual({ opened: 10, failed: { refused: 2 }, openingUs: 14 });
    expect(both.statuses["201"]?.count).toBe(30);
    expect(both.generators).toHaveLength(2);
  });

  test("of several slots: the times add, the intervals follow one another", () => {
    const all = mergeTallies([tally(10, 100), tally(20, 200)], "several");
    expect(all.durationMs).toBe(2000);
    expect(all.intervals.answered).toEqual([10, 0, 20, 0]);
    expect(all.intervals.statuses).toBeUndefined();
  });

  test("the intervals of each status, of which one slot has only one", () => {
    const { statuses, intervals } = tally(20, 200);
    const both = { ...statuses, "429": { count: 5, latency: encodeLatency(histogramOf(1, 1)) } };
    const byStatus = { ...intervals, statuses: { "201": [20, 0], "429": [0, 5] } };
    const tallies = [tally(10, 100), tally(25, 1, { statuses: both, intervals: byStatus })];
    expect(mergeTallies(tallies, "same").intervals.statuses).toEqual({
      "201": [30, 0],
      "429": [0, 5],
    });
    expect(mergeTallies(tallies, "several").intervals.statuses).toEqual({
      "201": [10, 0, 20, 0],
      "429": [0, 0, 0, 5],
    });
    // A record of an earlier version.
    const old = [tally(10, 100), tally(25, 1, { statuses: both })];
    expect(mergeTallies(old, "several").intervals.statuses).toBeUndefined();
  });
});
