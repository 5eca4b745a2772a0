/** How the JSON text of an id differs from a plain whole number up to 2^53-1; undefined where it does not. */
export function idKind(text: string): string | undefined {
  const letter = text[0] ?? "";
  const other = OTHER[letter];
  if (other !== undefined) return other;
  const value = Number(text);
  if (!Number.isFinite(value)) return "too large for a double";
  if (/e/i.test(text)) return "exponent";
  if (text.includes(".")) return "fraction";
  if (letter === "-") return "negative";
  return value > Number.MAX_SAFE_INTEGER ? "beyond 2^53" : undefined;
}

const OTHER: Record<string, string> = {
  '"': "text",
  "{": "object",
  "[": "array",
  n: "null",
  t: "true or false",
  f: "true or false",
};
