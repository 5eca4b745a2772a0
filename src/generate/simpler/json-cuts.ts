import type { Range } from "./chunks.ts";
import type { JsonSpans } from "./json-spans.ts";

const ESCAPE = /\\u[0-9a-f]{4}|\\[^]/gi;

/** The parts that a step removes from a text like JSON: members, text around a value, whole tokens, contents of strings. */
export function* jsonCuts(text: string, spans: JsonSpans): Generator<Range[]> {
  yield* spans.elements;
  yield* spans.around;
  yield* spans.brackets;
  for (const token of spans.tokens) yield [token];
  yield* repeatedStrings(text, spans.tokens);
  for (const [from, to] of spans.tokens) {
    if (text[from] !== '"') continue;
    if (to - from > 2) yield [[from + 1, to - 1]];
    for (const { index, 0: escape } of text.slice(from, to).matchAll(ESCAPE))
      yield [[from + index, from + index + escape.length]];
  }
}

/** Contents of repeated strings: duplicate keys stay duplicates. */
function* repeatedStrings(text: string, tokens: Range[]): Generator<Range[]> {
  const places = new Map<string, Range[]>();
  for (const [from, to] of tokens) {
    const token = text.slice(from, to);
    if (token[0] !== '"' || token.length <= 2) continue;
    const held = places.get(token) ?? [];
    held.push([from + 1, to - 1]);
    places.set(token, held);
  }
  for (const held of places.values()) if (held.length > 1) yield held;
}
