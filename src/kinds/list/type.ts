import { z } from "zod";

/** A JSON array as an interface describes it: the type of its items, and their number. */
export interface ListType<Item> {
  kind: "list";
  items: Item;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  /** Items must be unique. */
  unique?: true | undefined;
}

export const listSchema = <Item>(items: z.ZodType<Item>): z.ZodType<ListType<Item>> =>
  z
    .strictObject({
      kind: z.literal("list"),
      items,
      minItems: z.int().min(0).optional(),
      maxItems: z.int().min(0).optional(),
      unique: z.literal(true).optional(),
    })
    .refine(
      ({ minItems = 0, maxItems = Infinity }) => minItems <= maxItems,
      "minItems is larger than maxItems",
    );

/** Whether a JSON value is a list with the stated number of items; ignores the items themselves. */
export const fitsList = (type: ListType<unknown>, value: unknown): boolean =>
  Array.isArray(value) && listDeviation(type, value) === undefined;

/** How the items of a list differ from their stated number, in words. */
export function listDeviation(
  { minItems, maxItems, unique }: ListType<unknown>,
  items: readonly unknown[],
): string | undefined {
  const count = (bound: number): string => `${bound} item${bound === 1 ? "" : "s"}`;
  if (minItems !== undefined && items.length < minItems) return `fewer than ${count(minItems)}`;
  if (maxItems !== undefined && items.length > maxItems) return `more than ${count(maxItems)}`;
  const texts = unique === true ? items.map((item) => JSON.stringify(item)) : [];
  return new Set(texts).size < texts.length ? "an item twice" : undefined;
}

/** The stated rule: `a list of 1 to 10 items`. */
export function listWords({ minItems, maxItems, unique }: ListType<unknown>): string {
  const count =
    minItems === undefined && maxItems === undefined
      ? ""
      : ` of ${[...(minItems === undefined ? [] : [`at least ${minItems}`]), ...(maxItems === undefined ? [] : [`at most ${maxItems}`])].join(" and ")} items`;
  return `a list${count}${unique === true ? " without repeated items" : ""}`;
}
