import { isDeepStrictEqual } from "node:util";
import type { Node, Pair } from "yaml";
import { isCollection, isMap, isNode, isPair, isScalar, isSeq, parseDocument } from "yaml";
import { stringify } from "yaml";
import { isObject, memberOf } from "../text/index.ts";

/** A change of a document: the value at a path of keys and indices; without `value` the member is removed. */
export type DocumentEdit = { path: readonly string[]; value?: unknown };

type Entry = { start: number; end: number; isBlockValue: boolean; value: Node | null };
type Collection = { entries: Entry[]; isFlow: boolean; isMap: boolean };

/** Edits the text itself; only where that would change something else is the parsed form printed. Undefined if the path does not exist. */
export function editedText(text: string, edit: DocumentEdit): string | undefined {
  const document = parseDocument(text);
  const before: unknown = document.toJS();
  const expected = withEdit(before, edit);
  if (expected === undefined) return undefined;
  const spliced = splicedText(text, edit);
  if (spliced !== undefined) {
    const read = parseDocument(spliced);
    if (read.errors.length === 0 && isDeepStrictEqual(read.toJS(), plain(expected.value)))
      return spliced;
  }
  const path = keysOf(before, edit.path);
  if (edit.value === undefined) document.deleteIn(path);
  else document.setIn(path, edit.value);
  const written = isJson(text) ? JSON.stringify(plain(expected.value), null, 2) : String(document);
  return isDeepStrictEqual(parseDocument(written).toJS(), plain(expected.value))
    ? written
    : undefined;
}

/** As it is read again: integers of any size are doubles. */
const plain = (value: unknown): unknown => parseDocument(jsonText(value)).toJS() as unknown;

function jsonText(value: unknown, indent?: number): string {
  const big = new Map<string, string>();
  const text = JSON.stringify(
    value,
    (_, each: unknown) => {
      if (typeof each !== "bigint") return each;
      const key = `\0${each}`;
      big.set(JSON.stringify(key), String(each));
      return key;
    },
    indent,
  );
  return [...big].reduce((all, [key, digits]) => all.replaceAll(key, digits), text);
}

/** A copy of a value with one change; undefined if it has no such place. */
export function withEdit(
  whole: unknown,
  { path, value }: DocumentEdit,
): { value: unknown } | undefined {
  const copy = structuredClone(whole);
  const [last, ...outer] = path.toReversed();
  let at: unknown = copy;
  for (const key of outer.toReversed()) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  if (last === undefined || typeof at !== "object" || at === null) return undefined;
  if (Array.isArray(at)) {
    const index = Number(last);
    if (!Number.isInteger(index) || index > at.length) return undefined;
    at.splice(index, 1, ...(value === undefined ? [] : [value]));
  } else if (value === undefined) delete (at as Record<string, unknown>)[last];
  else (at as Record<string, unknown>)[last] = value;
  return { value: copy };
}

function keysOf(whole: unknown, path: readonly string[]): unknown[] {
  let at = whole;
  return path.map((key) => {
    const isIndex = Array.isArray(at);
    at = memberOf(at, key);
    return isIndex ? Number(key) : key;
  });
}

function splicedText(text: string, { path, value }: DocumentEdit): string | undefined {
  const document = parseDocument(text);
  const found = placeOf(document.contents, path);
  if (found === undefined) return undefined;
  const { parent, at } = found;
  const collection = collectionOf(text, parent);
  const entry = at === undefined ? undefined : collection.entries[at];
  const key = path.at(-1) ?? "";
  if (value === undefined) return entry && removed(text, collection, at ?? 0);
  if (entry !== undefined) return replaced(text, collection, entry, value);
  return inserted(text, collection, collection.isMap ? key : undefined, value);
}

function placeOf(
  root: unknown,
  path: readonly string[],
): { parent: Node; at: number | undefined } | undefined {
  let node = root;
  for (const [depth, key] of path.entries()) {
    if (!isCollection(node)) return undefined;
    const at = isSeq(node) ? Number(key) : node.items.findIndex((each) => hasKey(each, key));
    const isThere = at >= 0 && at < node.items.length;
    if (depth === path.length - 1) return { parent: node, at: isThere ? at : undefined };
    if (!isThere) return undefined;
    const item: unknown = node.items[at];
    node = isPair(item) ? item.value : item;
  }
  return undefined;
}

const hasKey = (item: unknown, key: string): boolean =>
  isPair(item) && String(isScalar(item.key) ? item.key.value : item.key) === key;

function collectionOf(text: string, node: Node): Collection {
  if (!isCollection(node)) throw new Error("the place of an edit is in a collection");
  const entries = node.items.flatMap((item): Entry[] => {
    const value = (isPair(item) ? (item as Pair<unknown, unknown>).value : item) as Node | null;
    const first = (isPair(item) ? (item as Pair<unknown, unknown>).key : item) as Node;
    if (!isNode(first) || !first.range) return [];
    const own = isNode(value) && value.range ? value.range[1] : first.range[1];
    const end = Math.max(own, first.range[1]);
    return [
      {
        start: first.range[0],
        end: first.range[0] + text.slice(first.range[0], end).trimEnd().length,
        isBlockValue: isCollection(value) && value.flow !== true,
        value,
      },
    ];
  });
  return { entries, isFlow: node.flow === true, isMap: isMap(node) };
}

const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;
const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
};
/** The blanks before a place, if nothing else is before it on its line. */
function indentAt(text: string, at: number): string | undefined {
  const before = text.slice(lineStart(text, at), at);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

function removed(text: string, { entries, isFlow, isMap: isObject }: Collection, at: number) {
  const entry = entries[at];
  const next = entries[at + 1];
  const before = entries[at - 1];
  if (entry === undefined || entries.length === 1) return undefined;
  if (isFlow)
    return next === undefined
      ? text.slice(0, before?.end) + text.slice(entry.end)
      : text.slice(0, entry.start) + text.slice(next.start);
  const start = isObject ? entry.start : text.lastIndexOf("-", entry.start - 1);
  const from = indentAt(text, start) === undefined ? start : lineStart(text, start);
  if (from !== start) return text.slice(0, from) + text.slice(lineEnd(text, entry.end) + 1);
  // The first member of an item of a list is on the line of its dash.
  return next === undefined ? undefined : text.slice(0, start) + text.slice(next.start);
}

function replaced(text: string, collection: Collection, entry: Entry, value: unknown) {
  const { value: old } = entry;
  if (!isNode(old) || !old.range) return undefined;
  const [from] = old.range;
  if (collection.isFlow)
    return text.slice(0, from) + flowText(text, entry, value) + text.slice(entry.end);
  if (!isObject(value) && !entry.isBlockValue)
    return text.slice(0, from) + yamlFlow(value) + text.slice(entry.end);
  const colon = collection.isMap ? text.indexOf(":", entryKeyEnd(text, entry)) : -1;
  if (colon === -1) return undefined;
  const indent = " ".repeat(entry.start - lineStart(text, entry.start));
  const written = isObject(value)
    ? `\n${indented(blockText(value), `${indent}  `)}`
    : ` ${yamlFlow(value)}`;
  return text.slice(0, colon + 1) + written + text.slice(entry.end);
}

function entryKeyEnd(text: string, { start }: Entry): number {
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(text.slice(start, start + 2000))?.[0];
  return start + (quoted?.length ?? 0);
}

function inserted(
  text: string,
  { entries, isFlow }: Collection,
  key: string | undefined,
  value: unknown,
) {
  const last = entries.at(-1);
  if (last === undefined) return undefined;
  const indent = indentAt(text, last.start);
  if (isFlow) {
    const between = indent === undefined ? ", " : `,\n${indent}`;
    const member = flowText(text, last, value);
    const name = key === undefined ? "" : `${isJson(text) ? JSON.stringify(key) : yamlFlow(key)}: `;
    return text.slice(0, last.end) + between + name + member + text.slice(last.end);
  }
  const start = key === undefined ? text.lastIndexOf("-", last.start - 1) : last.start;
  const margin = " ".repeat(start - lineStart(text, start));
  const end = lineEnd(text, last.end);
  const written =
    key === undefined
      ? `${margin}- ${yamlFlow(value)}`
      : isObject(value)
        ? `${margin}${yamlFlow(key)}:\n${indented(blockText(value), `${margin}  `)}`
        : `${margin}${yamlFlow(key)}: ${yamlFlow(value)}`;
  return `${text.slice(0, end)}\n${written}${text.slice(end)}`;
}

const isJson = (text: string): boolean => /^\s*[{[]/.test(text);

function flowText(text: string, near: Entry, value: unknown): string {
  if (!isJson(text)) return yamlFlow(value);
  const indent = indentAt(text, near.start);
  if (indent === undefined) return jsonText(value);
  const step = /\n([ \t]+)\S/.exec(text)?.[1]?.length ?? 2;
  return jsonText(value, step).replaceAll("\n", `\n${indent}`);
}

const yamlFlow = (value: unknown): string =>
  stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trimEnd().replaceAll(/\n\s*/g, " ");
const blockText = (value: unknown): string =>
  stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 }).trimEnd();
const indented = (text: string, margin: string): string =>
  text
    .split("\n")
    .map((line) => (line === "" ? line : margin + line))
    .join("\n");
