import { jsonTypeOf } from "../json-types.ts";
import { decimalOf } from "../decimal.ts";
import { boundsOf, outsideOf, type NumberType } from "./type.ts";

/** Significant digits that distinguish any two doubles. */
const DOUBLE_DIGITS = 17;

/**
 * How the JSON text of a value differs from a plain number within its bounds; undefined if it does
 * not. A negative number differs if no lower bound is stated.
 */
export function numberDeviation(type: NumberType, text: string): string | undefined {
  const jsonType = jsonTypeOf(text);
  if (jsonType !== "number") return jsonType;
  if (!Number.isFinite(Number(text))) return "too large for a double";
  if (/e/i.test(text)) return "exponent";
  const value = decimalOf(text);
  if (value === undefined) return "exponent";
  const outside = outsideOf(type, value);
  if (outside !== undefined) return outside;
  const { least, most } = boundsOf(type);
  const isUsual = least !== undefined || (most !== undefined && most.at.units < 0n);
  if (text.startsWith("-") && !isUsual) return "negative";
  const digits = text.replace(/[-.]/g, "").replace(/^0+/, "");
  return digits.length > DOUBLE_DIGITS ? "more digits than a double has" : undefined;
}
