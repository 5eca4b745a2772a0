import { VALID_BODY_BYTES } from "../../generate/bytes.ts";
import { knownSize } from "./known-sizes.ts";

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
export function knownCount(axis: string, at: bigint): string | undefined {
  return RULES[axis]?.(at) ?? TABLES[axis]?.[String(at)];
}
