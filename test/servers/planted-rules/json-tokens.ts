/** One token of JSON text. `text` is the token as written; `value` is the decoded string. */
export type JsonToken =
  | { kind: "string"; text: string; value: string }
  | { kind: "number" | "word" | "mark" | "comment" | "unknown"; text: string };

const SPACES = " \t\n\r";
const DIGITS = "0123456789";
const PLAIN = [
  ["mark", /[[\]{},:]/y],
  ["word", /true|false|null/y],
  ["comment", /\/\/[^\n\r]*|\/\*[^]*?\*\//y],
] as const;

/**
 * The tokens of RFC 8259 in order, and comments as in JavaScript. Numbers stay text. Anything else
 * is `unknown`, and the last token.
 */
export function* jsonTokens(text: string): Generator<JsonToken> {
  let at = 0;
  while (true) {
    at = endOf(SPACES, text, at);
    if (at >= text.length) return;
    const token = text[at] === '"' ? stringAt(text, at) : plainAt(text, at);
    yield token;
    if (token.kind === "unknown") return;
    at += token.text.length;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** Where a row of these characters ends. A regular expression runs out of stack in a row of 16 MiB. */
function endOf(characters: string, text: string, start: number): number {
  let at = start;
  while (at < text.length && characters.includes(text[at] ?? "")) at += 1;
  return at;
}

/** The number at this place as it is written; empty if there is none. */
function numberAt(text: string, start: number): string {
  const first = text[start] === "-" ? start + 1 : start;
  let end = text[first] === "0" ? first + 1 : endOf(DIGITS, text, first);
  if (end === first) return "";
  const fraction = text[end] === "." ? endOf(DIGITS, text, end + 1) : 0;
  if (fraction > end + 1) end = fraction;
  const power = matchAt(/[eE][+-]?/y, text, end).length;
  const exponent = power > 0 ? endOf(DIGITS, text, end + power) : 0;
  if (exponent > end + power) end = exponent;
  return text.slice(start, end);
}

function plainAt(text: string, at: number): JsonToken {
  const number = numberAt(text, at);
  if (number !== "") return { kind: "number", text: number };
  for (const [kind, pattern] of PLAIN) {
    const found = matchAt(pattern, text, at);
    if (found !== "") return { kind, text: found };
  }
  return { kind: "unknown", text: text[at] ?? "" };
}

function stringAt(text: string, start: number): JsonToken {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  const found = text.slice(start, at + 1);
  try {
    return { kind: "string", text: found, value: String(JSON.parse(found)) };
  } catch {
    return { kind: "unknown", text: found };
  }
}
