import fc from "fast-check";
import { expect, test } from "vitest";
import { shareOffer, shareWhole } from "./generators.ts";

const parts = fc.integer({ min: 1, max: 64 });
const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);

test("connections are divided exactly, and no two parts differ by more than one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), parts, (connections, count) => {
      const shares = shareOffer({ model: "closed", connections, pipelining: 2 }, count);
      const own = shares.map((each) => each.connections);
      expect(sum(own)).toBe(connections);
      expect(Math.max(...own) - Math.min(...own)).toBeLessThanOrEqual(1);
      expect(shares).toHaveLength(Math.min(count, connections));
    }),
  );
});

test("rates add up to exactly the whole rate", () => {
  const rate = fc.double({ min: 0.01, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(rate, parts, (ratePerSecond, count) => {
      const offered = { model: "open", ratePerSecond, arrivals: "even", connections: 100 } as const;
      const rates = shareOffer(offered, count).map((each) =>
        each.model === "open" ? each.ratePerSecond : 0,
      );
      expect(sum(rates)).toBe(ratePerSecond);
      expect(Math.min(...rates)).toBeGreaterThan(0);
    }),
  );
});

test("a whole number is divided exactly", () => {
  expect(shareWhole(10, 4)).toEqual([3, 3, 2, 2]);
});
