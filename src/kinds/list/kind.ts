import fc from "fast-check";
import type { Template } from "../../template/index.ts";
import { jsonTypeOf } from "../json-types.ts";
import type { Kind, Slot } from "../kind.ts";
import { aroundBounds } from "../rungs.ts";
import { knownItems, listAxes } from "./axes.ts";
import { listCases, listWithItems } from "./cases.ts";
import { fitsList, listDeviation, listSchema, listWords, type ListType } from "./type.ts";

export const list: Kind<ListType<unknown>> = {
  name: "list",
  schema: (items) => listSchema<unknown>(items),
  words: listWords,
  aspect: "type",
  isBounded: () => true,
  quoted: false,
  text: () => "[]",
  otherForms: () => [],
  fits: fitsList,
  cases: listCases,
  valid: validList,
  arbitrary: listOrNot,
  axes: listAxes,
  simpler: simplerLists,
  deviation: (type, text) => {
    const jsonType = jsonTypeOf(text);
    if (jsonType !== "array") return jsonType;
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) ? listDeviation(type, items) : undefined;
  },
  knownValue: knownItems,
};

/** Items of valid lists beyond the stated minimum. */
const FURTHER = 10;

/** Lists of valid items; one item if items must be unique, because others could be equal to it. */
function validList(slot: Slot<ListType<unknown>>): fc.Arbitrary<Template> {
  const { minItems = 1, maxItems = minItems + FURTHER, unique } = slot.type;
  if (unique === true) return fc.constant(slot.valid());
  const min = Math.min(minItems, maxItems);
  const max = Math.min(maxItems, min + FURTHER);
  return fc.integer({ min, max }).map((count) => listWithItems(slot, count));
}

/** Fewer items: 0, 1, 2, the stated numbers, and one too few or too many. */
function simplerLists(slot: Slot<ListType<unknown>>, text: string): Template[] {
  const { minItems, maxItems } = slot.type;
  const counts = aroundBounds([1, minItems, maxItems]).map(Number);
  const most = text.split(",").length;
  return [...new Set(counts)]
    .filter((count) => count >= 0 && count <= most)
    .toSorted((one, other) => one - other)
    .map((count) => listWithItems(slot, count));
}

/** Lists of any length up to a few more than stated, of odd items, and values of other types. */
function listOrNot(slot: Slot<ListType<unknown>>): fc.Arbitrary<Template> {
  const { minItems = 0, maxItems = minItems + FURTHER } = slot.type;
  const item = fc.constantFrom("null", "0", "-1.5", "true", '""', '"~"', "[]", "{}", "[[]]", "");
  const odd = fc.array(item, { maxLength: 5 }).map((items): Template => [`[${items.join(",")}]`]);
  const counted = fc
    .integer({ min: Math.max(0, minItems - 2), max: Math.min(maxItems, minItems + 1000) + 2 })
    .map((count) => listWithItems(slot, count));
  const other = fc
    .constantFrom("null", "true", "0", '"[]"', "{}", '{"0":1}', "[", "[,]", "[1,]", "")
    .map((text): Template => [text]);
  return fc.oneof({ withCrossShrink: true }, odd, counted, other);
}
