import type { Observation, RequestResult, Response } from "../model/index.ts";
import { headerOf, rawText, resultWord } from "../model/index.ts";

/** For the last response to each sending of a case: its content types, its headers, and the shape of its bodies. */
export type BodyFold = {
  contentTypes: Set<string>;
  headers: Map<string, number>;
  responses: number;
  shape: ShapeFold;
  /** A body was longer than what is kept of it, so that its shape is not known. */
  cut: boolean;
};

export type BodiesFold = Map<string, BodyFold>;

/** Of requests at the same moment (`unordered`), which response is the last is chance: all of them are folded. */
export function foldBodies(
  bodies: BodiesFold,
  { case: id, answers }: Observation,
  unordered = false,
): void {
  for (const result of unordered ? answers : answers.slice(-1)) {
    if (result.outcome !== "answered") continue;
    const { response } = result;
    const body = bodies.get(id) ?? emptyBody();
    bodies.set(id, body);
    body.contentTypes.add(contentTypeOf(response));
    body.responses += 1;
    for (const name of new Set(response.headers.map(([each]) => rawText(each).toLowerCase())))
      body.headers.set(name, (body.headers.get(name) ?? 0) + 1);
    foldBody(body, response);
  }
}

const emptyBody = (): BodyFold => ({
  contentTypes: new Set(),
  headers: new Map(),
  responses: 0,
  shape: new Map(),
  cut: false,
});

/** The names of headers that each response had, and of others that some had, in order. */
export function headersOf({ headers, responses }: BodyFold): { always: string[]; some: string[] } {
  const names = [...headers].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const having = (isAlways: boolean): string[] =>
    names.filter(([, count]) => (count === responses) === isAlways).map(([name]) => name);
  return { always: having(true), some: having(false) };
}

function contentTypeOf(response: Response): string {
  const text = headerOf(response, "content-type") ?? "";
  const spaced = text.toLowerCase().replace(/\s*;\s*/g, "; ");
  return text === "" ? "none" : spaced.slice(0, 200);
}

function foldBody(into: BodyFold, response: Response): void {
  const kept = response.decoded ?? response.body;
  const foldOther = (type: "empty" | "not JSON") => void foldPlace(into.shape, "$", type);
  if (kept.bytes === 0) return foldOther("empty");
  if (kept.text === undefined) return foldOther("not JSON");
  const text = rawText(kept.text);
  if (Buffer.byteLength(text) !== kept.bytes) {
    into.cut = true;
    return;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return foldOther("not JSON");
  }
  foldShape(into.shape, value);
}

/**
 * The status and the form of one response: `201 {id: number}`. `fresh` are values of the request: a key that repeats one is the
 * same form as with another.
 */
export function responseForm(result: RequestResult, fresh: readonly string[]): string {
  if (result.outcome !== "answered") return resultWord(result);
  const body = emptyBody();
  foldBody(body, result.response);
  if (body.cut) return `${result.status} a long body`;
  const { $: whole = "empty", ...inner } = shapeOf(body.shape);
  const places = Object.entries(inner).map(([path, types]) => `${path.slice(2)}: ${types}`);
  const form = places.length === 0 ? whole : `{${places.join("; ")}}`;
  return `${result.status} ${fresh.reduce((left, value) => left.replaceAll(value, "<fresh>"), form)}`;
}

/** Types of the values that were met at one place of JSON bodies, and how often. */
type Place = { types: Set<string>; seen: number; objects: number };

/** What bodies are made of: every place by its path (`$.items[].sku`), in the order in which it was met. */
type ShapeFold = Map<string, Place>;

/** By path: the types there, in order, and `optional` where not every object has the key. */
type BodyShape = Record<string, string>;

/** Deeper places, and more of them, are ignored: a shape is for people to read. */
const DEEPEST = 12;
const MOST_PLACES = 300;

const OPTIONAL = "optional";

function foldShape(shape: ShapeFold, value: unknown, path = "$", depth = 0): void {
  const place = foldPlace(shape, path, typeOf(value));
  if (place === undefined) return;
  if (depth >= DEEPEST || typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) foldShape(shape, item, `${path}[]`, depth + 1);
    return;
  }
  place.objects += 1;
  for (const [key, each] of Object.entries(value))
    foldShape(shape, each, path + keyText(key), depth + 1);
}

function foldPlace(shape: ShapeFold, path: string, type: string): Place | undefined {
  const known = shape.get(path);
  if (known === undefined && shape.size >= MOST_PLACES) return undefined;
  const place = known ?? { types: new Set(), seen: 0, objects: 0 };
  shape.set(path, place);
  place.seen += 1;
  place.types.add(type);
  return place;
}

/** The shape as it is kept, places in the order of their paths. */
export function shapeOf(fold: ShapeFold): BodyShape {
  const entries = [...fold].map(([path, { types, seen }]): [string, string] => {
    const parent = parentOf(path);
    const isOptional = parent !== undefined && seen < (fold.get(parent)?.objects ?? 0);
    return [path, [...[...types].toSorted(), ...(isOptional ? [OPTIONAL] : [])].join(", ")];
  });
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The differences of a shape from an earlier one, each in a few words: `$.code added (number)`. An optional type or key
 * that is missing now is not a difference; neither is an empty list. What a list has is a matter of the store: `elements` are
 * places in lists as they were met before in any body, and whether another page follows depends on how much is stored.
 */
export function shapeChanges(
  before: BodyShape,
  now: BodyShape,
  elements: BodyShape = {},
): string[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted();
  const changes: { path: string; text: string }[] = [];
  for (const path of paths) {
    // What is below a place that changed is reported with that place.
    if (changes.some((each) => isWithin(path, each.path))) continue;
    if (isKnownAt(now[path], elements[path]) || isOtherPage(path, before, now)) continue;
    const text = changeAt(path, before, now);
    if (text !== undefined) changes.push({ path, text });
  }
  return changes.map(({ text }) => text);
}

/** Members that name the page before or after this one. */
const PAGE_LINK =
  /\.(?:next|prev(?:ious)?|after|before|cursor|(?:start|end|page|continuation)(?=[-_]?(?:cursor|token)))(?:[-_]?(?:page|cursor|token|link|url|uri|href|offset|key))*$/i;

/** Whether there is a page before or after a list in one of the bodies, and none in the other. */
function isOtherPage(path: string, before: BodyShape, now: BodyShape): boolean {
  const isNone = (shape: BodyShape): boolean =>
    readEntry(shape[path])?.types.every((type) => type === "null") ?? true;
  const hasList = (shape: BodyShape): boolean =>
    Object.values(shape).some((text) => text.split(", ").includes("list"));
  const isLink = PAGE_LINK.test(path) && !path.includes("[]");
  return isLink && isNone(before) !== isNone(now) && hasList(before) && hasList(now);
}

/** The places in the lists of all these bodies, each with all that was met there. */
export function elementsOf(shapes: readonly (BodyShape | null)[]): BodyShape {
  const all: Record<string, Set<string>> = {};
  for (const [path, text] of shapes.flatMap((shape) => Object.entries(shape ?? {})))
    if (path.includes("[]"))
      for (const word of text.split(", ")) (all[path] ??= new Set()).add(word);
  return Object.fromEntries(
    Object.entries(all).map(([path, words]) => [path, [...words].join(", ")]),
  );
}

function isKnownAt(now: string | undefined, known: string | undefined): boolean {
  const words = known?.split(", ");
  return now?.split(", ").every((word) => words?.includes(word)) === true;
}

function changeAt(path: string, before: BodyShape, now: BodyShape): string | undefined {
  const [old, new_] = [before[path], now[path]].map(readEntry);
  if (old === undefined && new_ === undefined) return undefined;
  if (old === undefined)
    return hadNoItems(path, before) ? undefined : `${path} added (${now[path]})`;
  if (new_ === undefined)
    return old.optional || hadNoItems(path, now) ? undefined : `${path} removed (${before[path]})`;
  if (new_.types.some((type) => !old.types.includes(type)))
    return `${path}: ${old.types.join(" or ")} became ${new_.types.join(" or ")}`;
  return new_.optional && !old.optional ? `${path} became optional` : undefined;
}

function readEntry(text: string | undefined): { types: string[]; optional: boolean } | undefined {
  if (text === undefined) return undefined;
  const words = text.split(", ");
  return { types: words.filter((word) => word !== OPTIONAL), optional: words.includes(OPTIONAL) };
}

/** Whether this shape could not have the path: its list was empty, or its object did not exist. */
function hadNoItems(path: string, shape: BodyShape): boolean {
  for (let at = path.indexOf("[]"); at >= 0; at = path.indexOf("[]", at + 2))
    if (shape[path.slice(0, at + 2)] === undefined) return true;
  const parent = parentOf(path);
  return parent !== undefined && shape[parent] === undefined;
}

const isWithin = (path: string, outer: string): boolean =>
  path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);

/** The object that a key belongs to; none for the root and for items of a list. */
function parentOf(path: string): string | undefined {
  if (path.endsWith("[]")) return undefined;
  const quoted = /\["(?:[^"\\]|\\.)*"\]$/.exec(path);
  const at = quoted?.index ?? path.lastIndexOf(".");
  return at <= 0 ? undefined : path.slice(0, at);
}

const keyText = (key: string): string =>
  /^[\w$-]{1,60}$/.test(key) ? `.${key}` : `[${JSON.stringify(key.slice(0, 60))}]`;

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}
