import { hasFlag, type FlatSchema } from "./flat-schema.ts";
import { NotExpressible, type NotExpressed } from "./not-expressed.ts";

/** A JSON type whose values are sent; a choice is one of the listed values. */
export type JsonType = "string" | "integer" | "number" | "boolean" | "array" | "object" | "choice";
const JSON_TYPES = ["string", "integer", "number", "boolean", "array", "object", "null"];

/** The JSON types that a value may have, and whether it may be null. */
export function jsonTypes(
  schema: FlatSchema,
  notExpressed: NotExpressed,
): { types: JsonType[]; nullable: boolean } {
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
  const nullable =
    hasFlag(schema, "nullable") ||
    (stated.length > 0 && common.includes("null")) ||
    values?.includes(null) === true;
  if (values !== undefined) return { types: ["choice"], nullable };
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
