import fc from "fast-check";
import { expect, test } from "vitest";
import { clockOffset } from "./agent-load.ts";

const ms = fc.double({ min: 0, max: 200, noNaN: true });

test("the offset is never wrong by more than half of the shortest round trip", () => {
  const offset = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(offset, fc.array(fc.tuple(ms, ms), { minLength: 1 }), (trueMs, trips) => {
      const exchanges = trips.map(([there, back], nth) => {
        const askedMs = nth * 1000;
        return { askedMs, theirMs: askedMs + there + trueMs, repliedMs: askedMs + there + back };
      });
      const { offsetMs, errorMs } = clockOffset(exchanges);
      expect(Math.abs(offsetMs - trueMs)).toBeLessThanOrEqual(errorMs + 1e-6);
      expect(errorMs).toBeLessThanOrEqual(Math.min(...trips.map(([a, b]) => (a + b) / 2)) + 1e-6);
    }),
  );
});
