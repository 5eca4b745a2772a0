import type { FieldMember, FieldType } from "../kinds/index.ts";
import type { DocumentPart } from "./document-part.ts";
import type { Dialect } from "./find-operation.ts";
import { flatSchema, type FlatSchema, enumOf } from "./flat-schema.ts";
import { NotExpressible } from "./not-expressed.ts";

/** How schemas are read at one place: see `flatSchema`. */
type Reading = { through: readonly string[]; dialect: Dialect };

export type Choice = { part: DocumentPart; branches: readonly DocumentPart[]; isNullable: boolean };

export function nextChoice(
  { keywords }: FlatSchema,
  decided: readonly string[],
): Choice | undefined {
  const part = ["oneOf", "anyOf"]
    .flatMap((keyword) => keywords.get(keyword) ?? [])
    .find(({ at }) => !decided.includes(at));
  if (part === undefined) return undefined;
  const branches = part.items.filter((branch) => !isNull(branch));
  return { part, branches, isNullable: branches.length < part.items.length };
}

function isNull(part: DocumentPart): boolean {
  const { type, enum: list } = (part.followed().value ?? {}) as { type?: unknown; enum?: unknown };
  return type === "null" || (Array.isArray(list) && list.length > 0 && list.every(isNullValue));
}
const isNullValue = (value: unknown): boolean => value === null;

export function branchMembers(
  branch: DocumentPart,
  { branches }: Choice,
  reading: Reading,
): { described: string[]; required: string[] } {
  const required = branches.flatMap((each) => [...(flatOrNone(each, reading)?.required ?? [])]);
  return { described: [...flatSchema([branch], reading).properties.keys()], required };
}

/** Whether `oneOf` may forbid a value: unless the alternatives differ in JSON type, or in the values of a member that both require. */
export function mayOverlap(branches: readonly DocumentPart[], reading: Reading): boolean {
  const read = branches.map((branch) => flatOrNone(branch, reading));
  return read.some((one, at) =>
    read
      .slice(at + 1)
      .some((other) => one === undefined || other === undefined || !areApart(one, other, reading)),
  );
}

function flatOrNone(branch: DocumentPart, reading: Reading): FlatSchema | undefined {
  try {
    return flatSchema([branch], reading);
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    return undefined;
  }
}

function areApart(one: FlatSchema, other: FlatSchema, reading: Reading): boolean {
  const [types, others] = [typesOf(one), typesOf(other)];
  if (types.length > 0 && others.length > 0 && !types.some((type) => others.includes(type)))
    return true;
  if (areDifferent(enumOf(one), enumOf(other))) return true;
  return [...one.required].some(
    (name) =>
      other.required.has(name) &&
      areDifferent(listedOf(one, name, reading), listedOf(other, name, reading)),
  );
}

const typesOf = ({ keywords }: FlatSchema): unknown[] =>
  (keywords.get("type") ?? [])
    .flatMap(({ value }) => value)
    .map((type) => (type === "integer" ? "number" : type));

function listedOf({ properties }: FlatSchema, name: string, reading: Reading) {
  const parts = properties.get(name) ?? [];
  return parts.length === 0 ? undefined : enumOf(flatSchema(parts, reading));
}

const areDifferent = (one: unknown[] | undefined, other: unknown[] | undefined): boolean =>
  one !== undefined && other !== undefined && !one.some((value) => other.includes(value));

/** The member that names the alternative, and its value for one: from `mapping`, else the name of the schema. */
export function discriminatorOf(
  { keywords }: FlatSchema,
  branch: DocumentPart,
): { name: string; value: string } | undefined {
  const part = keywords.get("discriminator")?.[0];
  const name = part?.text("propertyName");
  const referred = branch.referred();
  if (part === undefined || name === undefined || referred === undefined) return undefined;
  const { $ref } = branch.members;
  const mapped = part
    .own("mapping")
    ?.entries.find(([, { value }]) => value === $ref || value === referred.key);
  return { name, value: mapped?.[0] ?? referred.key };
}

export function withDiscriminator(
  type: FieldType,
  { name, value }: { name: string; value: string },
): FieldType {
  if (type.kind !== "object") return type;
  const own: FieldMember = { name, type: { kind: "choice", values: [value] }, required: true };
  const known = type.fields.find((field) => field.name === name);
  if (known !== undefined && known.type.kind !== "text") return type;
  const others = type.fields.filter((field) => field !== known);
  return { ...type, fields: known === undefined ? [...others, own] : replacedBy(type.fields, own) };
}

const replacedBy = (fields: readonly FieldMember[], own: FieldMember): FieldMember[] =>
  fields.map((field) => (field.name === own.name ? own : field));
