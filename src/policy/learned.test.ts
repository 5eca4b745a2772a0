import fc from "fast-check";
import { expect, test } from "vitest";
import {
  dependsOnOrder,
  entryText,
  explicitEntry,
  learnedEntry,
  learnedOf,
  sizeOf,
} from "./learned.ts";

const runs = ["a", "b", "c"];

test.each([
  [
    "always the same",
    [
      ["201", "201"],
      ["201", "201"],
    ],
    "201",
    "201",
  ],
  [
    "the second one differs in each run",
    [
      ["201", "409"],
      ["201", "409"],
    ],
    "201 then 409",
    "201 then 409",
  ],
  [
    "now and then another",
    [
      ["201", "201"],
      ["201", "500"],
    ],
    { "201": 3, "500": 1 },
    "201 / 500",
  ],
  [
    "the first varies, and later ones never do so",
    [
      ["201", "409"],
      ["200", "409"],
    ],
    { first: { "200": 1, "201": 1 }, later: { "409": 2 } },
    "200 / 201 then 409",
  ],
  ["sent less often than most", [["201"], ["201"]], { "201": 2 }, "201"],
])("%s", (_name, outcomes, entry, text) => {
  const kept = learnedEntry(outcomes, { sent: 4, isOrdered: true });
  expect(kept).toEqual(entry);
  expect(entryText(kept)).toBe(text);
});

test("two sendings of one run show no order", () => {
  expect(learnedEntry([["201", "409"]], { sent: 2, isOrdered: false })).toEqual({
    "201": 1,
    "409": 1,
  });
});

test("baselines of version 1 are read: what was unstable is known to vary", () => {
  expect(learnedOf(["201", "500"], {}).later).toEqual(
    new Map([
      ["201", 1],
      ["500", 1],
    ]),
  );
  expect(learnedOf("201", {}).later).toEqual(new Map([["201", 2]]));
  expect(dependsOnOrder(learnedOf("201 then 409", {}))).toBe(true);
});

test("no sending is lost, and the counts are those of the runs, also written out", () => {
  const outcome = fc.constantFrom("201", "409", "500", "201, closed");
  const sendings = fc.array(fc.array(outcome, { minLength: 2, maxLength: 2 }), {
    minLength: 3,
    maxLength: 3,
  });
  fc.assert(
    fc.property(sendings, fc.boolean(), (all, isOrdered) => {
      const entry = learnedEntry(all, { sent: 6, isOrdered });
      for (const kept of [entry, explicitEntry(entry, { runs, sent: 6 })]) {
        const { first, later } = learnedOf(kept, { runs, sent: 6 });
        const total = first === later ? sizeOf(later) : sizeOf(first) + sizeOf(later);
        expect(total).toBe(6);
        for (const each of all.flat()) expect(first.has(each) || later.has(each)).toBe(true);
      }
    }),
  );
});
