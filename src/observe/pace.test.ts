import { expect, test } from "vitest";
import { Pace } from "./pace.ts";

const signal = new AbortController().signal;
/** Waits are cut off. */
const aborted = AbortSignal.abort();

test("below a limit, the rate rises a little, and less once the limit was met again", async () => {
  const pace = new Pace();
  pace.slowDown({ by: "limit", ms: 1000, accepted: 10_000 });
  expect(pace.perSecond).toBe(9000);
  for (let nth = 0; nth < 1000; nth += 1) await pace.turn(1, 0, aborted);
  expect(pace.perSecond).toBeCloseTo(9000 * Math.exp(0.01), 0);
  pace.slowDown({ by: "limit", ms: 1000, accepted: 9500 });
  expect(pace.perSecond).toBe(8550);
  for (let nth = 0; nth < 950; nth += 1) await pace.turn(1, 0, aborted);
  expect(pace.perSecond).toBeCloseTo(8550 * Math.exp(0.003), 0);
});

test("a case of many requests waits for as many", async () => {
  const pace = new Pace();
  pace.slowDown({ by: "limit", ms: 1000, accepted: 1000 });
  const began = performance.now();
  await pace.turn(91, 0, signal);
  expect(performance.now() - began).toBeGreaterThan(95);
});
