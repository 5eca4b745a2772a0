import fc from "fast-check";
import { z } from "zod";
import type { Template } from "../template/index.ts";
import { isObject } from "../text/index.ts";
import { oncePer } from "../remember.ts";
import type { Kind, Slot, ValueCase } from "./kind.ts";
import { booleanKind } from "./boolean/kind.ts";
import { choiceKind } from "./choice/kind.ts";
import { fullDateKind } from "./date/kind.ts";
import { dateTime } from "./date-time/kind.ts";
import { emailKind } from "./email/kind.ts";
import { ipv4Kind } from "./ipv4/kind.ts";
import { list, type ListType } from "./list/kind.ts";
import { numberKind } from "./number/kind.ts";
import { object, type FieldOf, type ObjectType } from "./object/kind.ts";
import { textKind } from "./text/kind.ts";
import { uriKind } from "./uri/kind.ts";
import { uuidKind } from "./uuid/kind.ts";
import { wholeNumber } from "./whole-number/kind.ts";
import { differentTexts } from "./text/type.ts";

const SHARED = {
  nullable: z.literal(true).optional(),
  /** The value that the server is said to use where none is sent. */
  default: z.json().optional(),
  /** The document allows any value of other alternatives, or of other JSON types, or perhaps null: it need not be invalid. */
  alternatives: z.enum(["all", "types", "null"]).optional(),
};
/** The possible rules of a type of any kind. */
export type Nullable = {
  nullable?: true | undefined;
  default?: unknown;
  alternatives?: "all" | "types" | "null" | undefined;
};

const isNull = ({ value }: ValueCase): boolean => value.length === 1 && value[0] === "null";

const orNull = <Type>(kind: Kind<Type>): Kind<Type> => ({
  ...kind,
  words: (type) => `${kind.words(type)}, or null`,
  fits: (type, value) => value === null || kind.fits(type, value),
  cases: (slot) => withNull(slot, kind.cases(slot)),
  valid: (slot) =>
    fc.oneof({ arbitrary: kind.valid(slot), weight: 4 }, fc.constant<Template>(["null"])),
  deviation: (type, text) => (text === "null" ? undefined : kind.deviation(type, text)),
});

function withNull({ label }: Slot<unknown>, cases: ValueCase[]): ValueCase[] {
  if (cases.some(isNull)) return cases;
  return [...cases, { name: "null", reason: `${label} is null`, value: ["null"] }];
}

/** Every kind of value: the only registry. To add a kind, add a folder and an entry here. */
const leaves = [
  wholeNumber,
  numberKind,
  textKind,
  booleanKind,
  choiceKind,
  fullDateKind,
  dateTime,
  uuidKind,
  emailKind,
  uriKind,
  ipv4Kind,
] as const;

/** A value without inner values. */
export type LeafType = z.infer<ReturnType<(typeof leaves)[number]["schema"]>>;

/** A value as an interface describes it: its kind, and its stated rules. */
export type FieldType = (LeafType | ListType<FieldType> | ObjectType<FieldType>) & Nullable;
export type FieldMember = FieldOf<FieldType>;

/** Every kind of value, in the order in which schemas list them. */
export const kinds = [...leaves, list, object] as unknown as readonly Kind<FieldType>[];

export const FieldType: z.ZodType<FieldType> = z.lazy(() =>
  z.discriminatedUnion("kind", schemas()),
);

type KindSchema = z.ZodObject<{ kind: z.ZodLiteral<string> }>;

const schemaOf = (kind: Kind<FieldType>): KindSchema =>
  (kind.schema(FieldType) as unknown as KindSchema).safeExtend(SHARED);

const schemas = () => kinds.map(schemaOf) as unknown as [KindSchema] & z.ZodType<FieldType>[];

const byName = new Map(kinds.map((kind) => [kind.name, kind]));

export const kindOf: (type: FieldType) => Kind<FieldType> = oncePer((type) => {
  const kind = byName.get(type.kind);
  if (kind === undefined) throw new Error(`there is no kind ${type.kind}`);
  const ofType = kind.ofType?.(type) ?? kind;
  return type.nullable === true ? orNull(ofType) : ofType;
});

/** The names of the possible rules of a type; undefined if there is no such kind. */
export function statableOf(kindName: string): string[] | undefined {
  const kind = byName.get(kindName);
  return kind && Object.keys(schemaOf(kind).shape).filter((key) => key !== "kind");
}

/** Whether a value is of a JSON type about which nothing is stated. */
export function isOtherType(type: FieldType, value: unknown): boolean {
  if (type.alternatives === "null") return value === null;
  if (type.alternatives !== "types") return false;
  if (type.kind === "list") return !Array.isArray(value);
  if (type.kind === "object") return !isObject(value);
  const json = kindOf(type).quoted ? "string" : type.kind === "boolean" ? "boolean" : "number";
  return typeof value !== json;
}

/** Whether a JSON value is as described, inner values included: only optional members missing, and no others. */
export function isAsDescribed(type: FieldType, value: unknown): boolean {
  if (!kindOf(type).fits(type, value)) return false;
  if (value === null) return true;
  if (type.kind === "list")
    return (value as unknown[]).every((item) => isAsDescribed(type.items, item));
  if (type.kind !== "object") return true;
  const members = new Map(Object.entries(value as object));
  const names = new Set(type.fields.map(({ name }) => name));
  return (
    [...members.keys()].every((name) => names.has(name)) &&
    type.fields.every(({ name, type: own, required }) =>
      members.has(name) ? isAsDescribed(own, members.get(name)) : required === false,
    )
  );
}

/** A text with fewer values repeats within a run. */
const ENOUGH = 1_000_000;
/** A shorter text is often a code that others define, such as a country's. */
const SHORTEST = 8;

/** Whether its kind makes fresh values, and the stated rules allow enough of them. */
export function canBeFresh(type: FieldType): boolean {
  if (type.kind === "text") {
    const isCode = type.pattern === undefined && (type.maxLength ?? SHORTEST) < SHORTEST;
    if (isCode || differentTexts(type) < ENOUGH) return false;
  }
  return FieldType.safeParse({ ...type, fresh: true }).success;
}
