import type { DocumentPart } from "./document-part.ts";
import type { Dialect } from "./find-operation.ts";
import { textText } from "../kinds/index.ts";
import { flatSchema, hasFlag, numbersOf, type FlatSchema } from "./flat-schema.ts";
import type { NotExpressed } from "./not-expressed.ts";
import { translatePattern } from "./pattern/translate-pattern.ts";

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

/** Members of an object that its schema does not name. */
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

/**
 * The members that an example has, besides the named ones, where the document allows them; else one for a map, whose
 * schema describes the values and names no member, or as many as it must have.
 */
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
