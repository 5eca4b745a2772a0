import { jsonTypeOf, stringOf } from "../json-types.ts";
import { readPattern } from "./pattern.ts";
import { characterCount, charactersOf, type TextType } from "./type.ts";

/** Texts longer than this count as long if no maximum is stated: a column of 255 characters. */
const LONG = 255;

/** How the JSON text of a value differs from a plain valid text; undefined if it does not. */
export function textDeviation(type: TextType, text: string): string | undefined {
  const value = stringOf(text);
  if (value === undefined) return jsonTypeOf(text);
  const deviations = [...lengthParts(type, value), ...characterParts(type, value)];
  return deviations.length === 0 ? undefined : deviations.join(", ");
}

function lengthParts({ minLength, maxLength, pattern }: TextType, value: string): string[] {
  const count = charactersOf(value);
  if (maxLength !== undefined && count > maxLength)
    return [`longer than ${characterCount(maxLength)}`];
  if (minLength !== undefined && count < minLength)
    return [`shorter than ${characterCount(minLength)}`];
  if (pattern !== undefined) return [];
  if (count === 0 && minLength === undefined) return ["empty"];
  return maxLength === undefined && count > LONG ? ["long"] : [];
}

/** Texts of a pattern are valid if they match it; of other texts printable ASCII is plain. */
function characterParts({ pattern }: TextType, value: string): string[] {
  const expression = pattern === undefined ? undefined : readPattern(pattern);
  if (expression !== undefined) return expression.test(value) ? [] : ["not of its pattern"];
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(value)) return ["control characters"];
  if (/[^ -~]/.test(value)) return ["characters beyond ASCII"];
  return value !== "" && value.trim() === "" ? ["white space only"] : [];
}
