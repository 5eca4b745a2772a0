import { z } from "zod";

/** A value of a choice. */
export const ChoiceValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type ChoiceValue = z.infer<typeof ChoiceValue>;

/** One of several values, as an interface describes it. Valid requests use the first. */
export const ChoiceType = z.strictObject({
  kind: z.literal("choice"),
  values: z
    .array(ChoiceValue)
    .min(1, "a choice has at least one value")
    .refine((values) => new Set(values).size === values.length, "a value occurs twice"),
});
export type ChoiceType = z.infer<typeof ChoiceType>;

/** How many values a clause names. */
const MOST_NAMED = 12;

const firstOf = ({ values }: ChoiceType): ChoiceValue => values[0] ?? null;

export const isText = (type: ChoiceType): boolean => typeof firstOf(type) === "string";

/** The first value: a string without its quotes, anything else as JSON text. */
export const choiceText = (type: ChoiceType): string => String(firstOf(type));

export const fitsChoice = ({ values }: ChoiceType, value: unknown): boolean =>
  values.some((each) => each === value);

/** The stated rule: `one of "new", "paid" and null`. */
export function choiceWords({ values }: ChoiceType): string {
  const named = values.slice(0, MOST_NAMED).map((value) => JSON.stringify(value));
  const further = values.length - named.length;
  const last = further > 0 ? `${further} further values` : named.pop();
  return named.length === 0 ? `the value ${last}` : `one of ${named.join(", ")} and ${last}`;
}
