import type { JsonSchema } from "../contract/index.ts";
import type { Dialect } from "./find-operation.ts";
import { type NotExpressed, translatedPattern } from "./not-expressed.ts";
import type { DocumentPart } from "./document-part.ts";

/** Requests omit `readOnly` members, responses `writeOnly` members. */
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
const SCHEMA_MAPS = ["properties", "dependentSchemas"];
const PLAIN =
  "type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired".split(
    " ",
  );
const HIDDEN = { request: "readOnly", response: "writeOnly" } as const;

/** More schemas that a schema refers to are left out: checking a value against thousands takes minutes. */
const MOST_DEFINITIONS = 200;
/** The more a schema within these accepts, the less they accept: they are left out where schemas within are left out. */
const NARROWING = ["not", "if", "then", "else", "contains", "minContains", "maxContains"].concat([
  "dependentSchemas",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/** Self-contained, without annotations. A discriminator decides between alternatives unless `exact`: since OpenAPI 3.1 it changes nothing. */
export function jsonSchemaOf(
  part: DocumentPart,
  { dialect, notExpressed }: { dialect: Dialect; notExpressed: NotExpressed },
  direction: Direction,
  strength?: "exact",
): JsonSchema {
  let writer = new Writer({ dialect, notExpressed }, direction, strength);
  let schema = writer.writeAll(part);
  const { isCut, isWider } = writer;
  if (isCut || isWider) {
    writer = new Writer({ dialect, notExpressed }, direction, "weak");
    schema = writer.writeAll(part);
  }
  if (isCut)
    notExpressed.add(
      part,
      `of the schemas that it leads to, only the nearest ${MOST_DEFINITIONS} are checked`,
    );
  if (typeof schema === "boolean" || writer.definitions.size === 0) return schema;
  return { ...schema, $defs: Object.fromEntries(writer.definitions) };
}

class Writer {
  readonly definitions = new Map<string, JsonSchema>();
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** Named schemas that are not written yet: a chain of references may be thousands of schemas long. */
  readonly #waiting: { name: string; target: DocumentPart }[] = [];
  readonly #dialect: Dialect;
  readonly #notExpressed: NotExpressed;
  readonly #direction: Direction;
  readonly #hidden: "readOnly" | "writeOnly";

  readonly #hiddenAt = new Map<string, readonly string[]>();
  readonly #isWeak: boolean;
  readonly #isExact: boolean;
  isCut = false;
  isWider = false;

  constructor(
    { dialect, notExpressed }: { dialect: Dialect; notExpressed: NotExpressed },
    direction: Direction,
    strength?: "weak" | "exact",
  ) {
    this.#dialect = dialect;
    this.#notExpressed = notExpressed;
    this.#direction = direction;
    this.#isWeak = strength === "weak";
    this.#isExact = strength === "exact";
    this.#hidden = HIDDEN[direction];
  }

  writeAll(part: DocumentPart): JsonSchema {
    const schema = this.#write(part, []);
    // It grows while it is read.
    for (const { name, target } of this.#waiting)
      this.definitions.set(name, this.#write(target, []));
    return schema;
  }

  /** `hidden` are members of an outer `allOf` that this direction does not have. */
  #write(part: DocumentPart, hidden: readonly string[]): JsonSchema {
    if (typeof part.value === "boolean") return part.value;
    const target = part.referred();
    const ref = target === undefined ? {} : this.#refTo(target);
    if (target !== undefined && this.#dialect === "3.0") return ref;
    const own = { ...ref, ...this.#keywords(part, [...hidden, ...this.#hiddenIn(part)]) };
    return this.#dialect === "3.0" ? withoutOldForms(own, part) : own;
  }

  /** A reference to the schema; an empty schema if it is left out. */
  #refTo(target: DocumentPart): { $ref?: string } {
    const name = this.#define(target);
    return name === undefined ? {} : { $ref: `#/$defs/${name}` };
  }

  #define(target: DocumentPart): string | undefined {
    const known = this.#names.get(target.at);
    if (known !== undefined) return known;
    if (this.#names.size === MOST_DEFINITIONS) {
      this.isCut = true;
      return undefined;
    }
    const base = target.key.replace(/[^\w.-]/g, "_") || "root";
    let name = base;
    for (let nth = 2; this.#taken.has(name); nth += 1) name = `${base}-${nth}`;
    this.#names.set(target.at, name);
    this.#taken.add(name);
    this.#waiting.push({ name, target });
    return name;
  }

  #keywords(part: DocumentPart, hidden: readonly string[]): Record<string, unknown> {
    const written: Record<string, unknown> = {};
    const isMarked = !this.#isExact && part.own("discriminator") !== undefined;
    for (const [keyword, own] of part.entries) {
      if (this.#isWeak && NARROWING.includes(keyword)) continue;
      if (keyword === "required")
        written[keyword] = Array.isArray(own.value)
          ? own.value.filter((name) => !hidden.includes(name as string))
          : undefined;
      else if (keyword === "pattern") written[keyword] = this.#pattern(own.at, own.value);
      else if (keyword === "patternProperties") written[keyword] = this.#patternProperties(own);
      else if (PLAIN.includes(keyword)) written[keyword] = own.value;
      else if (SCHEMA.includes(keyword)) written[keyword] = this.#write(own, []);
      else if (SCHEMA_LISTS.includes(keyword))
        // Two of them may fit where schemas are left out, or a discriminator tells them apart.
        written[keyword === "oneOf" && (this.#isWeak || isMarked) ? "anyOf" : keyword] =
          own.items.map((each) => this.#write(each, keyword === "allOf" ? hidden : []));
      else if (SCHEMA_MAPS.includes(keyword))
        written[keyword] = Object.fromEntries(
          own.entries.map(([name, each]) => [name, this.#write(each, [])]),
        );
    }
    // Without a pattern of names, members with such names would be further ones.
    if (part.own("patternProperties") !== undefined && written["patternProperties"] === undefined)
      for (const keyword of ["additionalProperties", "unevaluatedProperties"])
        delete written[keyword];
    return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
  }

  /** For ECMAScript. No response is judged by a pattern that is not translated exactly. */
  #pattern(at: string, pattern: unknown): unknown {
    if (typeof pattern !== "string") return pattern;
    const found = translatedPattern({ at, pattern }, this.#notExpressed);
    if (found?.approximate === undefined || this.#direction === "request") {
      this.isWider ||= found === undefined;
      return found?.pattern;
    }
    this.isWider = true;
    return undefined;
  }

  /** Undefined if one of the patterns is left out. */
  #patternProperties(part: DocumentPart): Record<string, JsonSchema> | undefined {
    const written = part.entries.map(
      ([pattern, each]) => [this.#pattern(each.at, pattern), this.#write(each, [])] as const,
    );
    if (written.some(([pattern]) => pattern === undefined)) return undefined;
    return Object.fromEntries(written);
  }

  /** Members that this direction does not have, in the schema and everything that its `allOf` joins. */
  #hiddenIn(part: DocumentPart): readonly string[] {
    const { value } = part;
    if (typeof value !== "object" || value === null) return [];
    const known = this.#hiddenAt.get(part.at);
    if (known !== undefined) return known;
    // Of schemas in a circle each is looked immediately.
    this.#hiddenAt.set(part.at, []);
    const joined = [part.referred(), ...(part.own("allOf")?.items ?? [])];
    const own = part.own("properties")?.entries ?? [];
    const found = [
      ...own.filter(([, each]) => this.#isHidden(each)).map(([name]) => name),
      ...joined.flatMap((each) => (each === undefined ? [] : this.#hiddenIn(each))),
    ];
    this.#hiddenAt.set(part.at, found);
    return found;
  }

  #isHidden(property: DocumentPart): boolean {
    const { value } = property.followed();
    return [property.value, value].some(
      (each) => (each as Record<string, unknown> | null)?.[this.#hidden] === true,
    );
  }
}

/** `nullable` and exclusive bounds in the notation of OpenAPI 3.0. */
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
