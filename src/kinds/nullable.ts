import fc from "fast-check";
import { z } from "zod";
import type { Template } from "../template/index.ts";
import type { Kind, Slot, ValueCase } from "./kind.ts";

/** The same as a schema. */
export const NullableShape = {
  /** The value may be null. */
  nullable: z.literal(true).optional(),
};
/** The possible rules of a type of any kind. */
export type Nullable = { nullable?: true | undefined };

const isNull = ({ value }: ValueCase): boolean => value.length === 1 && value[0] === "null";

/** The kind of a type whose values may be null, too. */
export function orNull<Type>(kind: Kind<Type>): Kind<Type> {
  return {
    ...kind,
    words: (type) => `${kind.words(type)}, or null`,
    fits: (type, value) => value === null || kind.fits(type, value),
    cases: (slot) => withNull(slot, kind.cases(slot)),
    valid: (slot) =>
      fc.oneof({ arbitrary: kind.valid(slot), weight: 4 }, fc.constant<Template>(["null"])),
    deviation: (type, text) => (text === "null" ? undefined : kind.deviation(type, text)),
  };
}

/** Adds the case of null if the kind has none. */
function withNull({ label }: Slot<unknown>, cases: ValueCase[]): ValueCase[] {
  if (cases.some(isNull)) return cases;
  return [...cases, { name: "null", reason: `${label} is null`, value: ["null"] }];
}
