import type { JsonSchema } from "../contract/check-value.ts";
import type { Dialect } from "./find-operation.ts";
import type { DocumentPart } from "./document-part.ts";

/** A request does not have what is `readOnly`, a response not what is `writeOnly`. */
export type Direction = "request" | "response";

const SCHEMA = [
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "items",
];
const SCHEMA_LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const SCHEMA_MAPS = ["properties", "patternProperties", "dependentSchemas"];
const PLAIN =
  "type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired".split(
    " ",
  );
const HIDDEN = { request: "readOnly", response: "writeOnly" } as const;

/** The schema at a place of the document, on its own. Annotations are left out. */
export function jsonSchemaOf(
  part: DocumentPart,
  dialect: Dialect,
  direction: Direction,
): JsonSchema {
  const writer = new Writer(dialect, direction);
  const schema = writer.write(part, []);
  if (typeof schema === "boolean" || writer.definitions.size === 0) return schema;
  return { ...schema, $defs: Object.fromEntries(writer.definitions) };
}

class Writer {
  readonly definitions = new Map<string, JsonSchema>();
  readonly #names = new Map<string, string>();
  readonly #dialect: Dialect;
  readonly #hidden: "readOnly" | "writeOnly";

  constructor(dialect: Dialect, direction: Direction) {
    this.#dialect = dialect;
    this.#hidden = HIDDEN[direction];
  }

  /** `hidden` are members that an outer `allOf` has and this direction has not. */
  write(part: DocumentPart, hidden: readonly string[]): JsonSchema {
    if (typeof part.value === "boolean") return part.value;
    const target = part.referred();
    const ref = target === undefined ? {} : { $ref: `#/$defs/${this.#define(target)}` };
    if (target !== undefined && this.#dialect === "3.0") return ref;
    const own = { ...ref, ...this.#keywords(part, [...hidden, ...this.#hiddenIn(part)]) };
    return this.#dialect === "3.0" ? withoutOldForms(own, part) : own;
  }

  #define(target: DocumentPart): string {
    const known = this.#names.get(target.at);
    if (known !== undefined) return known;
    const base = target.key.replace(/[^\w.-]/g, "_") || "root";
    const taken = new Set(this.#names.values());
    let name = base;
    for (let nth = 2; taken.has(name); nth += 1) name = `${base}-${nth}`;
    this.#names.set(target.at, name);
    this.definitions.set(name, this.write(target, []));
    return name;
  }

  #keywords(part: DocumentPart, hidden: readonly string[]): Record<string, unknown> {
    const written: Record<string, unknown> = {};
    for (const [keyword, own] of part.entries) {
      if (keyword === "required")
        written[keyword] = Array.isArray(own.value)
          ? own.value.filter((name) => !hidden.includes(name as string))
          : undefined;
      else if (PLAIN.includes(keyword)) written[keyword] = own.value;
      else if (SCHEMA.includes(keyword)) written[keyword] = this.write(own, []);
      else if (SCHEMA_LISTS.includes(keyword))
        written[keyword] = own.items.map((each) =>
          this.write(each, keyword === "allOf" ? hidden : []),
        );
      else if (SCHEMA_MAPS.includes(keyword))
        written[keyword] = Object.fromEntries(
          own.entries.map(([name, each]) => [name, this.write(each, [])]),
        );
    }
    return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
  }

  /** Members that this direction does not have, in the schema and all that its `allOf` joins. */
  #hiddenIn(part: DocumentPart, seen: readonly string[] = []): string[] {
    const { value } = part;
    if (typeof value !== "object" || value === null || seen.includes(part.at)) return [];
    const passed = [...seen, part.at];
    const joined = [part.referred(), ...(part.own("allOf")?.items ?? [])];
    const own = part.own("properties")?.entries ?? [];
    return [
      ...own.filter(([, each]) => this.#isHidden(each)).map(([name]) => name),
      ...joined.flatMap((each) => (each === undefined ? [] : this.#hiddenIn(each, passed))),
    ];
  }

  #isHidden(property: DocumentPart): boolean {
    const { value } = property.followed();
    return [property.value, value].some(
      (each) => (each as Record<string, unknown> | null)?.[this.#hidden] === true,
    );
  }
}

/** `nullable` and exclusive bounds as OpenAPI 3.0 writes them. */
function withoutOldForms(schema: Record<string, unknown>, part: DocumentPart): JsonSchema {
  const { exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  const written = {
    ...rest,
    ...bounds("minimum", "exclusiveMinimum", rest["minimum"], exclusiveMinimum),
    ...bounds("maximum", "exclusiveMaximum", rest["maximum"], exclusiveMaximum),
  };
  if ((part.value as { nullable?: unknown }).nullable !== true) return written;
  return { anyOf: [{ type: "null" }, written] };
}

function bounds(plain: string, exclusive: string, limit: unknown, flag: unknown) {
  if (typeof flag === "number") return { [exclusive]: flag };
  return flag === true && limit !== undefined ? { [plain]: undefined, [exclusive]: limit } : {};
}
