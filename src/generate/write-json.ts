import { bytes, type Template, type TemplatePart } from "../template/index.ts";
import { oncePer } from "../remember.ts";
import { commaSeparated, type FieldSlot, jsonContent } from "../kinds/index.ts";

/** The marks of JSON: a document with others is malformed everywhere. */
export type JsonMarks = {
  open: TemplatePart | Template;
  close: TemplatePart | Template;
  comma: TemplatePart | Template;
  colon: TemplatePart | Template;
  key: readonly [before: string, behind: string];
  text: readonly [before: string, behind: string];
};

const STATED: JsonMarks = {
  open: "{",
  close: "}",
  comma: ",",
  colon: ":",
  key: ['"', '"'],
  text: ['"', '"'],
};

/** Replacements of fields, by path: JSON text, or text that is not JSON. */
export type Replacements = Record<string, TemplatePart | Template>;

/** How a body is written: with replaced values, other marks, and the fresh values of this number. */
export type Writing = { over?: Replacements; marks?: Partial<JsonMarks>; nth?: number };

export function replacementFor({ path }: FieldSlot, { over = {} }: Writing): Template | undefined {
  const given = Object.hasOwn(over, path) ? over[path] : undefined;
  return given === undefined || Array.isArray(given) ? given : [given];
}

export function writeValue(slot: FieldSlot, writing: Writing = {}): Template {
  const { nth = 0 } = writing;
  const given = replacementFor(slot, writing);
  if (given !== undefined) return given;
  const marks = { ...STATED, ...writing.marks };
  if (slot.type.kind === "object")
    return bytes`${marks.open}${writeMembers(slot.inner, writing)}${marks.close}`;
  if (slot.type.kind === "list")
    return bytes`[${commaSeparated(
      slot.inner.map((item) => writeValue(item, writing)),
      marks.comma,
    )}]`;
  const value = slot.valid(nth);
  const quoted = value[0] === '"' || (typeof value[0] === "string" && value[0].startsWith('"'));
  return quoted ? bytes`${marks.text[0]}${slot.content(nth)}${marks.text[1]}` : value;
}

export function writeMembers(members: readonly FieldSlot[], writing: Writing = {}): Template {
  const { comma } = { ...STATED, ...writing.marks };
  return commaSeparated(
    members.map((member) => writeMember(member, writing)),
    comma,
  );
}

export const writeMember = (member: FieldSlot, writing: Writing = {}): Template =>
  isStated(member, writing) ? statedMember(member) : memberText(member, writing);

/** Members as they are in the stated body: most cases change one of many. */
const statedMember = oncePer((member: FieldSlot) => memberText(member, {}));

const isStated = ({ path }: FieldSlot, { over = {}, marks, nth = 0 }: Writing): boolean =>
  marks === undefined && nth === 0 && !Object.keys(over).some((each) => each.startsWith(path));

function memberText(member: FieldSlot, writing: Writing): Template {
  const { colon, key } = { ...STATED, ...writing.marks };
  const name = jsonContent(member.key ?? "");
  return bytes`${key[0]}${name}${key[1]}${colon}${writeValue(member, writing)}`;
}
