import { VALID_BODY_BYTES } from "../../generate/user-submission.ts";
import { groupDigits, shortNumber } from "../../text/numbers.ts";

const KIB = 1024n;
const MIB = KIB * KIB;

/** Sizes that are no power of two: defaults of frameworks, in both kinds of unit. */
const TABLE: ReadonlyMap<bigint, string> = new Map([
  [10n * KIB, "10 KiB"],
  [100_000n, "100 kB"],
  [100n * KIB, "100 KiB"],
  [1_000_000n, "1 MB"],
  [2_000_000n, "2 MB"],
  // Django's DATA_UPLOAD_MAX_MEMORY_SIZE.
  [(5n * MIB) / 2n, "2.5 MiB"],
  [5n * MIB, "5 MiB"],
  [10_000_000n, "10 MB"],
  [10n * MIB, "10 MiB"],
]);

/** The name of a well-known number of bytes: powers of two from 1 KiB, and some round sizes. */
function knownSize(bytes: bigint): string | undefined {
  const powerOfTwo = bytes >= KIB && (bytes & (bytes - 1n)) === 0n;
  if (!powerOfTwo) return TABLE.get(bytes);
  return bytes < MIB ? `${bytes / KIB} KiB` : `${bytes / MIB} MiB`;
}

const two = (exponent: number): bigint => 2n ** BigInt(exponent);

const widths: [bigint, string][] = [8, 16, 32, 64].flatMap((bits): [bigint, string][] => [
  [two(bits - 1) - 1n, `the largest signed ${bits}-bit integer`],
  [-two(bits - 1), `the smallest signed ${bits}-bit integer`],
  [two(bits) - 1n, `the largest unsigned ${bits}-bit integer`],
]);

/**
 * Rounding to the nearest, ties to even (IEEE 754, 4.3.1). Numbers from 2^1024 - 2^970 on, half
 * way from the largest float64 to 2^1024, become infinite; from 2^128 - 2^103 on as float32, or
 * from 2^74 less where they were read as float64 first. Float64s just below 2^63 are 2^10 apart.
 */
const rounding: [bigint, string][] = [
  [two(53) - 1n, "2^53 - 1, JavaScript's largest safe integer"],
  [two(53), "2^53, up to which float64 has every whole number"],
  [two(53) + 1n, "2^53 + 1, the last that float64 rounds to 2^53"],
  [two(63) - two(9) - 1n, "the last that float64 does not round up to 2^63"],
  [two(64) - two(10) - 1n, "the last that float64 does not round up to 2^64"],
  [two(128) - two(104), "the largest float32"],
  [two(128) - two(103) - 1n, "the last that does not overflow a float32"],
  [
    two(128) - two(103) - two(74) - 1n,
    "the last that does not overflow a float32 by way of float64",
  ],
  [two(1024) - two(971), "the largest float64"],
  [two(1024) - two(970) - 1n, "the last that does not overflow a float64"],
];

/** The same away from 0 the other way: names that differ are given. */
const below: [bigint, string][] = [
  [1n - two(53), "1 - 2^53, JavaScript's smallest safe integer"],
  [-two(53), "-2^53, down to which float64 has every whole number"],
  [-two(53) - 1n, "-2^53 - 1, the last that float64 rounds to -2^53"],
  [-two(63) - two(10), "the last that float64 rounds to -2^63"],
  [two(104) - two(128), "the smallest float32"],
  [two(103) - two(128) + 1n, "the last that does not overflow a float32"],
  [
    two(103) + two(74) - two(128) + 1n,
    "the last that does not overflow a float32 by way of float64",
  ],
  [two(971) - two(1024), "the smallest float64"],
  [two(970) - two(1024) + 1n, "the last that does not overflow a float64"],
];

/** Names of well-known whole numbers. */
const KNOWN_IDS: ReadonlyMap<bigint, string> = new Map([
  [0n, "zero"],
  ...widths,
  ...rounding,
  ...below,
]);

/**
 * Names of well-known years. JavaScript's dates end 100,000,000 days from 1970 (ECMAScript, Time
 * Values and Time Range), PostgreSQL's timestamps where its manual says (Date/Time Types). The axis
 * walks over first moments of years, so what ends within a year still holds the place of that year.
 */
const KNOWN_YEARS: ReadonlyMap<bigint, string> = new Map([
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

type Names = Record<string, string>;

/** Numbers of the digit 1: a bound is met with the last that still fits. */
const DIGITS: Names = {
  10: "the most digits 1 that fit 32-bit integers",
  16: "the most digits 1 up to 2^53",
  19: "the most digits 1 that fit signed 64-bit integers",
  20: "the most digits 1 that fit unsigned 64-bit integers",
  39: "the most digits 1 that fit a float32",
  309: "the most digits 1 that fit a float64",
  // StreamReadConstraints.DEFAULT_MAX_NUM_LEN of Jackson 2.15.
  1000: "the longest number that Jackson reads by default",
  // sys.int_info.default_max_str_digits.
  4300: "the longest integer that Python reads by default",
};

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
  "id-digits": DIGITS,
  "id-fraction": { 0: "no fraction" },
  "id-exponent-upwards": {
    9: "10^9, the last power of ten that fits 32-bit integers",
    15: "10^15, the last power of ten up to 2^53",
    18: "10^18, the last power of ten that fits signed 64-bit integers",
    19: "10^19, the last power of ten that fits unsigned 64-bit integers",
    38: "10^38, the last power of ten that fits a float32",
    308: "10^308, the last power of ten that fits a float64",
  },
  "id-exponent-downwards": {
    0: "10^0, the last power of ten that is whole",
    [-45]: "10^-45, the last power of ten that float32 does not round to 0",
    [-323]: "10^-323, the last power of ten that float64 does not round to 0",
  },
  "date-fraction": FRACTION,
  "date-offset-east": OFFSET,
  "date-offset-west": OFFSET,
};

const isPowerOfTwo = (at: bigint): boolean => at >= 16n && (at & (at - 1n)) === 0n;
const isRound = (at: bigint): boolean => at >= 50n && /^[125]0+$/.test(String(at));

/** Python's default recursion limit is 1000 (sys.getrecursionlimit). */
function nesting(arrays: bigint): string | undefined {
  const round = (at: bigint): boolean => isPowerOfTwo(at) || isRound(at);
  if (arrays === 1000n) return "1000 arrays, Python's recursion limit";
  if (round(arrays)) return `${arrays} arrays`;
  if (!round(arrays + 1n)) return undefined;
  return `${arrays + 1n} levels, the object around them counted`;
}

/** Headers beside the extra ones: Host, Connection, Content-Length and four more. */
const OWN_HEADERS = 7n;
const OWN_KEYS = 2n;

/** A round number of something, by itself or with what the stated request has of it. */
function counted(at: bigint, own: bigint, what: string): string | undefined {
  if (isPowerOfTwo(at + own) || isRound(at + own)) return `${at + own} ${what} in all`;
  return isPowerOfTwo(at) || isRound(at) ? `${at} ${what} beside the stated ones` : undefined;
}

/** What stands around the target in the request line: `POST `, ` HTTP/1.1`. */
const AROUND_TARGET = 14n;

function target(at: bigint): string | undefined {
  // gunicorn's limit_request_line, and Apache's LimitRequestLine.
  const line = at + AROUND_TARGET;
  if (line === 4094n || line === 8190n) return `a request line of ${line} bytes`;
  return knownSize(at);
}

/** Quarter seconds. */
function idle(at: bigint): string | undefined {
  const seconds = Number(at) / 4;
  return [1, 2, 3, 5, 10, 15, 20, 30, 60, 75, 120].includes(seconds) ? `${seconds} s` : undefined;
}

/** What `,"note":` adds to the stated body, before the digits. */
const BEFORE_DIGITS = BigInt(VALID_BODY_BYTES + 8);

const RULES: Record<string, (at: bigint) => string | undefined> = {
  nesting,
  keys: (at) => counted(at, OWN_KEYS, "keys"),
  "header-count": (at) => counted(at, OWN_HEADERS, "headers"),
  "url-length": target,
  "body-digits": (at) => DIGITS[String(at - BEFORE_DIGITS)] ?? knownSize(at),
  idle,
};

/** The name of a place on an axis that counts something, or that has small numbers. */
function knownCount(axis: string, at: bigint): string | undefined {
  return RULES[axis]?.(at) ?? TABLES[axis]?.[String(at)];
}

type Name = (at: bigint) => string | undefined;

const BY_AXIS: Record<string, Name> = {
  "id-upwards": (at) => KNOWN_IDS.get(at),
  "id-downwards": (at) => KNOWN_IDS.get(at),
  "date-year-upwards": (at) => KNOWN_YEARS.get(at),
  "date-year-downwards": (at) => KNOWN_YEARS.get(at),
  "body-space": knownSize,
  "body-string": knownSize,
  "key-length": knownSize,
  "header-size": knownSize,
};

/**
 * The well-known value that a boundary coincides with, in words: `the largest signed 32-bit
 * integer`. It is where the near side ends, unless the words say that the far side begins there.
 * A hint, no more.
 */
export function knownValue(axis: string, near: string, far: string): string | undefined {
  const name: Name = BY_AXIS[axis] ?? ((at) => knownCount(axis, at));
  const before = name(BigInt(near));
  if (before !== undefined) return before;
  const beyond = name(BigInt(far));
  return beyond && `${beyond}, where the far side begins`;
}

/** Last digits that tell long neighbours apart. */
const LAST_DIGITS = 6;

/**
 * A place as people read it, without its unit: `102,400` where something is counted, plain digits
 * where nothing is (ids, years), `10^400` and `179769…497791 (309 digits)` where it is long.
 */
export function placeText(at: string, unit?: string): string {
  const text = shortNumber(at, LAST_DIGITS);
  return unit === undefined || text !== at ? text : groupDigits(text);
}
