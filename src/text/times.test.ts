import { expect, test } from "vitest";
import {
  clockText,
  dayText,
  durationText,
  fullDateText,
  latencyText,
  momentText,
} from "./numbers.ts";

test.each([
  [4, "0.00 ms"],
  [254, "0.25 ms"],
  [1204, "1.2 ms"],
  [9960, "10 ms"],
  [999_400, "999 ms"],
  [1_200_000, "1.20 s"],
])("a latency of %d µs", (us, text) => expect(latencyText(us)).toBe(text));

test.each([
  [0, "0 ms"],
  [250, "250 ms"],
  [1000, "1 s"],
  [1540, "1.5 s"],
  [59_900, "59.9 s"],
  [59_990, "1 min"],
  [120_000, "2 min"],
  [125_400, "2 min 5 s"],
  [60_000_000, "1,000 min"],
])("a duration of %d ms", (ms, text) => expect(durationText(ms)).toBe(text));

test("dates are UTC, and what is no date stays as it is", () => {
  const at = "2026-11-05T16:22:05.123Z";
  expect([dayText, fullDateText, clockText, momentText].map((write) => write(at))).toEqual([
    "5 Nov",
    "5 Nov 2026",
    "16:22",
    "5 Nov 2026, 16:22 UTC",
  ]);
  for (const odd of ["", "yesterday", "2026-13-05T16:22:05.123Z", "<b>"])
    expect([dayText, fullDateText, momentText].map((write) => write(odd))).toEqual([odd, odd, odd]);
});
