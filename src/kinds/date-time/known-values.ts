/**
 * Names of well-known years. JavaScript's dates end 100,000,000 days from 1970 (ECMAScript, Time
 * Values and Time Range), PostgreSQL's timestamps where its manual says (Date/Time Types). The axis
 * walks over first moments of years, so what ends within a year still holds the place of that year.
 */
const YEARS: ReadonlyMap<bigint, string> = new Map([
  [-271_821n, "the year of JavaScript's first date, 20 April -271821"],
  [0n, "the year 0000, the first of four digits"],
  [1n, "the year 0001, the first of .NET's and Python's dates"],
  [1582n, "the year of the Gregorian reform"],
  [1677n, "the year in which signed 64-bit nanoseconds of Unix time begin, 21 September"],
  [1901n, "the year in which signed 32-bit seconds of Unix time begin, 13 December"],
  [1970n, "the year 1970, the first of Unix time"],
  [2038n, "the year in which signed 32-bit seconds of Unix time end, 19 January"],
  [2106n, "the year in which unsigned 32-bit seconds of Unix time end, 7 February"],
  [2262n, "the year in which signed 64-bit nanoseconds of Unix time end, 11 April"],
  [9999n, "the year 9999, the last of four digits"],
  [275_760n, "the year of JavaScript's last date, 13 September 275760"],
  [294_276n, "the year of PostgreSQL's last timestamp"],
]);

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
  if (axis.startsWith("year-")) return YEARS.get(at);
  return TABLES[axis]?.[String(at)];
}
