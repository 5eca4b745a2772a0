import { isUtf8 } from "node:buffer";
import type { Interface } from "../../model/index.ts";
import { isValidValue } from "./is-valid-value.ts";

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/g;
const NUMBER = /-?\d[\d.eE+-]*/g;

/**
 * Whether the bytes of a body are certainly a stated one: JSON in UTF-8 without a byte order mark, with any JSON white space,
 * escapes and order of members (RFC 8259). Names occur once, and numbers are plain decimals: what
 * becomes of `1e0`, `1.0`, `-0` and of digits beyond a double differs from parser to parser.
 */
export function isValidBody(body: Buffer, { body: type }: Interface, isOpen: boolean): boolean {
  if (type === undefined) return body.length === 0;
  if (body.length === 0 || !isUtf8(body)) return false;
  const text = body.toString("utf8");
  const value = parsed(text);
  if (value === undefined || !isValidValue(type, value, isOpen)) return false;
  const marks = text.replace(STRING, '""');
  return marks.split(":").length - 1 === countMembers(value) && areShortest(marks);
}

/** Whether each number is the shortest decimal of its double, apart from zeros behind a fraction. */
export const areShortest = (text: string): boolean =>
  (text.match(NUMBER) ?? []).every(
    (number) => String(Number(number)) === number.replace(/(\.\d*[1-9])0+$/, "$1"),
  );

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** The members of all objects in a value. Names that occur twice count once. */
function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value).reduce((sum: number, each) => sum + countMembers(each), 0);
  return inner + (Array.isArray(value) ? 0 : Object.keys(value).length);
}
