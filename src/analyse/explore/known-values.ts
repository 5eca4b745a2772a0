import { readableNumber } from "../readable-number.ts";
import { knownCount } from "./known-counts.ts";
import { KNOWN_YEARS } from "./known-years.ts";
import { KNOWN_IDS } from "./known-ids.ts";
import { knownSize } from "./known-sizes.ts";

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

/** Digits from which thousands are set apart, and last digits that tell long neighbours apart. */
const GROUPED = 5;
const LAST_DIGITS = 6;

/**
 * A place as people read it, without its unit: `102,400` where something is counted, plain digits
 * where nothing is (ids, years), `10^400` and `179769…497791 (309 digits)` where it is long.
 */
export function placeText(at: string, unit?: string): string {
  const text = readableNumber(at, LAST_DIGITS);
  if (unit === undefined || at.replace("-", "").length < GROUPED || text !== at) return text;
  return text.replace(/\B(?=(\d{3})+$)/g, ",");
}
