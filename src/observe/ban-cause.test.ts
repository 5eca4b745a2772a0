import { expect, test } from "vitest";
import { causeOf, cycleOf } from "./ban-cause.ts";

/** Cycles with so many requests, and so many of them refused. */
const cycles = (...all: (readonly [number, number])[]) =>
  all.map(([requests, refused]) => ({ requests, refused }));

test.each([
  [
    "a guard after 31 refused requests",
    [
      [245, 31],
      [48, 31],
      [84, 31],
      [32, 31],
    ],
  ],
  [
    "one whose window passes while requests are sent slowly",
    [
      [245, 31],
      [48, 31],
      [84, 33],
      [260, 70],
    ],
  ],
] as const)("%s bans for them", (_, all) => {
  expect(causeOf(cycles(...all))).toBe("refused");
});

test("a limit of the number turns away after as many requests, refused or not", () => {
  expect(causeOf(cycles([100, 8], [101, 52], [104, 60], [100, 31]))).toBe("requests");
});

test("where about half of all requests are refused, it may be either", () => {
  expect(causeOf(cycles([62, 31], [66, 31], [60, 31]))).toBe("either");
  expect(causeOf(cycles([100, 52], [101, 48], [103, 55]))).toBe("either");
});

test("a rate limit that was not fully used in one cycle is not called a ban; the same number of refused requests in each cycle is", () => {
  expect(causeOf(cycles([118, 58], [240, 60], [119, 45], [118, 57]))).toBe("either");
  expect(causeOf(cycles([234, 40], [80, 40], [81, 40], [80, 40]))).toBe("refused");
});

test.each([
  [
    "two of them",
    [
      [245, 31],
      [48, 31],
    ],
  ],
  [
    "one without refused requests",
    [
      [245, 31],
      [48, 31],
      [90, 0],
      [60, 31],
    ],
  ],
  [
    "any number before each, as of a lock that comes with time",
    [
      [400, 200],
      [90, 40],
      [170, 95],
      [31, 12],
    ],
  ],
] as const)("%s show no cause", (_, all) => {
  expect(causeOf(cycles(...all))).toBeUndefined();
});

test("what got the response of the change itself, and what got none, does not count", () => {
  const before = new Map([["201", 10]]);
  const now = new Map([
    ["201", 30],
    ["422", 5],
    ["403", 60],
    ["429", 2],
    ["reset", 4],
  ]);
  expect(cycleOf("403", now, before)).toEqual({ requests: 27, refused: 5 });
});
