import { isDeepStrictEqual } from "node:util";
import { compileSchema } from "../contract/index.ts";
import { isAsDescribed, kindOf, type FieldType } from "../kinds/index.ts";
import { shortValue, isObject } from "../text/index.ts";
import type { DocumentPart } from "./document-part.ts";
import type { Dialect } from "./find-operation.ts";
import type { FlatSchema, JsonType } from "./flat-schema.ts";
import { discriminatorOf, type Choice } from "./alternatives.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import type { Leaf } from "./leaf-type.ts";
import { NotExpressed } from "./not-expressed.ts";

type Context = { dialect: Dialect; notExpressed: NotExpressed };

/** `example`, else the first of `examples` that matches the schema, because later ones often show errors; else the first one. */
export function examplesOf(
  part: DocumentPart,
  schema: DocumentPart,
  context: Context,
): DocumentPart[] {
  const own = part.own("example");
  if (own !== undefined) return [own];
  const named = (part.member("examples")?.entries ?? []).flatMap(([, each]) => {
    const example = each.followed();
    const value = example.own("dataValue") ?? example.own("value");
    const external = example.own("externalValue");
    if (value === undefined && external !== undefined)
      context.notExpressed.add(external, "the file of an example is not read");
    return value ?? [];
  });
  const [first] = named;
  if (first === undefined) return [];
  if (named.length === 1) return [first];
  return [named.find(acceptedBy(schema, context)) ?? first];
}

function acceptedBy(
  schema: DocumentPart,
  { dialect }: Context,
): (example: DocumentPart) => boolean {
  // What it does not express is listed where the schema itself is read.
  const silent = { dialect, notExpressed: new NotExpressed() };
  const { problem, misfit } = compileSchema(jsonSchemaOf(schema, silent, "request"));
  return ({ value }) => problem === undefined && misfit(value) === undefined;
}

/** `example`, `examples`, `default`: best first. Parts of one example fit together, so of an object's `examples` only the first is used. */
export function shownBy({ keywords }: FlatSchema, of: "object" | "value"): DocumentPart[] {
  const examples = (keywords.get("examples") ?? []).flatMap((part) =>
    Array.isArray(part.value) ? part.items : [],
  );
  return [
    ...(keywords.get("example") ?? []),
    ...(of === "object" ? examples.slice(0, 1) : examples),
    ...(keywords.get("default") ?? []),
  ];
}

const SHOWN = 60;

/** Lists an example that contradicts its schema. Null beside a value is in another alternative, and no contradiction. */
function listMisfit(
  example: DocumentPart,
  type: FieldType,
  { notExpressed }: { notExpressed: NotExpressed },
): void {
  if (example.value === null) return;
  const text = shortValue(JSON.stringify(example.value), SHOWN);
  notExpressed.add(example, `${text} is not ${kindOf(type).words(type)}, and is not sent`);
}

function fitsWithin(type: FieldType, value: unknown): boolean {
  if (!kindOf(type).fits(type, value)) return false;
  if (type.kind === "list" && Array.isArray(value))
    return value.every((item) => fitsWithin(type.items, item));
  if (type.kind !== "object" || !isObject(value)) return true;
  return type.fields.every(
    ({ name, type: own }) => !Object.hasOwn(value, name) || fitsWithin(own, value[name]),
  );
}

/** The type of a value of which the document describes no type; undefined if no kind has it. */
export function typeOfValue(value: unknown): FieldType | undefined {
  if (Array.isArray(value)) {
    const items = value.length === 0 ? undefined : typeOfValue(value[0]);
    return items && { kind: "list", items };
  }
  if (isObject(value)) {
    const fields = Object.entries(value).flatMap(([name, example]) => {
      const type = typeOfValue(example);
      return type === undefined ? [] : [{ name, type, required: false, example }];
    });
    return { kind: "object", fields };
  }
  switch (typeof value) {
    case "string":
      return { kind: "text" };
    case "boolean":
      return { kind: "boolean" };
    case "number":
      return Number.isSafeInteger(value) ? { kind: "whole-number" } : { kind: "number" };
    default:
      return undefined;
  }
}

export type Accepting = { accepting: Map<string, (example: DocumentPart) => boolean> };

export function meantFirst(
  { branches }: Choice,
  { schema, examples }: { schema: FlatSchema; examples: readonly DocumentPart[] },
  context: Context & Accepting,
): readonly DocumentPart[] {
  const [example] = [...examples, ...shownBy(schema, "object")];
  if (example === undefined || branches.length < 2) return branches;
  const { value } = example;
  const meant = branches.find((branch) => {
    const mark = discriminatorOf(schema, branch);
    return mark !== undefined && isObject(value) && Object.hasOwn(value, mark.name)
      ? value[mark.name] === mark.value
      : accepting(branch, context)(example);
  });
  return meant === undefined ? branches : [meant, ...branches.filter((each) => each !== meant)];
}

/** Made once: schemas are described again to a smaller depth where they lead to very many values. */
function accepting(
  schema: DocumentPart,
  context: Context & Accepting,
): (example: DocumentPart) => boolean {
  const made = context.accepting.get(schema.at) ?? acceptedBy(schema, context);
  context.accepting.set(schema.at, made);
  return made;
}

/** A longer list of an example is sent with its first items. */
const MOST_ITEMS = 20;

export const shownObjects = (examples: readonly DocumentPart[], context: Context): DocumentPart[] =>
  examples.filter((each) => {
    if (isObject(each.value)) return true;
    listMisfit(each, { kind: "object", fields: [] }, context);
    return false;
  });

export function shownItems(
  examples: readonly DocumentPart[],
  bounds: Omit<Extract<FieldType, { kind: "list" }>, "kind" | "items">,
  context: Context,
): DocumentPart[] {
  const type: FieldType = { kind: "list", items: { kind: "object", fields: [] }, ...bounds };
  for (const each of examples) {
    if (!kindOf(type).fits(type, each.value)) listMisfit(each, type, context);
    else if (each.items.length > 0) return each.items.slice(0, MOST_ITEMS);
  }
  return [];
}

/** The items that match a type whole. Of the first one, the parts that do not are listed already. */
export function fittingItems(
  shown: readonly DocumentPart[],
  type: FieldType,
  context: Context,
): unknown[] {
  return shown.flatMap((each, at) => {
    if (fitsWithin(type, each.value)) return [each.value];
    if (at > 0) listMisfit(each, type, context);
    return [];
  });
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** An example of a parameter stands for its text: 7 and "7" are the same there. */
export function inOtherForm(value: unknown): unknown {
  if (typeof value !== "string") return typeof value === "object" ? undefined : String(value);
  return NUMBER.test(value) || value === "true" || value === "false"
    ? (JSON.parse(value) as unknown)
    : undefined;
}

/** The first valid example is sent; `asText` if it is written without JSON. Objects and lists have theirs in their parts. */
export function withFitting(
  { type, example: own, guess }: Leaf,
  examples: readonly DocumentPart[],
  context: Context & { loose: Set<string>; asText: boolean },
): Leaf {
  const isWhole = type.kind !== "object" && type.kind !== "list";
  for (const each of isWhole ? examples : []) {
    const forms = [each.value, ...(context.asText ? [inOtherForm(each.value)] : [])];
    const example = forms.find((form) => form !== undefined && kindOf(type).fits(type, form));
    if (example === undefined) listMisfit(each, type, context);
    else {
      // What the document shows is likely to match a pattern that is not checked; other values are not.
      if (guess !== undefined) context.loose.add(guess);
      return { type, example };
    }
  }
  return { type, ...(own !== undefined && { example: own }), ...(guess && { guess }) };
}

/** The types of a value; the one of the first example comes first. */
export function shownFirst(
  types: readonly JsonType[],
  [example]: readonly DocumentPart[],
): readonly JsonType[] {
  if (example === undefined || types.length < 2) return types;
  const { value } = example;
  const names = Array.isArray(value)
    ? ["array"]
    : Number.isInteger(value)
      ? ["integer", "number"]
      : [typeof value];
  const shown = types.find((type) => names.includes(type));
  return shown === undefined ? types : [shown, ...types.filter((type) => type !== shown)];
}

/** With the schema's default, if it is a value of the type and not the one that is sent anyway. */
export function withDefault(leaf: Leaf, { keywords }: FlatSchema): Leaf {
  const [stated] = keywords.get("default") ?? [];
  if (stated === undefined || !isAsDescribed(leaf.type, stated.value)) return leaf;
  if (isDeepStrictEqual(leaf.example, stated.value)) return leaf;
  return { ...leaf, type: { ...leaf.type, default: stated.value } };
}
