import { percentDecoded } from "../../text/index.ts";
import { formStyleOf, pathKey, REDACTED, type ParameterSlot } from "../../contract/index.ts";
import { isOtherType, kindOf, type FieldType, isAsDescribed } from "../../kinds/index.ts";
import type { Interface } from "../../model/index.ts";
import { pathPattern } from "../request-target.ts";
import { readForm } from "../form-text.ts";
import { layoutOf, perInterface } from "../layout.ts";
import { areShortest, hasNamesOnce, isValidValue, marksOf, readBody } from "./is-valid-body.ts";
import { isUtf8 } from "node:buffer";

/** RFC 9110 (4.1) recommends to support 8,000 bytes of a request target, and gunicorn refuses 4,095 of a request line. */
const MOST_TARGET_BYTES = 4000;
const MOST_FORM_BYTES = 8000;
/** Characters of a query (RFC 3986, 3.4) without the ones that some servers give another meaning. */
const QUERY = /^(?:[\w.~!$()*,:@/?=&-]|%[0-9A-Fa-f]{2})*$/;
/** Characters of a path, which a server may also split, trim or take as a matrix parameter. */
const SEGMENT = /^(?:[\w.~!$()*,:@-]|%[0-9A-Fa-f]{2})+$/;
/** In the value of a path's parameter: a server may normalise these before it routes. */
const ROUTED = /[/\\%;?#]/;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

type Named = ReadonlyMap<string, ParameterSlot>;

const targetOf = perInterface((from) => {
  const inside = (place: "query" | "form"): Named =>
    new Map(
      layoutOf(from).parameters.flatMap((slot) => (slot.in === place ? [[slot.name, slot]] : [])),
    );
  return { ...pathPattern(from, "([^/?#]+)"), query: inside("query"), form: inside("form") };
});

/** The stated path and parameters, each once, in any order and percent-encoding. Not known: empty values, `+`, `;`, what a server may normalise. */
export const isValidTarget = (target: string, from: Interface, isOpen: boolean): boolean =>
  parameterTexts(target, from)?.every(([slot, texts]) => isValidParameter(slot, texts, isOpen)) ??
  false;

/** The texts of each parameter of path and query; undefined if the target has others, or may be split or decoded in several ways. */
export function parameterTexts(
  target: string,
  from: Interface,
): (readonly [slot: ParameterSlot, texts: readonly string[]])[] | undefined {
  const { path, inPath, query } = targetOf(from);
  if (target.length > MOST_TARGET_BYTES) return undefined;
  const mark = target.indexOf("?");
  const found = path.exec(mark < 0 ? target : target.slice(0, mark));
  const named = inPath.filter(({ name }, index) => found?.[index + 1] !== pathKeyIn(from, name));
  const segments = inPath.flatMap((slot, index) => {
    if (!named.includes(slot)) return [];
    const texts = itemsOf(slot, found?.[index + 1] ?? "").map(segmentText);
    return texts.includes(undefined) ? [] : [[slot, texts as string[]] as const];
  });
  if (found === null || segments.length < named.length) return undefined;
  const rest = withoutGivenPairs(mark < 0 ? undefined : target.slice(mark + 1), from);
  if (rest === null) return undefined;
  const inQuery = textsOf(query, rest);
  return inQuery && [...segments, ...inQuery];
}

/** What stands for a value that is made for each request. */
const pathKeyIn = ({ givenPath = [] }: Interface, name: string): string | undefined =>
  givenPath.includes(name) ? pathKey(name) : undefined;

/** A query without what is given when sending; `null` if that is not in it once, with its own value. */
function withoutGivenPairs(
  query: string | undefined,
  { givenQuery = [] }: Interface,
): string | null | undefined {
  if (givenQuery.length === 0) return query;
  const pairs = query?.split("&") ?? [];
  const given = givenQuery.map(
    (name) => `${encodeURIComponent(name)}=${encodeURIComponent(REDACTED)}`,
  );
  if (given.some((each) => pairs.filter((pair) => pair === each).length !== 1)) return null;
  const rest = pairs.filter((pair) => !given.includes(pair));
  return rest.length === 0 ? undefined : rest.join("&");
}

/** The texts of each member of a form in the body; undefined as for a target. */
export function formTexts(body: Buffer, from: Interface): ReturnType<typeof parameterTexts> {
  if (body.length > MOST_FORM_BYTES) return undefined;
  const { form } = targetOf(from);
  if (formStyleOf(from) === "pairs")
    return textsOf(form, body.length === 0 ? undefined : body.toString("latin1"));
  const slots = [...form.values()];
  const read = readForm(body, slots, from);
  return (
    read &&
    slots.map((slot) => [slot, read.flatMap((each) => (each.slot === slot ? each.value : []))])
  );
}

function textsOf(named: Named, text: string | undefined): ReturnType<typeof parameterTexts> {
  const pairs = text === undefined ? new Map<string, string[]>() : pairsOf(text);
  if (pairs === undefined || [...pairs.keys()].some((name) => !named.has(name))) return undefined;
  const isTwice = [...named].some(
    ([name, { separator }]) => separator !== undefined && (pairs.get(name)?.length ?? 0) > 1,
  );
  if (isTwice) return undefined;
  return [...named].map(([name, slot]) => {
    const items = (pairs.get(name) ?? []).flatMap((text) => itemsOf(slot, text));
    return [slot, items.map((text) => percentDecoded(text) ?? "")] as const;
  });
}

/** Whether a body is certainly a stated form: stated members only, each once, in any order. */
export const isValidForm = (body: Buffer, from: Interface, isOpen: boolean): boolean =>
  formTexts(body, from)?.every(([slot, texts]) => isValidParameter(slot, texts, isOpen)) ?? false;

export const hasForm = (from: Interface): boolean => targetOf(from).form.size > 0;

/** The value of a path's segment; undefined if a server may split, trim or normalise it. */
function segmentText(text: string): string | undefined {
  const value = SEGMENT.test(text) ? percentDecoded(text) : undefined;
  if (value === undefined || ROUTED.test(value) || /^\.{1,2}$/.test(value)) return undefined;
  return value.trim() === value ? value : undefined;
}

/** The items of a list with a separator, or the one value; still encoded. */
export const itemsOf = ({ type, separator }: ParameterSlot, text: string): string[] =>
  type.kind === "list" && separator !== undefined ? text.split(separator) : [text];

/** The encoded values of each parameter of a query; undefined if it may be split or decoded in several ways. */
function pairsOf(query: string): Map<string, string[]> | undefined {
  if (!QUERY.test(query)) return undefined;
  const pairs = new Map<string, string[]>();
  for (const pair of query.split("&")) {
    const [encoded = "", value = "", ...more] = pair.split("=");
    const name = percentDecoded(encoded) ?? "";
    if (name === "" || value === "" || more.length > 0) return undefined;
    pairs.set(name, [...(pairs.get(name) ?? []), value]);
  }
  return pairs;
}

/** Whether these texts are a stated value of a parameter; none is a value that is left out. */
export function isValidParameter(
  { type, required, only }: ParameterSlot,
  texts: readonly string[],
  isOpen: boolean,
): boolean {
  if (texts.length === 0) return required === false;
  const values = texts.map((text) => textValue(type.kind === "list" ? type.items : type, text));
  if (values.includes(undefined)) return false;
  if (only !== undefined && values.some((value) => value !== only)) return false;
  if (type.kind === "list") return isValidValue(type, values, isOpen);
  return values.length === 1 && isValidValue(type, values[0], isOpen);
}

/** The JSON value of a parameter's text; undefined if it is not written as usual. */
function textValue(type: FieldType, text: string): unknown {
  if (text === "" || CONTROL.test(text)) return undefined;
  if (kindOf(type).quoted) return text;
  if (text === "true" || text === "false") return text === "true";
  return NUMBER.test(text) && areShortest(text) ? Number(text) : undefined;
}

const BYTE_ORDER_MARK = "\ufeff";

/** No JSON, or a value that does not match. Readers differ about an empty body, bytes that are not UTF-8, byte order marks and duplicate names. */
export function isBodyAgainst(body: Buffer, { body: type }: Interface): boolean {
  if (type === undefined || body.length === 0 || !isUtf8(body)) return false;
  if (body.toString("utf8").startsWith(BYTE_ORDER_MARK)) return false;
  const read = readBody(body);
  return read === undefined || (hasNamesOnce(read) && isAgainst(type, read.value));
}

/** A number that no reader rounds: up to this many digits are exact in a double. */
const EXACT_DIGITS = 15;

/** Whether a body is stated by JSON Schema alone, whatever the spelling of numbers (`1e0`): readers may refuse it. */
export function isBodyAllowed(body: Buffer, { body: type }: Interface): boolean {
  const read = readBody(body);
  if (type === undefined || read === undefined) return false;
  if (!isAsDescribed(type, read.value) || isAgainst(type, read.value, true)) return false;
  const numbers = marksOf(read.text).match(/\d[\d.]*/g) ?? [];
  return (
    hasNamesOnce(read) &&
    numbers.every((number) => number.replace(".", "").replace(/^0+/, "").length <= EXACT_DIGITS)
  );
}

/** Whether nothing that is stated of a body excludes it: what a server can read of it is another matter. */
export function isBodyOpen(body: Buffer, { body: type }: Interface): boolean {
  if (type === undefined) return body.length === 0;
  const read = readBody(body);
  if (read === undefined) return false;
  return !isAgainst(type, read.value) && !hasExcluded(type, read.value) && hasNamesOnce(read);
}

/** Whether an object that states all its members has others. */
function hasExcluded(type: FieldType, value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  if (type.kind === "list" && Array.isArray(value))
    return value.some((item) => hasExcluded(type.items, item));
  if (type.kind !== "object") return false;
  const types = new Map(type.fields.map(({ name, type: own }) => [name, own]));
  return Object.entries(value).some(([name, member]) => {
    const own = types.get(name);
    return own === undefined ? type.further === false : hasExcluded(own, member);
  });
}

/** A number that no double holds, as `1e400`: it breaks a bound on its side, and is otherwise a number like any. */
function isBeyondBounds(type: FieldType, isPositive: boolean): boolean {
  if (type.kind === "whole-number") return (isPositive ? type.max : type.min) !== undefined;
  if (type.kind !== "number") return true;
  const { min, max, exclusiveMin, exclusiveMax } = type;
  return (isPositive ? (max ?? exclusiveMax) : (min ?? exclusiveMin)) !== undefined;
}

/** Whether a value breaks a stated keyword, also within. `isUsual`: so does an unusual spelling of a format, such as a UUID in upper case. */
function isAgainst(type: FieldType, value: unknown, isUsual = false): boolean {
  if (type.alternatives === "all" || isOtherType(type, value)) return false;
  const kind = kindOf(type);
  if (value === Infinity || value === -Infinity) return isBeyondBounds(type, value > 0);
  if (!kind.fits(type, value)) return kind.leavesOpen?.(type, value) !== true;
  if (value === null) return false;
  if (type.kind === "list")
    return (value as unknown[]).some((item) => isAgainst(type.items, item, isUsual));
  if (type.kind === "object") {
    const members = new Map<string, unknown>(Object.entries(value as object));
    return type.fields.some(({ name, type: own, required }) =>
      members.has(name) ? isAgainst(own, members.get(name), isUsual) : required !== false,
    );
  }
  const hasFormat = isUsual && kind.formats !== undefined;
  return hasFormat && kind.deviation(type, JSON.stringify(value)) !== undefined;
}

/** Whether a parameter in a target certainly breaks what is stated; not known where readers split or decode otherwise. */
export const isTargetAgainst = (target: string, from: Interface): boolean =>
  areAgainst(parameterTexts(target, from));

export const isFormAgainst = (body: Buffer, from: Interface): boolean =>
  areAgainst(formTexts(body, from));

const areAgainst = (found: ReturnType<typeof parameterTexts>): boolean =>
  found?.some(([slot, texts]) =>
    texts.length === 0 ? slot.required !== false : isTextsAgainst(slot, texts),
  ) ?? false;

/** Of a header: white space around it is not part of its value, and control characters are not known. */
export const isTextAgainst = (slot: ParameterSlot, text: string): boolean => {
  const trimmed = (each: string): string => each.replace(/^[ \t]+|[ \t]+$/g, "");
  const texts = slot.type.kind === "list" ? text.split(",").map(trimmed) : [trimmed(text)];
  return !CONTROL.test(trimmed(text)) && isTextsAgainst(slot, texts);
};

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Other spellings of numbers are not known, nor are empty texts and control characters. */
const OTHER_SPELLING = /^$|\d|[\u0000-\u001f\u007f-\u009f]/;

/** A number in another notation, or of more digits than a double has, may be beyond a bound all the same; control characters are part of a text. */
function otherValue(type: FieldType, text: string): unknown {
  if (kindOf(type).quoted) return text === "" ? undefined : text;
  return DECIMAL.test(text) ? Number(text) : undefined;
}

function isTextsAgainst({ type }: ParameterSlot, texts: readonly string[]): boolean {
  const items = type.kind === "list" ? type.items : type;
  if (type.alternatives !== undefined || items.alternatives !== undefined) return false;
  const values = texts.map((text) => textValue(items, text) ?? otherValue(items, text));
  const unread = texts.filter((_, at) => values[at] === undefined);
  if (unread.length > 0) return unread.some((text) => !OTHER_SPELLING.test(text));
  if (type.kind === "list") return isAgainst(type, values);
  return texts.length === 1 && isAgainst(type, values[0]);
}
