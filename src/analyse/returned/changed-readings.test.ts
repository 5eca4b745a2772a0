import { expect, test } from "vitest";
import { changesBetween, SAME_NUMBER } from "./changed-readings.ts";
import { isReturnedDifferently } from "./returned-values.ts";

const DATE = "2026-03-01T17:01:13.384Z";

test.each<[sent: unknown, back: unknown, words: string[]]>([
  [DATE, "2026-03-01T17:01:13.384+00:00", ["in another spelling of the same time"]],
  [DATE, "2026-03-01T18:01:13.384+0100", ["as the same time at +01:00"]],
  ["2026-03-01T18:01:13.384+01:00", DATE, ["as the same time in UTC"]],
  [DATE, "2026-03-01T17:01:13.000Z", ["cut to seconds", "rounded to seconds"]],
  [DATE, "2026-03-01 17:01:13", ["cut to seconds", "rounded to seconds"]],
  ["2026-03-01T17:01:13.884Z", "2026-03-01T17:01:14Z", ["rounded to seconds"]],
  [DATE, "2026-03-01T17:01Z", ["cut to minutes"]],
  [DATE, "2026-03-01", ["cut to days"]],
  [DATE, "2026-03-01T19:01:13.384Z", ["moved by +2 h"]],
  ["2026-03-01T17:01:13.384567Z", DATE, ["cut to milliseconds"]],
  [DATE, "2020-01-01T00:00:00Z", []],
  [" Ann ", "Ann", ["without the white space at its ends", "with single spaces"]],
  ["Ann", "ann", ["in small letters"]],
  ["Annabel", "Anna", ["cut off"]],
  ["Ann", "Bob", []],
  ["Ann", "", []],
  [1.5, 1, ["cut to an integer"]],
  [1.256, 1.26, ["rounded to 2 decimals"]],
  [7, 8, []],
  [5_000_000_000, 705_032_704, ["cut to 32 bits"]],
  [7, "7", ["as a text"]],
  [7, null, []],
  [12.3, "12.30", ["as a text"]],
  ["12.3", "12.30", [SAME_NUMBER]],
  ["+007.50", "7.5", [SAME_NUMBER]],
  ["12.3", "12.31", []],
  ["0.5", "-0.5", []],
])("%j as %j", (sent, back, words) => {
  expect(changesBetween(sent, back).map((each) => each.words)).toEqual(words);
});

test("whether a number has the digits that a server writes is chance; another number is not", () => {
  const now = (words: string) => ({ field: "price", words, cases: [] });
  const isOther = (before: string, words: string, isPart = false) =>
    isReturnedDifferently(before, now(words), isPart);
  expect(isOther("as sent", SAME_NUMBER)).toBe(false);
  expect(isOther(SAME_NUMBER, "as sent")).toBe(false);
  expect(isOther("as sent", "rounded to 1 decimal")).toBe(true);
  expect(isOther("as sent", "with other values")).toBe(true);
  // A part of the cases may have no text with white space at its ends.
  const trimmed = "without the white space at its ends";
  expect(isOther(trimmed, "as sent")).toBe(true);
  expect(isOther(trimmed, "as sent", true)).toBe(false);
  expect(isOther("as sent", trimmed, true)).toBe(true);
});
