import { expect, test } from "vitest";
import { commonMemory, memoryDrift } from "./memory-drift.ts";

const age = (ms: number, accepted: number, requests = 3 * accepted) => ({ ms, accepted, requests });

test("that a server forgets what it kept is a change only if neither time nor number explains it", () => {
  const before = { held: age(10_000, 900) };
  expect(memoryDrift(before, { lost: age(3400, 310) })).toEqual({
    was: "still known after 10 s and 900 accepted requests",
    is: "forgotten after 3.4 s and 310 accepted requests",
  });
  // A server that keeps the last 500: more came after the younger one.
  expect(memoryDrift(before, { lost: age(3400, 1000) })).toBeUndefined();
  expect(memoryDrift(before, { lost: age(3400, 800) })).toBeUndefined();
  // One that keeps the last 2,700, refused ones among them.
  expect(memoryDrift(before, { lost: age(3400, 310, 2800) })).toBeUndefined();
  expect(memoryDrift(before, { lost: age(6000, 310) })).toBeUndefined();
  expect(memoryDrift(before, { held: age(400, 20) })).toBeUndefined();
  expect(memoryDrift(undefined, { lost: age(3400, 310) })).toBeUndefined();
});

test("so is that it keeps what it forgot", () => {
  const before = { held: age(2900, 50), lost: age(3400, 310) };
  expect(memoryDrift(before, { held: age(10_000, 900) })?.is).toMatch(/^still known after 10 s/);
  expect(memoryDrift(before, { held: age(10_000, 550) })).toBeUndefined();
  expect(memoryDrift(before, { held: age(6000, 900) })).toBeUndefined();
  // A busy machine handles a request late.
  expect(memoryDrift({ lost: age(300, 10) }, { held: age(1000, 100) })).toBeUndefined();
});

test("a baseline has the oldest known and the youngest forgotten identity of its runs, unless they contradict each other", () => {
  const kept = { held: age(30_000, 2000) };
  const forgot = { held: age(2900, 50), lost: age(3400, 310) };
  expect(commonMemory([forgot, { lost: age(8000, 400) }, undefined])).toEqual(forgot);
  expect(commonMemory([kept, { held: age(9000, 800) }])).toEqual(kept);
  expect(commonMemory([kept, forgot])).toBeUndefined();
  expect(commonMemory([undefined])).toBeUndefined();
});
