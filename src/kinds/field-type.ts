import { z } from "zod";
import { booleanKind } from "./boolean/kind.ts";
import { choiceKind } from "./choice/kind.ts";
import { fullDateKind } from "./date/kind.ts";
import { dateTime } from "./date-time/kind.ts";
import { emailKind } from "./email/kind.ts";
import type { Kind } from "./kind.ts";
import { list } from "./list/kind.ts";
import type { ListType } from "./list/type.ts";
import { numberKind } from "./number/kind.ts";
import { NullableShape, orNull, type Nullable } from "./nullable.ts";
import { object } from "./object/kind.ts";
import type { FieldOf, ObjectType } from "./object/type.ts";
import { textKind } from "./text/kind.ts";
import { uriKind } from "./uri/kind.ts";
import { uuidKind } from "./uuid/kind.ts";
import { wholeNumber } from "./whole-number/kind.ts";

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
] as const;

/** A value without inner values. */
export type LeafType = z.infer<ReturnType<(typeof leaves)[number]["schema"]>>;

/** A value as an interface describes it: its kind, and its stated rules. */
export type FieldType = (LeafType | ListType<FieldType> | ObjectType<FieldType>) & Nullable;
/** A member of an object. */
export type FieldMember = FieldOf<FieldType>;

const kinds = [...leaves, list, object] as unknown as readonly Kind<FieldType>[];

export const FieldType: z.ZodType<FieldType> = z.lazy(() =>
  z.discriminatedUnion("kind", schemas()),
);

type KindSchema = z.ZodObject<{ kind: z.ZodLiteral<string> }>;

const schemaOf = (kind: Kind<FieldType>): KindSchema =>
  (kind.schema(FieldType) as unknown as KindSchema).safeExtend(NullableShape);

const schemas = () => kinds.map(schemaOf) as unknown as [KindSchema] & z.ZodType<FieldType>[];

const byName = new Map(kinds.map((kind) => [kind.name, kind]));

const ofTypes = new WeakMap<FieldType, Kind<FieldType>>();

/** The kind of values of this type. */
export function kindOf(type: FieldType): Kind<FieldType> {
  const known = ofTypes.get(type);
  if (known !== undefined) return known;
  const kind = byName.get(type.kind);
  if (kind === undefined) throw new Error(`there is no kind ${type.kind}`);
  const ofType = kind.ofType?.(type) ?? kind;
  const own = type.nullable === true ? orNull(ofType) : ofType;
  ofTypes.set(type, own);
  return own;
}

/** The names of the possible rules of a type; undefined if there is no such kind. */
export function statableOf(kindName: string): string[] | undefined {
  const kind = byName.get(kindName);
  return kind && Object.keys(schemaOf(kind).shape).filter((key) => key !== "kind");
}
