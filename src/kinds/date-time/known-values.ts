import { knownYear } from "../year-axes.ts";

type Names = Readonly<Record<string, string>>;

/** Fraction digits of the seconds. */
const FRACTION: Names = {
  0: "whole seconds",
  3: "milliseconds",
  6: "microseconds",
  7: "100 ns, the ticks of .NET",
  9: "nanoseconds",
};

const OFFSET: Names = {
  12: "12 hours, half a day",
  14: "14 hours, the largest offset in use (Kiribati)",
  18: "18 hours, the largest of Java's ZoneOffset",
  23: "23 hours, the last hour of a day",
  24: "24 hours, a day",
};

const TABLES: Record<string, Names> = {
  fraction: FRACTION,
  "offset-east": OFFSET,
  "offset-west": OFFSET,
};

/** The name of a place on an axis of a date-time. */
export function knownDateTime(axis: string, at: bigint): string | undefined {
  if (axis.startsWith("year-")) return knownYear(at);
  return TABLES[axis]?.[String(at)];
}
