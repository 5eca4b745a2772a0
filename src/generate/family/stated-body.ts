import { isAsDescribed, type FieldType } from "../../kinds/index.ts";
import type { Interface } from "../../model/index.ts";

/** The described body and nothing else, in standard notation: `007` is not a JSON number. */
export function isStatedBody(body: Buffer, { body: type }: Interface): boolean {
  if (type === undefined) return body.length === 0;
  const text = body.toString("utf8");
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text && isInOrder(type, value) && isAsDescribed(type, value);
  } catch {
    return false;
  }
}

function isInOrder(type: FieldType, value: unknown): boolean {
  if (type.kind !== "object" || typeof value !== "object" || value === null) return true;
  const names = type.fields.map(({ name }) => name).filter((name) => Object.hasOwn(value, name));
  return Object.keys(value).every((key, index) => key === names[index]);
}
