import { expect, test } from "vitest";
import { Pace } from "./pace.ts";

const signal = new AbortController().signal;
/** Waits are cut off. */
const aborted = AbortSignal.abort();

test("below a limit, the rate rises a little, and no more once the limit was met again", async () => {
  const pace = new Pace();
  pace.slowDown({ by: "limit", ms: 1000, accepted: 10_000 });
  expect(pace.perSecond).toBe(9000);
  for (let nth = 0; nth < 1000; nth += 1) await pace.turn(1, 0, aborted);
  expect(pace.perSecond).toBeCloseTo(9000 * Math.exp(0.01), 0);
  pace.slowDown({ by: "limit", ms: 1000, accepted: 9500 });
  expect(pace.perSecond).toBe(8550);
  await pace.turn(1, 0, aborted);
  expect(pace.perSecond).toBe(8550);
});

test("a limit that does not depend on the rate slows down to an eighth at most", () => {
  const pace = new Pace();
  pace.slowDown({ by: "limit", ms: 1000, accepted: 200 });
  for (let nth = 0; nth < 40; nth += 1) pace.slowDown({ by: "limit", ms: 2000, accepted: 20 });
  expect(pace.perSecond).toBe(180 / 8);
});

test("bans have no such bound, and a limit after them does not raise the rate", () => {
  const pace = new Pace();
  pace.slowDown({ by: "limit", ms: 1000, accepted: 200 });
  for (let nth = 0; nth < 5; nth += 1) pace.slowDown({ by: "ban", ms: 1000, accepted: 200 });
  expect(pace.perSecond).toBe(180 / 32);
  pace.slowDown({ by: "limit", ms: 1000, accepted: 200 });
  expect(pace.perSecond).toBe(180 / 32);
});

test("a case of many requests waits for as many", async () => {
  const pace = new Pace();
  pace.slowDown({ by: "limit", ms: 1000, accepted: 1000 });
  const began = performance.now();
  await pace.turn(91, 0, signal);
  expect(performance.now() - began).toBeGreaterThan(95);
});
