import { parsedJson } from "../../text/index.ts";
import { memberPath } from "../../kinds/index.ts";
import type { Range } from "./units.ts";

/** Positions in a text that is JSON or nearly so. */
export type JsonSpans = {
  /** A member or element, and the comma that goes with it. */
  elements: Range[][];
  /** An opening bracket and its closing one. */
  brackets: Range[][];
  tokens: Range[];
  /** Everything around a member's value or an element, including the brackets. */
  around: Range[][];
  /** Values and elements with their paths, `items[0].sku`; each index is 0, because all items have one type. */
  values: { path: string; at: Range }[];
};

type Element = { from: number; to: number; comma?: number; key?: string; valueFrom?: number };
type Frame = { open: number; path: string; elements: Element[]; now: Element | undefined };

const TOKEN = /"(?:[^"\\]|\\[^])*"?|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)|[{}[\],:]|[^\s"{}[\],:/]+|\//g;

/** Finds members, elements, brackets and tokens, as far as the text resembles JSON. */
export function jsonSpans(text: string): JsonSpans {
  const spans: JsonSpans = { elements: [], brackets: [], around: [], tokens: [], values: [] };
  const frames: Frame[] = [{ open: -1, path: "", elements: [], now: undefined }];
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const from = match.index;
    const to = from + token.length;
    const frame = frames.at(-1);
    if (token.length > 1) spans.tokens.push([from, to]);
    if (frame === undefined || /^\/[/*]/.test(token)) continue;
    if (token === ",") endElement(frame, from);
    else if (token === "{" || token === "[") {
      const { key } = extend(frame, from, to);
      const path = pathWithin(frame, key);
      frames.push({ open: from, path, elements: [], now: undefined });
    } else if ((token === "}" || token === "]") && frames.length > 1) {
      close(frames, spans, from);
    } else addToken(frame, token, from, to);
  }
  while (frames.length > 0) close(frames, spans, undefined);
  spans.elements.sort((one, other) => length(other) - length(one));
  return spans;
}

function pathWithin({ open, path }: Frame, key: string | undefined): string {
  if (open < 0) return path;
  if (key === undefined) return `${path}[0]`;
  return memberPath(path, String(parsedJson(key) ?? key));
}

const length = (ranges: Range[]): number => ranges.reduce((sum, [from, to]) => sum + to - from, 0);

function extend(frame: Frame, from: number, to: number): Element {
  frame.now ??= { from, to };
  frame.now.to = to;
  if (frame.now.key !== undefined) frame.now.valueFrom ??= from;
  return frame.now;
}

function addToken(frame: Frame, token: string, from: number, to: number): void {
  const before = frame.now;
  const first = before === undefined ? token : undefined;
  if (token === ":" && before !== undefined && before.valueFrom === undefined) before.to = to;
  else extend(frame, from, to);
  if (first !== undefined && frame.now !== undefined) frame.now.key = first;
}

function endElement(frame: Frame, comma: number): void {
  if (frame.now !== undefined) frame.elements.push({ ...frame.now, comma });
  frame.now = undefined;
}

function close(frames: Frame[], spans: JsonSpans, at: number | undefined): void {
  const frame = frames.pop();
  if (frame === undefined) return;
  if (frame.now !== undefined) frame.elements.push(frame.now);
  for (const [index, element] of frame.elements.entries()) {
    spans.elements.push(withComma(element, frame.elements[index - 1]));
    const { key, valueFrom, from, to } = element;
    const path = pathWithin(frame, valueFrom === undefined ? undefined : key);
    spans.values.push({ path, at: [valueFrom ?? from, to] });
  }
  const parent = frames.at(-1);
  if (at === undefined || parent === undefined) return;
  extend(parent, at, at + 1);
  const end = at + 1;
  spans.brackets.push([one(frame.open), one(at)]);
  for (const { valueFrom, from, to } of frame.elements)
    spans.around.push([
      [frame.open, valueFrom ?? from],
      [to, end],
    ]);
}

const one = (at: number): Range => [at, at + 1];

function withComma({ from, to, comma }: Element, before: Element | undefined): Range[] {
  const own: Range = [from, to];
  if (comma !== undefined) return [own, one(comma)];
  return before?.comma === undefined ? [own] : [one(before.comma), own];
}

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
