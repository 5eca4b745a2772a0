import type { WholeNumberType } from "./type.ts";

/**
 * How the JSON text of a value differs from a plain integer within its bounds, or up to 2^53-1 if
 * none are stated; undefined if it does not.
 */
export function wholeNumberDeviation(type: WholeNumberType, text: string): string | undefined {
  const letter = text[0] ?? "";
  const other = OTHER[letter];
  if (other !== undefined) return other;
  const value = Number(text);
  if (!Number.isFinite(value)) return "too large for a double";
  if (/e/i.test(text)) return "exponent";
  if (text.includes(".")) return "fraction";
  if (letter === "-" && type.min === undefined) return "negative";
  return outOfBounds(type, BigInt(text));
}

function outOfBounds(
  { min, max, multipleOf = 1 }: WholeNumberType,
  value: bigint,
): string | undefined {
  if (min !== undefined && value < BigInt(min)) return value < 0n ? "negative" : "below its bound";
  if (max !== undefined && value > BigInt(max)) return "above its bound";
  if (value % BigInt(multipleOf) !== 0n) return "not a multiple";
  return max === undefined && value > Number.MAX_SAFE_INTEGER ? "beyond 2^53" : undefined;
}

const OTHER: Record<string, string> = {
  '"': "text",
  "{": "object",
  "[": "array",
  n: "null",
  t: "true or false",
  f: "true or false",
};
