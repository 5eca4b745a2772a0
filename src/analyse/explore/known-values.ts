import { axisNamed } from "../../generate/index.ts";
import type { Interface } from "../../model/index.ts";
import { groupDigits, shortNumber } from "../../text/index.ts";

/**
 * The well-known value at a boundary, in words: `the largest signed 32-bit integer`. It is the end
 * of the near side, unless the words say that it is the first value after the change. Only a hint.
 */
export function knownValue(
  from: Interface,
  axis: string,
  near: string,
  far: string,
): string | undefined {
  const { known } = axisNamed(from, axis) ?? {};
  const before = known?.(BigInt(near));
  if (before !== undefined) return before;
  const beyond = known?.(BigInt(far));
  return beyond && `${beyond}, the first value after the change`;
}

/** How many last digits distinguish long neighbours. */
const LAST_DIGITS = 6;

/**
 * A place as text without its unit: `102,400` for counts, plain digits for ids and years, `10^400`
 * and `179769…497791 (309 digits)` if long.
 */
export function placeText(at: string, unit?: string): string {
  const text = shortNumber(at, LAST_DIGITS);
  return unit === undefined || text !== at ? text : groupDigits(text);
}
