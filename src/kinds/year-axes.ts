import type { Template } from "../template/index.ts";
import type { ValueAxis } from "./kind.ts";
import { downwards, every, upwards } from "./rungs.ts";

const START = 2024n;
const LAST_YEAR = 999_999n;

const centuries = (from: number, to: number): bigint[] =>
  every(from, to).map((century) => century * 100n);

const LATER = [2025n, 2030n, 2037n, 2038n, 2039n, 2050n, 2099n, 2106n, 2107n, 2262n, 2263n].concat(
  centuries(21, 30),
  [4000n, 5000n, 6000n, 7000n, 8000n, 9000n, 9998n, 9999n, 10_000n, 10_001n, 12_000n],
  [20_000n, 32_767n, 32_768n, 50_000n, 65_535n, 65_536n, 99_999n, 100_000n, 200_000n],
  [275_759n, 275_760n, 275_761n, 294_276n, 294_277n, 500_000n],
);
const EARLIER = [2023n, 2000n, 1971n, 1970n, 1969n, 1950n, 1902n, 1901n].concat(
  [1899n, 1753n, 1752n, 1678n, 1677n, 1601n, 1583n, 1582n, 1581n, 999n, 99n, 50n, 10n, 2n, 1n],
  centuries(1, 19),
  [0n, -1n, -2n, -100n, -1000n, -4712n, -4713n, -9999n, -10_000n, -32_768n, -100_000n],
  [-271_820n, -271_821n, -271_822n, -500_000n],
);

/** Four digits if they are enough, else a sign and six: ECMAScript's expanded years. */
function yearText(year: bigint): string {
  if (year >= 0n && year <= 9999n) return String(year).padStart(4, "0");
  const [sign, digits] = year < 0n ? ["-", -year] : ["+", year];
  return sign + String(digits).padStart(6, "0");
}

/** The years of a date, later and earlier; `value` is the JSON text of the first moment of a year. */
export function yearAxes(label: string, value: (year: string) => Template): ValueAxis[] {
  const year: Pick<ValueAxis, "scale" | "probes" | "capped" | "value"> = {
    probes: ["values", "format"],
    capped: true,
    scale: "log",
    value: (at) => value(yearText(at)),
  };
  return [
    {
      ...year,
      name: "year-upwards",
      title: `year of ${label}, upwards`,
      rungs: upwards(START, LAST_YEAR, LATER),
    },
    {
      ...year,
      name: "year-downwards",
      title: `year of ${label}, downwards`,
      rungs: downwards(START, -LAST_YEAR, EARLIER),
    },
  ];
}

/**
 * Names of well-known years. JavaScript's dates end 100,000,000 days from 1970 (ECMAScript, Time
 * Values and Time Range), PostgreSQL's timestamps where its manual says (Date/Time Types). The axis
 * uses the first moments of years, so a limit within a year belongs to that year.
 */
const YEARS: ReadonlyMap<bigint, string> = new Map([
  [-271_821n, "the year of JavaScript's first date, 20 April -271821"],
  [0n, "the year 0000, the first of four digits"],
  [1n, "the year 0001, the first of .NET's and Python's dates"],
  [1000n, "the year 1000, the first of MySQL's documented DATE"],
  [1582n, "the year of the Gregorian reform"],
  [1677n, "the year in which signed 64-bit nanoseconds of Unix time begin, 21 September"],
  [1753n, "the year 1753, the first of SQL Server's datetime"],
  [1900n, "the year 1900, the first of NTP and of SQL Server's smalldatetime"],
  [1901n, "the year in which signed 32-bit seconds of Unix time begin, 13 December"],
  [1970n, "the year 1970, the first of Unix time"],
  [2000n, "the year 2000, written 00 with two digits"],
  [2038n, "the year in which signed 32-bit seconds of Unix time end, 19 January"],
  [2106n, "the year in which unsigned 32-bit seconds of Unix time end, 7 February"],
  [2262n, "the year in which signed 64-bit nanoseconds of Unix time end, 11 April"],
  [9999n, "the year 9999, the last of four digits"],
  [275_760n, "the year of JavaScript's last date, 13 September 275760"],
  [294_276n, "the year of PostgreSQL's last timestamp"],
]);

/** The well-known year at a place on the axes of years. */
export const knownYear = (at: bigint): string | undefined => YEARS.get(at);
