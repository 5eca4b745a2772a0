import { expect, test } from "vitest";
import { tookLong } from "./state-teacher.ts";

test("a sequence took long where the target may have waited between two requests", () => {
  const usual = { betweenMs: 10, usualMs: 20 };
  expect(tookLong([20, 30, 25], usual)).toBe(false);
  expect(tookLong([20, 400, 25], usual)).toBe(true);
  expect(tookLong([20, 30], { ...usual, betweenMs: 400 })).toBe(true);
  // None is long alone: the target served the first at once, and the last at its end.
  expect(tookLong([250, 250], usual)).toBe(true);
  expect(tookLong([150, 150, 150], usual)).toBe(true);
  // A slow target is so for each request.
  expect(tookLong([500, 600, 550], { betweenMs: 10, usualMs: 500 })).toBe(false);
});
