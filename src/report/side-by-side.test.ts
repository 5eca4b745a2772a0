import { expect, test } from "vitest";
import type { Exchange } from "../model/index.ts";
import { renderSideBySide } from "./side-by-side.ts";

const exchangeOf = (detail: string): Exchange => ({
  answers: [{ outcome: "closed", phase: "head", detail, totalUs: 1000 }],
  end: "closed",
});

test("two columns fit the width with every word, and are whole without one", () => {
  const long = Array.from({ length: 20 }, (_, at) => `detail-${at}`).join(" ");
  const sides = [
    { title: "before", exchange: exchangeOf(long) },
    { title: "now", exchange: exchangeOf("short") },
  ] as const;
  const at = (width: number) => renderSideBySide(...sides, width);
  for (const width of [80, 100, 140]) {
    expect(at(width).filter((line) => Array.from(line).length > width)).toEqual([]);
    const words = at(width).flatMap((line) => line.split(/\s+/));
    expect(words.filter((word) => word.startsWith("detail-"))).toEqual(long.split(" "));
    expect(at(width)).toContainEqual(expect.stringMatching(/^detail-0 .* ≠ short$/));
  }
  expect(at(Infinity)).toContain(`${long} ≠ short`);
});

test("a word that is wider than its column is whole, with now below before", () => {
  const token = "x".repeat(70);
  const lines = renderSideBySide(
    { title: "before", exchange: exchangeOf(token) },
    { title: "now", exchange: exchangeOf("short") },
    80,
  );
  expect(lines.slice(lines.indexOf(token))).toEqual([
    token,
    "≠ short",
    expect.stringContaining("connection closed"),
  ]);
});
