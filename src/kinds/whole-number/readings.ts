import { isInRange, type IntegerRange } from "../integer-range.ts";
import type { TokenValue } from "../rule.ts";
import type { Reading } from "../rule-rows.ts";
import { exactInteger, truncatedInteger } from "./exact-integer.ts";

/** How an integer is read from the text of a JSON number. */
export type NumberReading = (value: TokenValue) => Reading;

/** The integer of a text with digits only, without a fraction or an exponent. */
const plain = ({ text }: TokenValue): bigint | undefined =>
  /^-?\d+$/.test(text) ? BigInt(text) : undefined;

export const written = (number: bigint | undefined): Reading =>
  number !== undefined && String(number);

export const digitsOnly: NumberReading = (value) => plain(value) !== undefined;

/** Go's literals: an unsigned integer has no minus sign, not even before 0. */
export const literal =
  (range: IntegerRange): NumberReading =>
  (value) =>
    isInRange(plain(value), range) && (range[0] < 0n || !value.text.startsWith("-"));

/** Digits, or a fraction or an exponent that leaves an integer. */
export const wholeWithin =
  (range: IntegerRange): NumberReading =>
  ({ text }) => {
    const number = exactInteger(text);
    return isInRange(number, range) && written(number);
  };

export const anyWhole: NumberReading = ({ text }) => written(exactInteger(text));

/** Any number without its fraction. */
export const truncated: NumberReading = ({ text }) => written(truncatedInteger(text));

/** The reading of doubles that pass a check, converted. */
export const double =
  (check: (number: number) => boolean): NumberReading =>
  ({ text }) => {
    const number = Number(text);
    return check(number) && JSON.stringify(number);
  };

/** Reads digits that pass a check as they are, and everything else as a double that passes a check, truncated. */
export const digitsOrDouble =
  (
    isPlain: (number: bigint, length: number) => boolean,
    check: (number: number) => boolean,
  ): NumberReading =>
  (value) => {
    const number = plain(value);
    if (number === undefined)
      return check(Number(value.text)) && written(truncatedInteger(value.text));
    return isPlain(number, value.text.length) && written(number);
  };

/** At most this many digits, without the sign. */
export const upTo =
  (most: number) =>
  (number: bigint, length: number): boolean =>
    length - (number < 0n ? 1 : 0) <= most;

/** At most this many bytes, including the sign: pydantic 2.13 counts it. */
export const bytesUpTo =
  (most: number) =>
  (_: unknown, length: number): boolean =>
    length <= most;

export const never = (): boolean => false;

/** A double within a range, before its fraction is cut off: 2147483647.5 is not an int. */
export const doubleIn =
  ([from, to]: IntegerRange) =>
  (number: number): boolean =>
    number >= Number(from) && number <= Number(to);

/** A double whose integer part is in the range of an int64: 2 to the power of 63 is not. */
export const fitsInt64 = (number: number): boolean => number >= -(2 ** 63) && number < 2 ** 63;
