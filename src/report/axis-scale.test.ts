import { expect, test } from "vitest";
import type { AxisSummary } from "../model/index.ts";
import { axisScale } from "./html/axis-bands.tsx";

const TEN_TO_400 = `1${"0".repeat(400)}`;

function scaleOf(scale: AxisSummary["scale"], from: string, to: string): (at: string) => number {
  const place = (at: string) => ({ at, text: at });
  return axisScale({ scale, stretches: [{ from: place(from), to: place(to) }] });
}

test.each([
  ["linear", "0", "100", "25", 0.25],
  ["linear", "-10", "10", "0", 0.5],
  ["linear", "50", "0", "40", 0.2],
  ["log", "0", "999999", "999", 0.5],
  ["log", "-1", "-999", "-99", 0.63],
  ["log", "-999", "999", "0", 0.5],
  ["log", "0", TEN_TO_400, "0", 0],
  ["log", "0", TEN_TO_400, TEN_TO_400, 1],
  ["log", "0", TEN_TO_400, "2147483647", 0.39],
  ["log", "0", TEN_TO_400, TEN_TO_400.slice(0, -92), 0.96],
  ["log", "0", `-${TEN_TO_400}`, "-2147483648", 0.39],
  ["linear", "7", "7", "7", 0],
  ["linear", "0", "10", "20", 1],
  ["linear", "0", "10", "no number", 0],
] as const)("%s from %s to %s", (scale, from, to, at, share) => {
  expect(scaleOf(scale, from, to)(at)).toBeCloseTo(share, 2);
});
