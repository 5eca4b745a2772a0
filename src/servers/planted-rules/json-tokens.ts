/** One token of JSON text. `text` is the token as written; `value` is the decoded string. */
export type JsonToken =
  | { kind: "string"; text: string; value: string }
  | { kind: "number" | "word" | "mark" | "comment" | "unknown"; text: string };

const SPACE = /[ \t\n\r]+/y;
const PLAIN = [
  ["mark", /[[\]{},:]/y],
  ["number", /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y],
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
    at += matchAt(SPACE, text, at).length;
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

function plainAt(text: string, at: number): JsonToken {
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
