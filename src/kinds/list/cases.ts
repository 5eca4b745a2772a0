import { bytes, type Template } from "../../template/index.ts";
import type { Slot, ValueCase } from "../kind.ts";
import { valueFamily, type ValueRow } from "../value-family.ts";
import type { ListType } from "./type.ts";

/** The n-th valid item; a number if the list may not have items. */
export const nthItem = ({ inner }: Slot<ListType<unknown>>, nth: number): Template =>
  inner[0]?.valid(nth) ?? ["1"];

/** This many items of a list have different fresh values; further ones repeat the first. */
const MOST_FRESH = 100;
/** The same of a list whose items must be unique. */
export const MOST_UNIQUE = 1000;

/** A list of this many items. */
export function listWithItems(slot: Slot<ListType<unknown>>, count: number): Template {
  const own =
    slot.unique?.(Math.min(count, MOST_UNIQUE)) ??
    Array.from({ length: Math.min(count, MOST_FRESH) }, (_, nth) => nthItem(slot, nth));
  const apart = own.length;
  const items = own.map((item, nth): Template => [...(nth === 0 ? [] : [","]), ...item]).flat();
  if (count === apart) return bytes`[${items}]`;
  return bytes`[${items}${{ repeat: [",", ...nthItem(slot, 0)], times: count - apart }}]`;
}

/** Numbers of items, unless the interface states a larger one. */
const COUNTS = [0, 1, 2, 3, 10, 50, 100, 101, 1000, 1001];
/** Larger stated numbers of items are not written out. */
const MOST_ITEMS = 100_000;

/**
 * Hand-chosen values: numbers of items, items of other types, other types and spellings; the stated numbers.
 */
export const listCases = (slot: Slot<ListType<unknown>>): ValueCase[] => [
  ...COUNTS.map((count): ValueCase => ({
    name: `items-${count}`,
    reason: `${slot.label} has ${countWords(count)}`,
    value: listWithItems(slot, count),
    family: "numbers of items",
    rung: { axis: `items of ${slot.label}`, at: String(count), unit: "items" },
  })),
  ...valueFamily({ family: "odd items" }, oddItems(slot)),
  ...valueFamily({ probes: ["type"], family: "other types" }, otherTypes(slot)),
  ...valueFamily({ probes: ["type"], family: "an item alone" }, [
    ["item-alone", `${slot.label} is one item without a list`, nthItem(slot, 0)],
  ]),
  ...valueFamily({ probes: ["body", "type"], family: "lists that are not JSON" }, malformed(slot)),
  ...statedCounts(slot),
];

const countWords = (count: number): string => `${count} item${count === 1 ? "" : "s"}`;

function oddItems(slot: Slot<ListType<unknown>>): ValueRow[] {
  const { label: it } = slot;
  const [first, second] = [nthItem(slot, 0), nthItem(slot, 1)];
  return [
    ["item-null", `${it} is a list of null`, "[null]"],
    ["item-null-after", `${it} has null behind a valid item`, bytes`[${first},null]`],
    ["item-null-before", `${it} has null before a valid item`, bytes`[null,${first}]`],
    ["item-object", `${it} is a list of an empty object`, "[{}]"],
    ["item-list", `${it} is a list of an empty list`, "[[]]"],
    ["item-nested", `${it} is a list within a list`, bytes`[[${first}]]`],
    ["item-mixed", `${it} has items of several types`, bytes`[${first},"~",-1,true,null]`],
    ["item-twice", `${it} has the same item twice`, bytes`[${first},${first}]`],
    [
      "item-thrice",
      `${it} has an item three times, around another`,
      bytes`[${first},${second},${first},${first}]`,
    ],
  ];
}

function otherTypes(slot: Slot<ListType<unknown>>): ValueRow[] {
  const { label: it } = slot;
  const item = nthItem(slot, 0);
  return [
    ["type-null", `${it} is null`, "null"],
    ["type-true", `${it} is true`, "true"],
    ["type-false", `${it} is false`, "false"],
    ["type-zero", `${it} is the number 0`, "0"],
    ["type-empty-text", `${it} is the empty text`, '""'],
    ["type-json-text", `${it} is the text of an empty list`, '"[]"'],
    ["type-comma-text", `${it} is a text with commas`, '"a,b,c"'],
    ["type-object", `${it} is an empty object`, "{}"],
    ["type-indexes", `${it} is an object with the key 0`, bytes`{"0":${item}}`],
    ["type-length", `${it} is an object with the key length`, bytes`{"0":${item},"length":1}`],
    ["type-items", `${it} is an object with the key items`, bytes`{"items":[${item}]}`],
  ];
}

function malformed(slot: Slot<ListType<unknown>>): ValueRow[] {
  const { label: it } = slot;
  const item = nthItem(slot, 0);
  return [
    ["comma-last", `${it} has a comma behind its last item`, bytes`[${item},]`],
    ["comma-first", `${it} has a comma before its first item`, bytes`[,${item}]`],
    ["comma-alone", `${it} is a comma in brackets`, "[,]"],
    ["commas-two", `${it} has two commas between items`, bytes`[${item},,${item}]`],
    ["comma-missing", `${it} has no comma between items`, bytes`[${item} ${item}]`],
    ["open", `${it} has no closing bracket`, bytes`[${item}`],
    ["closed-twice", `${it} has two closing brackets`, bytes`[${item}]]`],
    ["parentheses", `${it} has parentheses for brackets`, bytes`(${item})`],
    ["braces", `${it} has braces for brackets`, bytes`{${item}}`],
  ];
}

/** Lists of the stated numbers of items, and one more or less. */
function statedCounts(slot: Slot<ListType<unknown>>): ValueCase[] {
  const { minItems, maxItems } = slot.type;
  const around = (name: string, bound: number | undefined, outwards: 1 | -1): ValueCase[] =>
    bound === undefined || bound > MOST_ITEMS
      ? []
      : [
          countCase(slot, `bound-${name}`, bound),
          countCase(slot, `bound-${name}-inside`, bound - outwards),
          ...(bound + outwards < 0
            ? []
            : [countCase(slot, `bound-${name}-outside`, bound + outwards)]),
        ].filter(({ value }) => value.length > 0);
  const lower = around("min", minItems, -1);
  const known = new Set(lower.map(({ reason }) => reason));
  return [...lower, ...around("max", maxItems, 1).filter(({ reason }) => !known.has(reason))];
}

function countCase(slot: Slot<ListType<unknown>>, name: string, count: number): ValueCase {
  if (count < 0) return { name, reason: "", value: [] };
  return {
    name,
    reason: `${slot.label} has ${countWords(count)}, at a stated bound or next to it`,
    value: listWithItems(slot, count),
    family: "stated bounds",
  };
}
