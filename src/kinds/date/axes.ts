import type { Slot, ValueAxis } from "../kind.ts";
import { downwards, every, upwards } from "../rungs.ts";

const START = 2024n;
const LAST_YEAR = 999_999n;
const LATER = [2025n, 2030n, 2037n, 2038n, 2039n, 2050n, 2099n, 2100n, 2101n, 2106n, 2107n].concat(
  [2200n, 2262n, 2263n, 2500n, 3000n, 5000n, 9998n, 9999n, 10_000n, 10_001n, 20_000n],
  [32_767n, 32_768n, 65_535n, 65_536n, 100_000n, 275_760n, 275_761n, 294_276n, 294_277n],
);
const EARLIER = [2023n, 2000n, 1971n, 1970n, 1969n, 1950n, 1902n, 1901n, 1900n, 1899n].concat(
  [1753n, 1752n, 1678n, 1677n, 1583n, 1582n, 1581n, 1000n, 999n, 100n, 99n, 10n, 1n, 0n, -1n],
  [-100n, -4712n, -4713n, -9999n, -10_000n, -271_821n, -271_822n],
);

/** Four digits where they are enough, else a sign and six: ECMAScript's expanded years. */
function yearText(year: bigint): string {
  if (year >= 0n && year <= 9999n) return String(year).padStart(4, "0");
  return (year < 0n ? "-" : "+") + String(year < 0n ? -year : year).padStart(6, "0");
}

const year: Pick<ValueAxis, "scale" | "capped" | "probes" | "value"> = {
  scale: "log",
  capped: true,
  probes: ["values", "format"],
  value: (at) => [`"${yearText(at)}-01-01"`],
};

/** The years of a date: each stands for its first day. */
export const dateYearAxes = ({ label: it }: Slot<unknown>): ValueAxis[] => [
  {
    ...year,
    name: "year-upwards",
    title: `year of ${it}, upwards`,
    rungs: upwards(START, LAST_YEAR, LATER),
  },
  {
    ...year,
    name: "year-downwards",
    title: `year of ${it}, downwards`,
    rungs: downwards(START, -LAST_YEAR, EARLIER),
  },
  {
    name: "day",
    title: `day of ${it} in January`,
    scale: "linear",
    capped: false,
    probes: ["values", "format"],
    rungs: every(1, 99),
    value: (at) => [`"2024-01-${String(at).padStart(2, "0")}"`],
  },
];

const YEARS: Record<string, string> = {
  "-271821": "the year of JavaScript's first date",
  0: "the year 0000, the first of four digits",
  1: "the year 0001, the first of .NET's and Python's dates",
  1582: "the year of the Gregorian reform",
  1753: "the year 1753, the first of SQL Server's datetime",
  1970: "the year 1970, the first of Unix time",
  2038: "the year in which signed 32-bit seconds of Unix time end",
  2106: "the year in which unsigned 32-bit seconds of Unix time end",
  9999: "the year 9999, the last of four digits",
  275_760: "the year of JavaScript's last date",
};

/** The well-known value at a place on an axis of a date. */
export const knownYear = (axis: string, at: bigint): string | undefined =>
  axis === "day" ? (at === 31n ? "31, the last day of January" : undefined) : YEARS[String(at)];
