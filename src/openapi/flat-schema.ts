import type { Dialect } from "./find-operation.ts";
import { NotExpressible, type NotExpressed } from "./not-expressed.ts";
import type { DocumentPart } from "./document-part.ts";
import { textText } from "../kinds/index.ts";
import { translatePattern } from "./pattern/translate-pattern.ts";

/** Several schemas for one value merged: `$ref`s are followed, and the parts of `allOf` are side by side. */
export type FlatSchema = {
  at: DocumentPart;
  keywords: ReadonlyMap<string, readonly DocumentPart[]>;
  properties: ReadonlyMap<string, readonly DocumentPart[]>;
  required: ReadonlySet<string>;
  /** The schemas passed through `$ref`s, on the way from the outermost value. */
  through: readonly string[];
};

/** `through` are the schemas around the value. @throws NotExpressible if a schema is endlessly recursive, or no value is valid. */
export function flatSchema(
  parts: readonly DocumentPart[],
  { through, dialect }: { through: readonly string[]; dialect: Dialect },
): FlatSchema {
  const [at] = parts;
  if (at === undefined) throw new Error("a value has at least one schema");
  const keywords = new Map<string, DocumentPart[]>();
  const properties = new Map<string, DocumentPart[]>();
  const required = new Set<string>();
  const passed = [...through];
  const push = (map: Map<string, DocumentPart[]>, key: string, part: DocumentPart): void => {
    map.set(key, [...(map.get(key) ?? []), part]);
  };
  const collect = (part: DocumentPart): void => {
    if (part.value === true) return;
    if (part.value === false) throw new NotExpressible(part, "no value matches the schema false");
    const referred = part.referred();
    if (referred !== undefined) {
      if (passed.includes(referred.at))
        throw new NotExpressible(part, `${referred.key} is endlessly recursive`);
      passed.push(referred.at);
      collect(referred);
      // Before 3.1, siblings of a $ref are ignored.
      if (dialect === "3.0") return;
    }
    for (const [keyword, own] of part.entries) {
      if (keyword === "$ref") continue;
      if (keyword === "allOf") for (const each of own.items) collect(each);
      else if (keyword === "properties")
        for (const [name, property] of own.entries) push(properties, name, property);
      else if (keyword === "required" && Array.isArray(own.value))
        for (const { value } of own.items) required.add(String(value));
      else push(keywords, keyword, own);
    }
  };
  for (const part of parts) collect(part);
  return { at, keywords, properties, required, through: passed };
}

export const hasFlag = ({ keywords }: FlatSchema, keyword: string): boolean =>
  (keywords.get(keyword) ?? []).some(({ value }) => value === true);

export const numbersOf = ({ keywords }: FlatSchema, keyword: string): number[] =>
  (keywords.get(keyword) ?? []).flatMap(({ value }) => (typeof value === "number" ? value : []));

export const textOf = ({ keywords }: FlatSchema, keyword: string): string | undefined =>
  (keywords.get(keyword) ?? [])
    .map(({ value }) => value)
    .find((each) => typeof each === "string") as string | undefined;

/** A JSON type whose values are sent; a choice is one of the listed values. */
export type JsonType = "string" | "integer" | "number" | "boolean" | "array" | "object" | "choice";
const JSON_TYPES = ["string", "integer", "number", "boolean", "array", "object", "null"];

/** The JSON types that a value may have, and whether it may be null. */
export function jsonTypes(
  schema: FlatSchema,
  notExpressed: NotExpressed,
): { types: JsonType[]; nullable: boolean; mayBeNull?: boolean } {
  const stated = (schema.keywords.get("type") ?? []).map((part) => {
    const names = Array.isArray(part.value) ? part.value : [part.value];
    const unknown = names.find((name) => !JSON_TYPES.includes(name as string));
    if (unknown !== undefined)
      throw part.error(
        `${JSON.stringify(unknown)} is not a type`,
        `use one of ${JSON_TYPES.join(", ")}`,
      );
    return names as string[];
  });
  const values = enumOf(schema);
  const common = stated.reduce(
    (all, names) => all.filter((name) => fits(name, names)),
    [...JSON_TYPES],
  );
  const isFlagged = hasFlag(schema, "nullable");
  if (values !== undefined) {
    const nullable = values.includes(null);
    // An enumeration allows only what it lists (3.0.3, proposal 2019-10-31); many older documents mean null by `nullable` alone.
    return { types: ["choice"], nullable, mayBeNull: isFlagged && !nullable };
  }
  const nullable = isFlagged || (stated.length > 0 && common.includes("null"));
  const types = (stated.length === 0 ? inferredTypes(schema) : common).filter(
    (name) => name !== "null" && !(name === "integer" && common.includes("number")),
  ) as JsonType[];
  if (types.length === 0)
    throw new NotExpressible(
      schema.at,
      stated.length === 0 ? "its type is not stated" : "only null is valid",
    );
  if (types.length > 1)
    notExpressed.add(schema.at, `type: only one of ${types.join(", ")} is sent`);
  return { types, nullable };
}

const fits = (name: string, names: readonly string[]): boolean =>
  names.includes(name) || (name === "integer" && names.includes("number"));

/** The values of `enum` or `const`; for several lists, those in all of them. */
export function enumOf({ keywords }: FlatSchema): unknown[] | undefined {
  const lists = [
    ...(keywords.get("enum") ?? []).map((part) => part.items.map(({ value }) => value)),
    ...(keywords.get("const") ?? []).map(({ value }) => [value]),
  ];
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((list) => list.includes(value)));
}

const BY_KEYWORD: [type: JsonType, keywords: string[]][] = [
  ["array", ["items", "prefixItems", "minItems", "maxItems", "uniqueItems"]],
  ["string", ["minLength", "maxLength", "pattern", "format"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

/** The type that the keywords imply, if none is stated. */
function inferredTypes({ keywords, properties, required }: FlatSchema): JsonType[] {
  const isObject = properties.size > 0 || required.size > 0 || keywords.has("additionalProperties");
  if (isObject) return ["object"];
  const found = BY_KEYWORD.find(([, names]) => names.some((name) => keywords.has(name)));
  return [found?.[0] ?? "string"];
}

/** Keywords that are expressed, or that do not limit the valid values. */
const USED = new Set(
  "type format enum const nullable minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern items minItems maxItems uniqueItems additionalProperties unevaluatedProperties oneOf anyOf readOnly writeOnly title description default example examples deprecated externalDocs xml contentMediaType $comment $id $schema $anchor $defs definitions".split(
    " ",
  ),
);

export function listUnused(
  { keywords }: FlatSchema,
  notExpressed: NotExpressed,
  loose: Set<string>,
): void {
  // It names the chosen one of the alternatives.
  const isUsed = (keyword: string): boolean =>
    USED.has(keyword) ||
    (keyword === "discriminator" && (keywords.has("oneOf") || keywords.has("anyOf")));
  for (const [keyword, parts] of keywords)
    if (!isUsed(keyword) && !keyword.startsWith("x-"))
      for (const part of parts) {
        notExpressed.add(part, `${keyword} is not expressed`);
        // It names the alternatives, and limits none.
        if (keyword !== "discriminator") loose.add(part.at);
      }
}

/** The server generates such a value; requests omit it. */
export function isReadOnly(
  parts: readonly DocumentPart[],
  { through }: FlatSchema,
  { dialect }: { dialect: Dialect },
): boolean {
  const isMarked = parts.some(
    (part) => (part.value as { readOnly?: unknown } | null)?.readOnly === true,
  );
  return (
    isMarked || (parts.length > 0 && hasFlag(flatSchema(parts, { through, dialect }), "readOnly"))
  );
}

type FurtherMembers = {
  /** Whether they are allowed; undefined if the document does not say. */
  accepted: boolean | undefined;
  names: string[];
  parts: readonly DocumentPart[];
};

/** The name of a member of a map that shows none, and a number for texts of a stated pattern. */
const KEY = "key";
const FIRST = 234_567_890;
/** A map that must have more members is sent with these. */
const MOST_MEMBERS = 20;

function namesFor(count: number, { keywords }: FlatSchema): string[] {
  const { enum: list, pattern } = (keywords.get("propertyNames")?.[0]?.followed().value ?? {}) as {
    enum?: unknown;
    pattern?: unknown;
  };
  const listed = Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
  const matching = typeof pattern === "string" ? translatePattern(pattern)?.pattern : undefined;
  return Array.from({ length: Math.min(count, MOST_MEMBERS) }, (_, at) =>
    matching === undefined
      ? (listed[at] ?? `${KEY}${at === 0 ? "" : at + 1}`)
      : textText({ kind: "text", pattern: matching }, FIRST + at),
  );
}

/** The unnamed members that an example has, where they are allowed; else one for a map, or as many as it must have. */
export function furtherMembers(
  schema: FlatSchema,
  { names, shown }: { names: ReadonlySet<string>; shown: readonly DocumentPart[] },
  { notExpressed }: { notExpressed: NotExpressed },
): FurtherMembers {
  const { keywords } = schema;
  const stated = [
    ...(keywords.get("additionalProperties") ?? []),
    ...(keywords.get("unevaluatedProperties") ?? []),
  ];
  const accepted = stated.length === 0 ? undefined : stated.every(({ value }) => value !== false);
  const parts = stated.filter(
    ({ value }) => typeof value !== "boolean" && Object.keys(value as object).length > 0,
  );
  const given = shown
    .flatMap((each) => each.entries)
    .filter(([name, { value }]) => !names.has(name) && value !== null);
  const isOpen = accepted ?? (names.size === 0 || keywords.has("patternProperties"));
  if (given.length > 0 && !isOpen)
    for (const [name, part] of given)
      notExpressed.add(part, `${name} is not described, and is not sent`);
  if (given.length > 0 && isOpen)
    return { accepted, names: [...new Set(given.map(([name]) => name))], parts };
  const isMap = accepted === true && parts.length > 0 && names.size === 0;
  if (!isMap && accepted === true)
    for (const part of parts) notExpressed.add(part, `${part.key}: the schema of further members`);
  const least = names.size > 0 ? 0 : Math.max(isMap ? 1 : 0, ...numbersOf(schema, "minProperties"));
  return { accepted, names: accepted === false ? [] : namesFor(least, schema), parts };
}
