import { expect, test } from "vitest";
import type { Exchange } from "../model/observation.ts";
import { renderSideBySide } from "./side-by-side.ts";

const exchangeOf = (detail: string): Exchange => ({
  answers: [{ outcome: "closed", phase: "head", detail, totalUs: 1000 }],
  end: "closed",
});

test("two columns fit the width, and are whole without one", () => {
  const long = "a detail ".repeat(20).trim();
  const sides = [
    { title: "before", exchange: exchangeOf(long) },
    { title: "now", exchange: exchangeOf("short") },
  ] as const;
  const at = (width: number) => renderSideBySide(...sides, width);
  expect(at(80).filter((line) => Array.from(line).length > 80)).toEqual([]);
  expect(at(80)).toContainEqual(expect.stringMatching(/… ≠ short$/));
  expect(at(Infinity)).toContain(`${long} ≠ short`);
});
