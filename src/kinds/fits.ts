import { kindOf, type FieldType } from "./field-type.ts";

/**
 * Whether a JSON value is as an interface describes it, including inner values. Only optional
 * members may be missing, and there are no others.
 */
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
