import { z } from "zod";

/** A JSON array as an interface describes it: the type of its items, and how many there may be. */
export interface ListType<Item> {
  kind: "list";
  items: Item;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  /** No item is there twice. */
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

/** What is stated: `a list of 1 to 10 items`. */
export function listWords({ minItems, maxItems, unique }: ListType<unknown>): string {
  const count =
    minItems === undefined && maxItems === undefined
      ? ""
      : ` of ${[...(minItems === undefined ? [] : [`at least ${minItems}`]), ...(maxItems === undefined ? [] : [`at most ${maxItems}`])].join(" and ")} items`;
  return `a list${count}${unique === true ? " without repeated items" : ""}`;
}
