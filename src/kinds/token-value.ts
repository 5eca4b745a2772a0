import type { TokenType, TokenValue } from "./rule.ts";

const BY_FIRST_LETTER: Readonly<Record<string, TokenType>> = {
  '"': "string",
  "{": "object",
  "[": "array",
  n: "null",
  t: "boolean",
  f: "boolean",
};

/** A field's value from its JSON text; undefined for a field that was not sent, or text that is not JSON. */
export function tokenValue(text: string | undefined): TokenValue | undefined {
  if (text === undefined) return { of: "token", type: "missing", text: "" };
  const trimmed = text.trim();
  const parsed = parsedOrNot(trimmed);
  if (parsed === undefined) return undefined;
  const type = BY_FIRST_LETTER[trimmed[0] ?? ""] ?? "number";
  const { value } = parsed;
  return {
    of: "token",
    type,
    text: trimmed,
    ...(typeof value === "string" && { content: value }),
  };
}

function parsedOrNot(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Tokens of one of these types. */
export const tokensOfTypes =
  (...types: readonly TokenType[]) =>
  ({ type }: TokenValue): boolean =>
    types.includes(type);
