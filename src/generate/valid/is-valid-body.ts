import { parsedJson } from "../../text/index.ts";
import { isUtf8 } from "node:buffer";
import type { Interface } from "../../model/index.ts";
import { kindOf, type FieldType, isAsDescribed, keepsOrder } from "../../kinds/index.ts";

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/g;
const NUMBER = /-?\d[\d.eE+-]*/g;

/** JSON in UTF-8 of any layout (RFC 8259), certainly a stated body. Numbers are plain decimals: parsers differ about `1e0`, `1.0` and `-0`. */
export function isValidBody(body: Buffer, { body: type }: Interface, isOpen: boolean): boolean {
  if (type === undefined) return body.length === 0;
  const read = readBody(body);
  if (read === undefined || !isValidValue(type, read.value, isOpen)) return false;
  return hasNamesOnce(read) && areShortest(marksOf(read.text));
}

/** A body that is JSON in UTF-8; its value is not undefined. */
export type JsonBody = { text: string; value: unknown };

export function readBody(body: Buffer): JsonBody | undefined {
  const text = isUtf8(body) ? body.toString("utf8") : "";
  const value = parsedJson(text);
  return value === undefined ? undefined : { text, value };
}

export const hasNamesOnce = ({ text, value }: JsonBody): boolean =>
  marksOf(text).split(":").length - 1 === countMembers(value);

/** A JSON text with empty strings for its strings: a colon follows each name. */
export const marksOf = (text: string): string => text.replace(STRING, '""');

export const areShortest = (text: string): boolean =>
  (text.match(NUMBER) ?? []).every(
    (number) => String(Number(number)) === number.replace(/(\.\d*[1-9])0+$/, "$1"),
  );

/** The members of all objects in a value, however deep they are. Names that occur twice count once. */
function countMembers(value: unknown): number {
  const left = [value];
  let count = 0;
  for (let each = left.pop(); each !== undefined; each = left.pop()) {
    if (typeof each !== "object" || each === null) continue;
    if (!Array.isArray(each)) count += Object.keys(each).length;
    for (const inner of Object.values(each)) left.push(inner);
  }
  return count;
}

/** Characters with which texts are unpredictable (RFC 8259, 8.2; RFC 7493, 2.1): NUL, halves of pairs, noncharacters. */
const UNPREDICTABLE =
  /[\0\ufdd0-\ufdef\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
/** The numbers between which fresh values are made. */
const UNIQUES = [100_000_000, 999_999_999];

/**
 * Whether a JSON value is certainly one that an interface states, with its inner values. False says nothing where the
 * interface leaves it open: whether a member may be missing, or which further members there may be.
 *
 * A document's schema decides by the rules of JSON Schema, in which a keyword that is absent allows everything. Exceptions: a
 * number beyond 2^53-1, which is not exact everywhere; a text with NUL, half a surrogate pair or a
 * noncharacter, or with more bytes than its stated maximum of characters; a text of a format in an unusual spelling, because formats are annotations;
 * the start or the end of a time that is not before or after every other one; a reference to another resource than the one that was found on the target.
 * If `isOpen`, the interface states that allowed values are not shown: then a number is known up to the stated
 * bounds and between the ones of stated requests, a text if it is plain, a date-time from 1970 to 2099.
 */
export function isValidValue(type: FieldType, value: unknown, isOpen: boolean): boolean {
  const kind = kindOf(type);
  if (!kind.fits(type, value)) return false;
  if (value === null) return true;
  if ("span" in type && !keepsOrder(type.span, Date.parse(String(value)))) return false;
  if (type.kind === "list")
    return (value as unknown[]).every((item) => isValidValue(type.items, item, isOpen));
  if (type.kind === "object") return areMembersValid(type, value as object, isOpen);
  if (typeof value === "string" && (UNPREDICTABLE.test(value) || isWide(type, value))) return false;
  if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  const text = JSON.stringify(value);
  if (kind.isUsual?.(text, isOpen) === false) return false;
  if (isOpen && !kind.isBounded(type)) return isCertain(type, text);
  return kind.formats === undefined || kind.deviation(type, text) === undefined;
}

/** Not more characters than stated, but more bytes: servers and databases count either. */
const isWide = (type: FieldType, value: string): boolean =>
  type.kind === "text" && type.maxLength !== undefined && Buffer.byteLength(value) > type.maxLength;

function areMembersValid(
  { fields }: FieldType & { kind: "object" },
  value: object,
  isOpen: boolean,
): boolean {
  const members = new Map<string, unknown>(Object.entries(value));
  let found = 0;
  for (const { name, type, required, resource, example } of fields) {
    if (members.has(name)) {
      found += 1;
      const member = members.get(name);
      if (!isValidValue(type, member, isOpen)) return false;
      if (resource === true && member !== example) return false;
    } else if (required !== false) return false;
  }
  return found === members.size;
}

/** A value of a type whose allowed values are not shown. */
function isCertain(type: FieldType, text: string): boolean {
  const kind = kindOf(type);
  if (type.kind !== "whole-number" && type.kind !== "number")
    return kind.deviation(type, text) === undefined;
  const made = UNIQUES.map((unique) => Number(kind.text(type, unique)));
  const [least, most] = statedBounds(type);
  return (
    Number(text) >= (least ?? Math.min(...made)) && Number(text) <= (most ?? Math.max(...made))
  );
}

function statedBounds(
  type: FieldType & { kind: "whole-number" | "number" },
): [least: number | undefined, most: number | undefined] {
  const numeric = (bound: number | string | undefined): number | undefined =>
    bound === undefined ? undefined : Number(bound);
  if (type.kind === "whole-number") return [numeric(type.min), numeric(type.max)];
  return [type.min ?? type.exclusiveMin, type.max ?? type.exclusiveMax];
}

/** The described body and nothing else, in standard notation: `007` is not a JSON number. */
export function isStatedBody(body: Buffer, { body: type }: Interface): boolean {
  if (type === undefined) return body.length === 0;
  const text = body.toString("utf8");
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text && isInOrder(type, value) && isAsDescribed(type, value);
  } catch {
    // Not JSON, or nested deeper than the stack.
    return false;
  }
}

function isInOrder(type: FieldType, value: unknown): boolean {
  if (type.kind !== "object" || typeof value !== "object" || value === null) return true;
  const names = type.fields.map(({ name }) => name).filter((name) => Object.hasOwn(value, name));
  return Object.keys(value).every((key, index) => key === names[index]);
}
