import { parsedJson } from "../text/index.ts";
import { layoutOf, type Layout } from "./layout.ts";
import { replacementFor, type Writing } from "./write-json.ts";
import type { Interface } from "../model/index.ts";
import { pathKey, queryKey, type ParameterSlot } from "../contract/index.ts";
import { withInner, type FieldSlot } from "../kinds/index.ts";
import type { Template, TemplatePart } from "../template/index.ts";

/** Characters that need no encoding in a path segment and a query (RFC 3986, 2.3). */
const UNRESERVED = /^[\w.~-]*$/;
const SAMPLE = 123_456_789;

/** How a request target is written: with replaced values (JSON text, by path), and the fresh values of this number. */
export type TargetWriting = Pick<Writing, "over" | "nth"> & {
  /** What stands instead of a parameter of the query or of the form, name and all, by path. */
  pairs?: Record<string, Template[]>;
};

/** The request target of a valid request: `{ target: "path" }` if it is constant. */
export function targetTemplate(layout: Layout, writing: TargetWriting = {}): Template {
  if (layout.fixedPath !== undefined) return [{ target: "path" }];
  return [{ target: "prefix" }, ...pathTemplate(layout, writing), ...queryText(layout, writing)];
}

export const pathTemplate = (layout: Layout, writing: TargetWriting = {}): Template =>
  pathText(layout.interface.path, layout, writing);

export function otherTarget(
  layout: Layout,
  path: string,
  further: readonly string[] = [],
): Template {
  const query = queryText(layout, {});
  return [
    { target: "prefix" },
    ...pathText(path, layout, {}),
    ...query,
    ...further.map((text, index) => `${query.length + index === 0 ? "?" : "&"}${text}`),
  ];
}

const pathText = (
  path: string,
  { interface: from, parameters }: Layout,
  writing: TargetWriting,
): Template =>
  piecesOf(path, parameters).flatMap((piece): Template => {
    if (typeof piece === "string") return piece === "" ? [] : [piece];
    const isGiven =
      from.givenPath?.includes(piece.name) === true && replacementFor(piece, writing) === undefined;
    return isGiven ? [{ given: pathKey(piece.name) }] : wholeText(piece, writing);
  });

/** The texts of a path and the parameters between them. */
const piecesOf = (path: string, parameters: readonly ParameterSlot[]): (string | ParameterSlot)[] =>
  path.split(/(\{[^{}]*\})/).map((piece) => {
    const slot = parameters.find((each) => each.in === "path" && `{${each.name}}` === piece);
    return slot ?? piece;
  });

function queryText({ interface: from, parameters }: Layout, writing: TargetWriting): Template {
  const query = parameters.filter((each) => each.in === "query");
  const given = (from.givenQuery ?? []).flatMap(
    (name) => writing.pairs?.[queryKey(name)] ?? [givenPair(name)],
  );
  return joinedPairs([...pairsOfSlots(query, writing), ...given], "?");
}

/** A parameter of the query whose value is given when sending, or another value of it. */
export const givenPair = (
  name: string,
  value: Template = [{ given: queryKey(name) }],
): Template => [`${encodeURIComponent(name)}=`, { encode: value, as: "percent" }];

/** Names and values, percent-encoded. */
export const pairsText = (slots: readonly ParameterSlot[], writing: TargetWriting): Template =>
  joinedPairs(pairsOfSlots(slots, writing), "");

const pairsOfSlots = (slots: readonly ParameterSlot[], writing: TargetWriting): Template[] =>
  slots.flatMap((slot) => writing.pairs?.[slot.path] ?? pairsOf(slot, writing));

const joinedPairs = (pairs: readonly Template[], before: string): Template =>
  pairs.flatMap(([first = "", ...rest], index): Template => {
    const mark = index === 0 ? before : "&";
    if (mark === "") return [first, ...rest];
    return typeof first === "string" ? [mark + first, ...rest] : [mark, first, ...rest];
  });

/** A list without a separator is written once for each of its items, as OpenAPI's style `form` with `explode` has it. */
function pairsOf(slot: ParameterSlot, writing: TargetWriting): Template[] {
  const name = encodeURIComponent(slot.name);
  const pair = (value: Template): Template => [`${name}=`, ...value];
  if (slot.type.kind !== "list" || slot.separator !== undefined)
    return [pair(wholeText(slot, writing))];
  return itemsOfSlot(slot, writing, parameterText, encodedText).map(({ value, times }) =>
    repeated(pair(value), ["&"], times),
  );
}

function wholeText(slot: ParameterSlot, writing: TargetWriting): Template {
  const { separator } = slot;
  if (slot.type.kind !== "list" || separator === undefined) return parameterText(slot, writing);
  return itemsOfSlot(slot, writing, parameterText, encodedText).flatMap(
    ({ value, times }, index): Template => [
      ...(index === 0 ? [] : [separator]),
      ...repeated(value, [separator], times),
    ],
  );
}

const encodedText = (given: Template): Template => [{ encode: unquoted(given), as: "percent" }];

function parameterText(slot: FieldSlot, writing: Writing): Template {
  const given = replacementFor(slot, writing);
  if (given === undefined) return encodedValue(slot, writing.nth);
  return encodedText(given);
}

export const slotText = (slot: FieldSlot, writing: Writing): Template =>
  unquoted(replacementFor(slot, writing) ?? slot.valid(writing.nth));

/** The text of a JSON value in a parameter or a header: the characters of a string, or the JSON text of any other value. */
export function unquoted(value: Template): Template {
  const [first] = value;
  const last = value.at(-1);
  if (typeof first !== "string" || typeof last !== "string") return value;
  if (!first.startsWith('"') || !last.endsWith('"') || (value.length === 1 && first.length < 2))
    return value;
  return value
    .map((part, index) => {
      if (typeof part !== "string") return part;
      const end = index === value.length - 1 ? -1 : undefined;
      return unescaped(part.slice(index === 0 ? 1 : 0, end));
    })
    .filter((part) => part !== "");
}

const unescaped = (text: string): string => String(parsedJson(`"${text}"`) ?? text);

/** A value percent-encoded; text that needs no encoding stays unchanged. */
export function encodedValue(slot: FieldSlot, nth = 0): Template {
  const content = slot.content(nth);
  const isPlain = withInner(slot).every(
    ({ text }) => text === undefined || UNRESERVED.test(text(SAMPLE)),
  );
  const fixed = content.every((part) => typeof part !== "string" || UNRESERVED.test(part));
  return isPlain && fixed ? content : [{ encode: content, as: "percent" }];
}

type ListItem = { value: Template; times: number };

/** The items of a list as they are written: `own` writes a stated one, `given` the JSON text of a replaced one. */
export const itemsOfSlot = (
  slot: ParameterSlot,
  writing: Writing,
  own: (item: FieldSlot, writing: Writing) => Template,
  given: (value: Template) => Template,
): ListItem[] => {
  const list = replacementFor(slot, writing);
  return list === undefined
    ? slot.inner.map((item) => ({ value: own(item, writing), times: 1 }))
    : listItems(list).map(({ value, times }) => ({ value: given(value), times }));
};

export const repeated = (value: Template, between: Template, times: number): Template =>
  times === 1 ? value : [...value, { repeat: [...between, ...value], times: times - 1 }];

/** The items of a list as JSON text; the text itself if it is not a list. */
function listItems(list: Template): ListItem[] {
  if (!isList(list)) return [{ value: list, times: 1 }];
  const items: ListItem[] = [];
  let value: Template = [];
  let [depth, isText, isEscaped] = [0, false, false];
  const flush = (): void => {
    if (value.length > 0) items.push({ value, times: 1 });
    value = [];
  };
  for (const part of list) {
    const repeated = depth === 1 && !isText ? repeatedItem(part) : undefined;
    if (repeated !== undefined) {
      flush();
      items.push(repeated);
    } else if (typeof part === "string") {
      let text = "";
      const cut = (): void => {
        if (text !== "") value.push(text);
        text = "";
      };
      for (const character of part) {
        const isOuter = depth <= 1 && !isText;
        if (isEscaped) isEscaped = false;
        else if (isText && character === "\\") isEscaped = true;
        else if (character === '"') isText = !isText;
        else if (!isText && "[{".includes(character)) depth += 1;
        else if (!isText && "]}".includes(character)) depth -= 1;
        if (isOuter && character === ",") {
          cut();
          flush();
        } else if (depth > 0 && !(isOuter && character === "[" && depth === 1)) text += character;
      }
      cut();
    } else value.push(part);
  }
  flush();
  return items;
}

/** The item of a template that repeats `,item`; undefined for any other part. */
function repeatedItem(part: TemplatePart): ListItem | undefined {
  if (typeof part === "string" || !("repeat" in part)) return undefined;
  const [first, ...rest] = part.repeat;
  if (typeof first !== "string" || !first.startsWith(",")) return undefined;
  const value = [first.slice(1), ...rest].filter((each) => each !== "");
  return { value, times: part.times };
}

const isList = (list: Template): boolean => Array.isArray(parsedJson(list.map(sample).join("")));

/** A digit in place of a hole: it is valid within a string, and by itself. */
const sample = (part: TemplatePart): string => {
  if (typeof part === "string") return part;
  return "repeat" in part ? part.repeat.map(sample).join("") : "1";
};

export const escapedPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The stated path as a pattern with `value` in the place of each parameter, and these parameters. */
export function pathPattern(
  from: Interface,
  value: string,
): { path: RegExp; inPath: ParameterSlot[] } {
  const pieces = piecesOf(from.path, layoutOf(from).parameters);
  const texts = pieces.map((each) => (typeof each === "string" ? escapedPattern(each) : value));
  const inPath = pieces.filter((each) => typeof each !== "string");
  return { path: new RegExp(`^${texts.join("")}$`), inPath };
}
