import { expect, test } from "vitest";
import { withinBands } from "./within-bands.ts";

const digits = (count: number): string => "9".repeat(count);

test.each([
  ["0", true],
  ["-0", true],
  ["10", true],
  ["10.0", true],
  ["+00010", true],
  ["1e1", true],
  ["100e-1", true],
  ["0.001e4", true],
  [`0.${"0".repeat(2000)}1e2001`, true],
  ["10.5", false],
  ["10.00000000000000000001", false],
  ["10.5e-99999999999999999999", true],
  ["-1e-400", false],
  ["11", false],
  ["0e99999999999999999999", true],
  ["1e99999999999999999999", false],
  ["-1", false],
  [digits(100_000), false],
])("%.30s within 0 to 10: %s", (text, expected) =>
  expect(withinBands(text, [{ from: 0n, to: 10n }])).toBe(expected),
);

test("an open end, more bands than one, and what a double cannot tell apart", () => {
  expect(withinBands(digits(100_000), [{ from: 0n }])).toBe(true);
  expect(withinBands(`-${digits(100_000)}`, [{ to: 0n }])).toBe(true);
  expect(withinBands("15", [{ to: 10n }, { from: 20n }])).toBe(false);
  expect(withinBands("20", [{ to: 10n }, { from: 20n }])).toBe(true);
  expect(withinBands("9007199254740992", [{ to: 9007199254740992n }])).toBe(true);
  expect(withinBands("9007199254740993", [{ to: 9007199254740992n }])).toBe(false);
});
