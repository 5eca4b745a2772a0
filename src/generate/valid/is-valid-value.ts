import { kindOf, type FieldType } from "../../kinds/index.ts";

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
 * noncharacter, or with more bytes than its stated maximum of characters; a text of a format in an unusual spelling, because formats are annotations.
 * If `isOpen`, the interface states that allowed values are not shown: then a number is known up to the stated
 * bounds and between the ones of stated requests, a text if it is plain, a date-time from 1970 to 2099.
 */
export function isValidValue(type: FieldType, value: unknown, isOpen: boolean): boolean {
  const kind = kindOf(type);
  if (!kind.fits(type, value)) return false;
  if (value === null) return true;
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
  for (const { name, type, required } of fields) {
    if (members.has(name)) {
      found += 1;
      if (!isValidValue(type, members.get(name), isOpen)) return false;
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
