import { expect, test } from "vitest";
import { moreRounds } from "./judge-ratio.ts";

const shift = { estimate: -0.07, bounds: { low: -0.15, high: 0.01 } };

test("bounds close in by the root of the rounds", () => {
  // The limit is 0.035 away and the bound 0.08: (0.08 / 0.035)² = 5.2 times the rounds.
  expect(moreRounds(shift, -0.105, { pairs: 10 })).toBe("; 43 more rounds would decide");
  expect(moreRounds(shift, -0.145, { pairs: 10 })).toBe("; 2 more rounds would decide");
});

test("rounds there stay as few as they are", () => {
  // 1/n + 1/10 = (1/10 + 1/10) (0.075 / 0.08)² = 0.176: n is 13.2.
  expect(moreRounds(shift, -0.145, { here: 10, there: 10 })).toBe("; 4 more rounds would decide");
  expect(moreRounds(shift, -0.1, { here: 10, there: 10 })).toBe(
    "; only a baseline of more rounds than 10 could decide",
  );
});

test("too few for any bounds", () => {
  expect(moreRounds({ estimate: 1 }, 0, { pairs: 3 })).toBe("; 2 more rounds would decide");
  expect(moreRounds({ estimate: 1 }, 0, { here: 2, there: 3 })).toBe("; 1 more round would decide");
  expect(moreRounds({ estimate: 1 }, 0, { here: 3, there: 0 })).toMatch(/^; only a baseline/);
});

test("at the limit nobody can say", () => {
  expect(moreRounds(shift, -0.07, { pairs: 10 })).toBe(
    "; too close to the limit to say how many rounds would decide",
  );
});
