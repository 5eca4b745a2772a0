import { expect, test } from "vitest";
import { fisherTail } from "./proportions.ts";

test.each([
  // Fisher's lady tasting tea: 4 of 8 cups, at least 3 of 4 right, and all 4.
  [{ sent: 4, failed: 1 }, { sent: 4, failed: 3 }, 17 / 70],
  [{ sent: 4, failed: 0 }, { sent: 4, failed: 4 }, 1 / 70],
  [{ sent: 10, failed: 2 }, { sent: 10, failed: 0 }, 1],
  [{ sent: 0, failed: 0 }, { sent: 5, failed: 2 }, 1],
])("%j before and %j now", (before, now, p) => {
  expect(fisherTail(before, now)).toBeCloseTo(p, 10);
});

test("2% of 7,000 against none is certain, against 2% it is chance", () => {
  expect(fisherTail({ sent: 7000, failed: 0 }, { sent: 7000, failed: 140 })).toBeLessThan(1e-30);
  expect(fisherTail({ sent: 7000, failed: 140 }, { sent: 7000, failed: 140 })).toBeGreaterThan(0.5);
});
