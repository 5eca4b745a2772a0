import { isUtf8 } from "node:buffer";
import type { ParameterSlot } from "../../contract/index.ts";
import { isAsDescribed, kindOf, type FieldType } from "../../kinds/index.ts";
import type { Interface } from "../../model/index.ts";
import { parsedJson } from "../write-json.ts";
import { countMembers, marksOf } from "./is-valid-body.ts";
import { formTexts, parameterTexts, textValue } from "./is-valid-target.ts";

const BYTE_ORDER_MARK = "\ufeff";

/**
 * Whether the bytes of a body certainly break what is stated of it: no JSON, or a value that does not match. Not known are
 * an empty body, bytes that are not UTF-8, a byte order mark, and names that occur twice: readers differ about them.
 */
export function isBodyAgainst(body: Buffer, { body: type }: Interface): boolean {
  if (type === undefined || body.length === 0 || !isUtf8(body)) return false;
  const text = body.toString("utf8");
  if (text.startsWith(BYTE_ORDER_MARK)) return false;
  const value = parsedJson(text);
  if (value === undefined) return true;
  return marksOf(text).split(":").length - 1 === countMembers(value) && isAgainst(type, value);
}

/** A number that no reader rounds: up to this many digits are exact in a double. */
const EXACT_DIGITS = 15;

/** Whether a body is stated by JSON Schema alone, whatever the spelling of numbers (`1e0`): readers may refuse it. */
export function isBodyAllowed(body: Buffer, { body: type }: Interface): boolean {
  if (type === undefined || !isUtf8(body)) return false;
  const text = body.toString("utf8");
  const value = parsedJson(text);
  if (value === undefined || !isAsDescribed(type, value) || isAgainst(type, value)) return false;
  const marks = marksOf(text);
  const numbers = marks.match(/\d[\d.]*/g) ?? [];
  return (
    marks.split(":").length - 1 === countMembers(value) &&
    numbers.every((number) => number.replace(".", "").replace(/^0+/, "").length <= EXACT_DIGITS)
  );
}

/** Whether a JSON value breaks a stated keyword, its inner values included. Further members break none. */
function isAgainst(type: FieldType, value: unknown): boolean {
  const kind = kindOf(type);
  if (!kind.fits(type, value)) return true;
  if (value === null) return false;
  if (type.kind === "list") return (value as unknown[]).some((item) => isAgainst(type.items, item));
  if (type.kind === "object") {
    const members = new Map<string, unknown>(Object.entries(value as object));
    return type.fields.some(({ name, type: own, required }) =>
      members.has(name) ? isAgainst(own, members.get(name)) : required !== false,
    );
  }
  return kind.formats !== undefined && kind.deviation(type, JSON.stringify(value)) !== undefined;
}

/** Whether a parameter in a target certainly breaks what is stated; not known where readers split or decode otherwise. */
export const isTargetAgainst = (target: string, from: Interface): boolean =>
  areAgainst(parameterTexts(target, from));

/** The same of a member of a form. */
export const isFormAgainst = (body: Buffer, from: Interface): boolean =>
  areAgainst(formTexts(body, from));

const areAgainst = (found: ReturnType<typeof parameterTexts>): boolean =>
  found?.some(([slot, texts]) =>
    texts.length === 0 ? slot.required !== false : isTextsAgainst(slot, texts),
  ) ?? false;

export const isTextAgainst = (slot: ParameterSlot, text: string): boolean =>
  isTextsAgainst(slot, [text]);

/** Other spellings of numbers are not known, nor are empty texts and control characters. */
const OTHER_SPELLING = /^$|\d|[\u0000-\u001f\u007f-\u009f]/;

function isTextsAgainst({ type }: ParameterSlot, texts: readonly string[]): boolean {
  const items = type.kind === "list" ? type.items : type;
  const values = texts.map((text) => textValue(items, text));
  const unread = texts.filter((_, at) => values[at] === undefined);
  if (unread.length > 0) return unread.some((text) => !OTHER_SPELLING.test(text));
  if (type.kind === "list") return isAgainst(type, values);
  return texts.length === 1 && isAgainst(type, values[0]);
}
