import type { JsonSchema } from "../../src/contract/index.ts";

type Keywords = Record<string, unknown>;

/** A text for each known format. */
const TEXTS: Record<string, string> = {
  "date-time": "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  email: "one@example.com",
  uri: "https://example.com/",
};

/**
 * A small value that matches a schema of a documented response: the first of its alternatives, required
 * members only. It ignores patterns.
 */
export function sampleValue(schema: JsonSchema, root: JsonSchema = schema): unknown {
  if (typeof schema === "boolean") return {};
  const merged = mergedSchema(schema, root);
  if ("const" in merged) return merged["const"];
  if (Array.isArray(merged["enum"])) return merged["enum"][0];
  const types = [merged["type"] ?? (merged["items"] === undefined ? "object" : "array")].flat();
  switch (types[0]) {
    case "null":
      return null;
    case "boolean":
      return true;
    case "integer":
    case "number":
      return sampleNumber(merged);
    case "string":
      return sampleText(merged);
    case "array":
      return Array.from({ length: Number(merged["minItems"] ?? 0) }, () =>
        sampleValue((merged["items"] ?? true) as JsonSchema, root),
      );
    default:
      return sampleObject(merged, root);
  }
}

function sampleObject({ properties = {}, required = [] }: Keywords, root: JsonSchema): unknown {
  const known = properties as Record<string, JsonSchema>;
  return Object.fromEntries(
    (required as string[]).map((name) => [name, sampleValue(known[name] ?? true, root)]),
  );
}

function sampleNumber({ minimum, exclusiveMinimum, maximum }: Keywords): number {
  if (typeof minimum === "number") return Math.ceil(minimum);
  if (typeof exclusiveMinimum === "number") return Math.floor(exclusiveMinimum) + 1;
  return typeof maximum === "number" ? Math.min(1, Math.floor(maximum)) : 1;
}

function sampleText({ format, minLength = 0, maxLength = Infinity }: Keywords): string {
  const text = TEXTS[String(format)] ?? "text";
  return text.padEnd(Number(minLength), "x").slice(0, Number(maxLength));
}

/** A schema merged with its `$ref`, `allOf` and first alternatives. */
function mergedSchema(schema: Keywords, root: JsonSchema): Keywords {
  const { $ref, allOf = [], anyOf = [], oneOf = [], ...own } = schema;
  const alternatives = [anyOf, oneOf].map((list) => usable(list as JsonSchema[])).flat();
  const parts = [
    ...($ref === undefined ? [] : [definition(String($ref), root)]),
    ...(allOf as JsonSchema[]),
    ...alternatives,
  ].map((part) => (typeof part === "boolean" ? {} : mergedSchema(part, root)));
  return parts.reduce((merged, part) => join(merged, part), own);
}

const usable = (list: JsonSchema[]): JsonSchema[] =>
  list.filter((each) => typeof each === "boolean" || each["type"] !== "null").slice(0, 1);

const join = (one: Keywords, other: Keywords): Keywords => ({
  ...one,
  ...other,
  properties: { ...(one["properties"] as object), ...(other["properties"] as object) },
  required: [...((one["required"] ?? []) as string[]), ...((other["required"] ?? []) as string[])],
});

function definition(ref: string, root: JsonSchema): JsonSchema {
  const name = ref.replace("#/$defs/", "");
  const definitions =
    typeof root === "boolean" ? {} : (root["$defs"] as Record<string, JsonSchema>);
  return definitions[name] ?? true;
}
