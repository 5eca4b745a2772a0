import { axisNamed } from "../../generate/axes/all-axes.ts";
import type { Interface } from "../../model/interface.ts";
import { groupDigits, shortNumber } from "../../text/numbers.ts";

/**
 * The well-known value that a boundary coincides with, in words: `the largest signed 32-bit
 * integer`. It is where the near side ends, unless the words say that the far side begins there.
 * A hint, no more.
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
