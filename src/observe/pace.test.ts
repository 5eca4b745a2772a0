import { expect, test } from "vitest";
import { post, wire } from "../generate/index.ts";
import { Pace } from "./pace.ts";

const signal = new AbortController().signal;
const one = post([]);
/** Waits are cut off. */
const aborted = AbortSignal.abort();

test("below a limit, the rate rises a little, and less once the limit was met again", async () => {
  const pace = new Pace(() => 0, aborted);
  pace.slowDown({ by: "limit", ms: 1000, accepted: 10_000 });
  expect(pace.perSecond).toBe(9000);
  for (let nth = 0; nth < 1000; nth += 1) await pace.turn(one);
  expect(pace.perSecond).toBeCloseTo(9000 * Math.exp(0.01), 0);
  pace.slowDown({ by: "limit", ms: 1000, accepted: 9500 });
  expect(pace.perSecond).toBe(8550);
  for (let nth = 0; nth < 950; nth += 1) await pace.turn(one);
  expect(pace.perSecond).toBeCloseTo(8550 * Math.exp(0.003), 0);
});

test("a case of many requests waits for as many", async () => {
  const pace = new Pace(() => 0, signal);
  pace.slowDown({ by: "limit", ms: 1000, accepted: 1000 });
  const began = performance.now();
  await pace.turn(wire(...Array.from({ length: 91 }, () => ({ do: "read" }) as const)));
  expect(performance.now() - began).toBeGreaterThan(95);
});

test("after a short cycle the rate doubles until a limit is met again", async () => {
  const pace = new Pace(() => 0, aborted);
  const short = { by: "limit", ms: 500, accepted: 100 } as const;
  pace.slowDown(short);
  expect(pace.perSecond).toBe(160);
  for (let nth = 0; nth < 100; nth += 1) await pace.turn(one);
  expect(pace.perSecond).toBeCloseTo(320);
  pace.slowDown({ ...short, accepted: 200 });
  expect(pace.perSecond).toBeCloseTo(256);
  for (let nth = 0; nth < 100; nth += 1) await pace.turn(one);
  expect(pace.perSecond).toBeLessThan(270);
});

test("few that were turned away are no reason to send more slowly", () => {
  const pace = new Pace(() => 0, aborted);
  expect(pace.isFew(1, 100)).toBe(false);
  pace.slowDown({ by: "limit", ms: 1000, accepted: 1000 });
  expect([pace.isFew(5, 100), pace.isFew(6, 100)]).toEqual([true, false]);
});

test("what was sent late delays the next one", async () => {
  let nowMs = 0;
  const pace = new Pace(() => nowMs, signal);
  pace.slowDown({ by: "limit", ms: 1000, accepted: 1000 });
  await pace.turn(one);
  nowMs = 90;
  pace.hasSent(one);
  nowMs = 1;
  const began = performance.now();
  await pace.turn(one);
  expect(performance.now() - began).toBeGreaterThan(80);
});

test("after bans, no fewer are sent than come through with bans between, and where that does not help, as many as can be", () => {
  const pace = new Pace(() => 0, aborted);
  const ban = { by: "ban", ms: 500, accepted: 40, closedMs: 1500 } as const;
  const rates = [1, 2, 3].map(() => {
    pace.slowDown(ban);
    return pace.perSecond;
  });
  expect(rates).toEqual([40, 20, Infinity]);
  pace.slowDown(ban);
  expect(pace.isSlowedDown).toBe(false);
});
