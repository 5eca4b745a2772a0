import fc from "fast-check";
import { expect, test } from "vitest";
import { pairwise } from "./pairwise.ts";

const factors = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 7 });

test("has every pair of levels of two factors, and far fewer rows than there are combinations", () => {
  fc.assert(
    fc.property(factors, (counts) => {
      const rows = pairwise(counts, Infinity);
      for (const [one, first] of counts.entries())
        for (const [other, second] of counts.entries()) {
          if (one === other) continue;
          const pairs = new Set(rows.map((row) => `${row[one]} ${row[other]}`));
          expect(pairs.size).toBe(first * second);
        }
      for (const row of rows) expect(row).toHaveLength(counts.length);
    }),
    { seed: 1, numRuns: 100 },
  );
  expect(
    pairwise(
      Array.from({ length: 13 }, () => 3),
      Infinity,
    ).length,
  ).toBeLessThan(30);
});

test("has as many rows as asked for", () => expect(pairwise([9, 9, 9], 10)).toHaveLength(10));

test("has each level of a single factor", () => expect(pairwise([3], 60)).toEqual([[0], [1], [2]]));

test("has no row without factors", () => expect(pairwise([], 60)).toEqual([]));
