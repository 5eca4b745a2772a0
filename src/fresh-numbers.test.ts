import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { userSubmission } from "./contract/index.ts";
import {
  FRESH_ID_MAX,
  FRESH_ID_MIN,
  FRESH_RANGES,
  freshId,
  halfOf,
  isIn,
  LOAD_NUMBERS,
  loadId,
  partOf,
  rangeEnd,
  rangeOf,
  type FreshRange,
} from "./fresh-numbers.ts";
import { requestsOf } from "./generate/index.ts";
import { agentSequence, checkSequence, FreshSequence } from "./observe/index.ts";
import { beginAfterPlan, readinessSequence } from "./observe/fresh-sequence.ts";

const ranges: FreshRange[] = Object.values(FRESH_RANGES);
const of = { interface: userSubmission, firstId: 500_000_000 };
const plain = requestsOf(userSubmission).request();
const anyFirstId = fc.integer({ min: FRESH_ID_MIN, max: FRESH_ID_MAX });
const anyRange = fc.constantFrom(...ranges);

/** Whether no number is in two of these. */
function areApart(parts: readonly FreshRange[]): boolean {
  const inOrder = parts.toSorted((one, other) => one.from - other.from);
  return inOrder.every(
    (each, at) =>
      each.size > 0 && (at === 0 || rangeEnd(inOrder[at - 1] as FreshRange) <= each.from),
  );
}

const isWithin = (part: FreshRange, whole: FreshRange): boolean =>
  part.from >= whole.from && rangeEnd(part) <= rangeEnd(whole);

describe("the table of fresh numbers", () => {
  test("has ranges that do not overlap, and no more numbers than there are ids", () => {
    expect(areApart(ranges)).toBe(true);
    const ids = FRESH_ID_MAX - FRESH_ID_MIN + 1;
    expect(Math.max(...ranges.map(rangeEnd))).toBeLessThanOrEqual(ids);
    for (const [name, { from, size }] of Object.entries(FRESH_RANGES))
      expect([rangeOf(from), rangeOf(from + size - 1)]).toEqual([name, name]);
  });

  test("gives another id for each number, whatever the first id", () => {
    const number = fc.nat({ max: FRESH_ID_MAX - FRESH_ID_MIN });
    fc.assert(
      fc.property(anyFirstId, number, number, (firstId, one, other) => {
        const [first, second] = [freshId(firstId, one), freshId(firstId, other)];
        expect(first === second).toBe(one === other);
        expect(Math.min(first, second)).toBeGreaterThanOrEqual(FRESH_ID_MIN);
        expect(Math.max(first, second)).toBeLessThanOrEqual(FRESH_ID_MAX);
      }),
    );
  });

  test("is cut into parts and halves that do not overlap", () => {
    fc.assert(
      fc.property(anyRange, fc.integer({ min: 1, max: 200 }), (range, count) => {
        const parts = Array.from({ length: count }, (_, nth) => partOf(range, nth, count));
        expect(areApart(parts) && parts.every((each) => isWithin(each, range))).toBe(true);
        const halves = Array.from({ length: 12 }, (_, nth) => halfOf(range, nth));
        expect(areApart(halves) && halves.every((each) => isWithin(each, range))).toBe(true);
        expect(() => partOf(range, count, count)).toThrow("no fresh values are left");
        expect(() => halfOf(range, 40)).toThrow("no fresh values are left");
      }),
    );
  });

  test("leaves the load other ids than cases with constant first digits have, and its own to itself", () => {
    const number = fc.integer({ min: LOAD_NUMBERS.from, max: rangeEnd(LOAD_NUMBERS) - 1 });
    fc.assert(
      fc.property(anyFirstId, number, number, (firstId, one, other) => {
        const ids = [loadId(firstId, one), loadId(firstId, other)];
        expect(ids.some((id) => String(id).startsWith("12"))).toBe(false);
        expect(ids[0] === ids[1]).toBe(one === other);
        const numbers = ids.map((id) => (id - firstId + 900_000_000) % 900_000_000);
        expect(numbers.every((each) => isIn("load", each))).toBe(true);
      }),
      { examples: [[970_000_000, 150_020_000, 150_020_001]] },
    );
  });
});

describe("a sequence of fresh numbers", () => {
  test("goes on elsewhere where the numbers of checks are used up, and reports when there are none", () => {
    const last = new FreshSequence(rangeEnd(FRESH_RANGES.checks) - 1);
    expect(last.draw(plain, of)).toBe(rangeEnd(FRESH_RANGES.checks) - 1);
    expect(last.draw(plain, of)).toBe(FRESH_RANGES.moreChecks.from);
    for (const range of [FRESH_RANGES.moreChecks, FRESH_RANGES.planned]) {
      const sequence = new FreshSequence(rangeEnd(range) - 1);
      sequence.draw(plain, of);
      expect(() => sequence.draw(plain, of)).toThrow("no fresh values are left");
    }
  });

  test("never draws a number twice, or one of another range, wherever it is sent on to", () => {
    const steps = fc.array(fc.oneof(fc.constant("draw"), fc.nat({ max: 200_000 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(fc.integer({ min: 19_900, max: 20_100 }), steps, (from, all) => {
        const sequence = new FreshSequence(from);
        const drawn: number[] = [];
        for (const step of all)
          if (typeof step === "number") sequence.skipTo(step);
          else drawn.push(sequence.draw(plain, of));
        expect(new Set(drawn).size).toBe(drawn.length);
        const names = drawn.map(rangeOf);
        expect(["checks", "planned", "moreChecks"]).toEqual(
          expect.arrayContaining([...new Set(names)]),
        );
      }),
    );
  });

  test("is another one for each process of a run: resumed, of agents, and of a served target", () => {
    const recorded = (resumed: number) => ({ recorded: { resumed, afterAll: 0 } });
    fc.assert(
      fc.property(fc.nat({ max: 37 }), fc.integer({ min: 1, max: 12 }), (resumed, count) => {
        const agents = [1, 2].flatMap((epoch) =>
          Array.from({ length: count }, (_, nth) => agentSequence(epoch, { nth, of: count }).next),
        );
        const others = [
          checkSequence({}).next,
          checkSequence(recorded(resumed)).next,
          checkSequence(recorded((resumed + 1) % 38)).next,
          readinessSequence(false).next,
          readinessSequence(true).next,
        ];
        expect(new Set([...agents, ...others]).size).toBe(agents.length + others.length);
        expect([...agents, ...others].every((each) => rangeOf(each) !== "planned")).toBe(true);
      }),
      { numRuns: 20 },
    );
    expect(() => checkSequence(recorded(38))).toThrow("no fresh values are left");
  });

  test("of a resumed exploration begins after everything that an earlier process may have drawn", () => {
    const numbers = checkSequence({ recorded: { resumed: 1, afterAll: 0 } });
    beginAfterPlan(numbers, { recorded: { resumed: 1, afterAll: 30_000 } }, 5000);
    expect(numbers.next).toBe(30_000 + 2 * 5000 * 4);
  });
});
