import { kindOf, type FieldType } from "../../kinds/index.ts";

/** Whether the items of a list and the members of an object are as declared. Other values have nothing inside. */
export function fitsInside(type: FieldType, value: unknown): boolean {
  if (type.kind === "list" && Array.isArray(value))
    return value.every((item) => fitsWhole(type.items, item));
  if (type.kind !== "object" || typeof value !== "object" || value === null) return true;
  return type.fields.every(({ name, type: own, required }) =>
    Object.hasOwn(value, name)
      ? fitsWhole(own, (value as Record<string, unknown>)[name])
      : required !== true,
  );
}

const fitsWhole = (type: FieldType, value: unknown): boolean =>
  kindOf(type).fits(type, value) && fitsInside(type, value);
