import { rowsInto, times, type Template } from "../template/index.ts";
import type { KnownPlaces, ProbedAspect, ValueAxis } from "./kind.ts";

export function oneTwoFive(last: bigint): bigint[] {
  const series: bigint[] = [];
  for (let ten = 1n; ten <= last; ten *= 10n) series.push(ten, 2n * ten, 5n * ten);
  return series.filter((at) => at <= last);
}

export const aroundPowersOfTwo = (exponents: number[]): bigint[] =>
  exponents.map(two).flatMap((at) => [at - 1n, at, at + 1n]);

export const every = (from: number, to: number): bigint[] =>
  Array.from({ length: to - from + 1 }, (_, index) => BigInt(from + index));

/** From `start` up to `end`: both of them, and the places between, each once and in order. */
export function upwards(start: bigint, end: bigint, places: bigint[]): bigint[] {
  const between = places.filter((at) => at > start && at < end);
  const all = new Set([start, ...between, ...(end > start ? [end] : [])]);
  return [...all].toSorted((a, b) => (a < b ? -1 : 1));
}

/** From `start` down to `end`: both of them, and the places between, each once and in order. */
export const downwards = (start: bigint, end: bigint, places: bigint[]): bigint[] =>
  upwards(-start, -end, places.map(negative)).map(negative);

export const two = (exponent: number): bigint => 2n ** BigInt(exponent);

export const placesNamed = (names: readonly (readonly [at: bigint, name: string])[]): KnownPlaces =>
  Object.fromEntries(names.map(([at, name]) => [String(at), name]));

export const INTEGER_WIDTHS = [8, 16, 32, 64].flatMap((bits): [bigint, string][] => [
  [two(bits - 1) - 1n, `the largest signed ${bits}-bit integer`],
  [-two(bits - 1), `the smallest signed ${bits}-bit integer`],
  [two(bits) - 1n, `the largest unsigned ${bits}-bit integer`],
]);

const negative = (at: bigint): bigint => -at;

const KIB = 1024n;

const powersOfTwo = (from: number): bigint[] => every(from, 40).map((exponent) => 2n ** exponent);

/** Places for sizes in bytes: 1-2-5, powers of two from 64, and 10 KiB, 100 KiB and 10 MiB. */
export function sizeRungs(start: bigint, end: bigint): bigint[] {
  const round = [10n * KIB, 100n * KIB, 10n * KIB * KIB];
  return upwards(start, end, [...oneTwoFive(end), ...powersOfTwo(6), ...round]);
}

/** Places for counts: 1-2-5, powers of two from 16, neighbours of some of those, and `further`. */
export function countRungs(start: bigint, end: bigint, further: bigint[] = []): bigint[] {
  const powers = [...powersOfTwo(4), ...aroundPowersOfTwo([7, 8, 15, 16])];
  return upwards(start, end, [...oneTwoFive(end), ...powers, ...further]);
}

/** A stated range may lie between two places, so its ends and their neighbours are places too. */
export const aroundBounds = (bounds: readonly (bigint | number | string | undefined)[]): bigint[] =>
  bounds.flatMap((bound) =>
    bound === undefined ? [] : [-1n, 0n, 1n].map((offset) => BigInt(bound) + offset),
  );

type Row = [name: string, title: string, unit: string, rungs: bigint[], value: ValueAxis["value"]];

export const axisRows = (shared: Pick<ValueAxis, "scale" | "probes" | "capped">) =>
  rowsInto((entries: Row[]) =>
    entries.map(([name, title, unit, rungs, value]): ValueAxis => ({
      ...shared,
      name,
      title,
      ...(unit !== "" && { unit }),
      rungs,
      value,
    })),
  );

const BOUND = 10n ** 400n;
const LAST_PLACE = 400n;

/** Plain digits, away from 0 in both directions. Magnitudes are places on both sides, bounds on their own. */
export const magnitudeAxes = (
  label: string,
  { magnitudes, bounds }: { magnitudes: bigint[]; bounds: bigint[] },
): ValueAxis[] => axisRows({ scale: "log", probes: ["values", "type"], capped: true })`
  upwards | ${label}, upwards | | ${upwards(0n, BOUND, [...magnitudes, ...bounds])} | ${(at) => [String(at)]}
  downwards | ${label}, downwards | | ${downwards(0n, -BOUND, [...magnitudes.map(negative), ...bounds])} | ${(at) => [String(at)]}
`;

/** Powers of ten; those below one have separate probes, because they are not integers. */
export const exponentAxes = (
  label: string,
  places: { up: bigint[]; down: bigint[]; downProbes: readonly ProbedAspect[] },
): ValueAxis[] => [
  {
    scale: "linear",
    probes: ["values"],
    capped: true,
    name: "exponent-upwards",
    title: `exponent of ${label}, upwards`,
    rungs: upwards(0n, LAST_PLACE, places.up),
    value: (at) => [`1e${at}`],
    others: { alias: [(at) => [`1${"0".repeat(Number(at))}`]] },
  },
  {
    scale: "linear",
    probes: places.downProbes,
    capped: true,
    name: "exponent-downwards",
    title: `exponent of ${label}, downwards`,
    rungs: downwards(0n, -LAST_PLACE, places.down),
    value: (at) => [`1e-${-at}`],
    others: { alias: [(at) => [at === 0n ? "1" : `0.${"0".repeat(Number(-at) - 1)}1`]] },
  },
];

export const fractionAxis = (
  name: string,
  title: string,
  value: ValueAxis["value"],
): ValueAxis => ({
  scale: "linear",
  probes: ["values"],
  capped: true,
  name,
  title,
  unit: "digits",
  rungs: upwards(0n, LAST_PLACE, [...every(0, 30), ...countRungs(30n, LAST_PLACE)]),
  value,
});

export const digitsAxis = (label: string, most: number, places: bigint[]): ValueAxis => ({
  name: "digits",
  title: `digits of ${label}`,
  unit: "digits",
  scale: "log",
  probes: ["values", "limit-size"],
  rungs: countRungs(1n, BigInt(most), places),
  capped: true,
  value: (at) => [times("1", Number(at))],
  others: {
    same: [
      (at) => [times("9", Number(at))],
      (at) => (at === 0n ? [] : ["1", times("0", Number(at) - 1)]),
    ],
  },
});

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

export function yearAxes(label: string, value: (year: string) => Template): ValueAxis[] {
  const inYear = (at: bigint): Template => value(yearText(at));
  return axisRows({ scale: "log", probes: ["values", "format"], capped: true })`
  year-upwards | year of ${label}, upwards | | ${upwards(START, LAST_YEAR, LATER)} | ${inYear}
  year-downwards | year of ${label}, downwards | | ${downwards(START, -LAST_YEAR, EARLIER)} | ${inYear}
`;
}

/** Well-known years. The axis uses the first moments of years, so a limit within a year belongs to that year. */
const YEARS: KnownPlaces = {
  "-271821": "the year of JavaScript's first date, 20 April -271821",
  0: "the year 0000, the first of four digits",
  1: "the year 0001, the first of .NET's and Python's dates",
  1000: "the year 1000, the first of MySQL's documented DATE",
  1582: "the year of the Gregorian reform",
  1677: "the year in which signed 64-bit nanoseconds of Unix time begin, 21 September",
  1753: "the year 1753, the first of SQL Server's datetime",
  1900: "the year 1900, the first of NTP and of SQL Server's smalldatetime",
  1901: "the year in which signed 32-bit seconds of Unix time begin, 13 December",
  1970: "the year 1970, the first of Unix time",
  2000: "the year 2000, written 00 with two digits",
  2038: "the year in which signed 32-bit seconds of Unix time end, 19 January",
  2106: "the year in which unsigned 32-bit seconds of Unix time end, 7 February",
  2262: "the year in which signed 64-bit nanoseconds of Unix time end, 11 April",
  9999: "the year 9999, the last of four digits",
  275_760: "the year of JavaScript's last date, 13 September 275760",
  294_276: "the year of PostgreSQL's last timestamp",
};

export const KNOWN_YEARS = { "year-upwards": YEARS, "year-downwards": YEARS };
