import { freshId } from "../fresh-numbers.ts";
import { bytes, type Template, type TemplatePart } from "../template/index.ts";
import { jsonContent } from "./case-families.ts";
import { divideDown, divideUp } from "./decimal.ts";
import { kindOf, type FieldType } from "./field-type.ts";
import type { Slot } from "./kind.ts";

/** A field's path as part of a clause's or a suite's id: `orderId` is `order-id`, `items[0].sku` is `items-sku`, `items[0]` is `items-item`. */
export const slugOf = (path: string): string =>
  path
    .replace(/\[\d+\](?=$|\[\d+\])/g, "-item")
    .replace(/\[\d+\]/g, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "") || "body";

/** A value at its place: within a body, or a parameter of the request target. */
export type FieldSlot = Omit<Slot<FieldType>, "inner"> & {
  required?: boolean;
  inner: FieldSlot[];
  /** The content for a number; only if the type is `fresh`. */
  text?: (unique: number) => string;
};

/** Coprime to the span: items of one list have values that are far apart. */
const APART = 300_000_007;
const EXAMPLE = 234_567_890;

type Member = Pick<FieldSlot, "key" | "required"> & {
  /** A value to send, if the type is not fresh. */
  example?: unknown;
};

/** The tree of slots under one value; `path` is its place, "" for the body itself. */
export function slotsOf(
  type: FieldType,
  path: string,
  { example, ...member }: Member = {},
  nthItem = 0,
): FieldSlot {
  if (type.kind === "list") {
    const examples = Array.isArray(example) ? example : [];
    const least = Math.max(1, type.minItems ?? 1, examples.length);
    const count = Math.min(least, type.maxItems ?? Infinity);
    const inner = Array.from({ length: count }, (_, index) =>
      slotsOf(
        type.items,
        `${path}[${index}]`,
        { example: examples[index] },
        nthItem * count + index,
      ),
    );
    const list = composed(type, path, member, inner, (nth) => listText(inner, nth));
    return type.unique === true
      ? { ...list, unique: (most) => uniqueItems(type.items, `${path}[0]`, inner[0], most) }
      : list;
  }
  if (type.kind === "object") {
    const inner = type.fields.map(({ name, type: own, required, ...about }) =>
      slotsOf(
        own,
        memberPath(path, name),
        {
          key: name,
          ...(required !== undefined && { required }),
          ...about,
          ...(hasMember(example, name) && { example: example[name] }),
        },
        nthItem,
      ),
    );
    return composed(type, path, member, inner, (nth) => objectText(inner, nth));
  }
  return leafSlot(type, path, { ...member, example }, nthItem);
}

function uniqueItems(
  items: FieldType,
  path: string,
  first: FieldSlot | undefined,
  most: number,
): Template[] {
  const nth = (at: number): Template => slotsOf(items, path, {}, at).valid(at);
  const own =
    items.kind === "choice"
      ? items.values.map((value) => [JSON.stringify(value)])
      : items.kind === "whole-number"
        ? wholeNumbers(items, most)
        : Array.from({ length: most }, (_, at) => (at === 0 && first ? first.valid() : nth(at)));
  return [...new Map(own.map((item) => [JSON.stringify(item), item])).values()].slice(0, most);
}

function wholeNumbers(type: Extract<FieldType, { kind: "whole-number" }>, most: number) {
  const step = Number.isInteger(type.multipleOf) ? BigInt(type.multipleOf ?? 1) : 1n;
  const isDown = type.min === undefined && type.max !== undefined;
  const bound = BigInt(type.min ?? type.max ?? 1);
  const from = (isDown ? divideDown : divideUp)(bound, step) * step;
  return Array.from({ length: most }, (_, at): Template => {
    const offset = BigInt(at) * step;
    return [String(isDown ? from - offset : from + offset)];
  }).filter(([text]) => kindOf(type).fits(type, Number(text)));
}

const hasMember = (value: unknown, name: string): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name);

export const withInner = (slot: FieldSlot): FieldSlot[] => [slot, ...slot.inner.flatMap(withInner)];

function objectText(members: readonly FieldSlot[], nth = 0): Template {
  const texts = members.map(({ key = "", valid }): Template => [
    `${JSON.stringify(key)}:`,
    ...valid(nth),
  ]);
  return bytes`{${commaSeparated(texts)}}`;
}

const listText = (items: readonly FieldSlot[], nth = 0): Template =>
  bytes`[${commaSeparated(items.map(({ valid }) => valid(nth)))}]`;

export function commaSeparated(
  texts: readonly Template[],
  comma: TemplatePart | Template = ",",
): Template {
  const between = Array.isArray(comma) ? comma : comma === "" ? [] : [comma];
  const parts: Template = [];
  for (const [index, text] of texts.entries()) {
    if (index > 0) parts.push(...between);
    parts.push(...text);
  }
  return parts;
}

/** The path of a member of the value at a path: `address.city`. */
export const memberPath = (path: string, name: string): string => {
  if (!/^[\w$-]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
};

const composed = (
  type: FieldType,
  path: string,
  member: Member,
  inner: FieldSlot[],
  valid: (nth?: number) => Template,
): FieldSlot => ({
  ...member,
  type,
  label: path === "" ? "the body" : path,
  path,
  inner,
  valid,
  content: valid,
});

function leafSlot(
  type: FieldType,
  path: string,
  { example, ...member }: Member,
  nthItem: number,
): FieldSlot {
  const kind = kindOf(type);
  const text = (unique: number): string => kind.text(type, freshId(unique, nthItem * APART));
  const madeUp = (): string => jsonContent(text(EXAMPLE));
  const isFresh = "fresh" in type && type.fresh === true;
  const constant: Template = [constantText(example, kind.quoted) ?? madeUp()];
  const content = (nth = 0): Template =>
    isFresh ? [{ fresh: path, ...(nth > 0 && { nth }) }] : constant;
  const valid = (nth = 0): Template => (kind.quoted ? bytes`"${content(nth)}"` : content(nth));
  return { ...composed(type, path, member, [], valid), content, ...(isFresh && { text }) };
}

/** An example as JSON text, without the quotes of a string; undefined if it has the other form. */
function constantText(example: unknown, quoted: boolean): string | undefined {
  if (example === undefined || quoted !== (typeof example === "string")) return undefined;
  return typeof example === "string" ? jsonContent(example) : JSON.stringify(example);
}
