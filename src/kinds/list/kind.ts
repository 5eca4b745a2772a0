import { bytes, type Template, rows } from "../../template/index.ts";
import { distinctBy } from "../../remember.ts";
import type { KnownPlaces, Slot, ValueCase, ValueAxis, ValueCaps, Kind } from "../kind.ts";
import { z } from "zod";
import { textsOf } from "../../text/index.ts";
import { valueLadders, valueFamily, type ValueRow, jsonTypeOf } from "../case-families.ts";
import { aroundBounds, axisRows, countRungs, every } from "../axes.ts";
import fc from "fast-check";
import { otherTypeRules, limitsOn, rulesOn, sources, tokensOfTypes } from "../rule-rows.ts";
import type { TokenValue, ValueRule } from "../rule.ts";

const itemsOf = ({ type, text }: TokenValue): unknown[] | undefined => {
  const value: unknown = type === "array" ? JSON.parse(text) : undefined;
  return Array.isArray(value) ? value : undefined;
};

const areDifferent = (items: readonly unknown[]): boolean =>
  new Set(items.map((item) => JSON.stringify(item))).size === items.length;

const listRules: ValueRule[] = [
  ...rulesOn("list", "array", tokensOfTypes("array"))`
  ${sources.jsonSchema}validation#section-6.4
  any | any array | accepted
  not-empty | any array that is not empty | ${(value) => itemsOf(value)?.length !== 0}
  unique | arrays without equal items | ${(value) => areDifferent(itemsOf(value) ?? [])}
  no-null | arrays without null | ${(value) => itemsOf(value)?.includes(null) !== true}
`,
  ...rulesOn("list", "string", tokensOfTypes("string"))`
  ${sources.jsonSchema}validation#section-6.1.1
  string-refused | strings are refused | refused
  string-accepted | strings are accepted | accepted
  ${sources.jackson}#ACCEPT_SINGLE_VALUE_AS_ARRAY
  string-wrapped | a string is read as an array of it | ${({ text }) => `[${text}]`}
`,
  ...otherTypeRules("list", ["array"]),
];

const listLimits = limitsOn("list")`
  length | limits | items | ${sources.jsonSchema}validation#section-6.4 | ${(value) => itemsOf(value)?.length}
`;

/** A JSON array as an interface describes it: the type of its items, and their number. */
export interface ListType<Item> {
  kind: "list";
  items: Item;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  unique?: true | undefined;
}

const listSchema = <Item>(items: z.ZodType<Item>): z.ZodType<ListType<Item>> =>
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

const fitsList = (type: ListType<unknown>, value: unknown): boolean =>
  Array.isArray(value) && listDeviation(type, value) === undefined;

function listDeviation(
  { minItems, maxItems, unique }: ListType<unknown>,
  items: readonly unknown[],
): string | undefined {
  if (minItems !== undefined && items.length < minItems)
    return `fewer than ${countWords(minItems)}`;
  if (maxItems !== undefined && items.length > maxItems) return `more than ${countWords(maxItems)}`;
  return unique === true && !areDifferent(items) ? "an item twice" : undefined;
}

function listWords({ minItems, maxItems, unique }: ListType<unknown>): string {
  const bounds = textsOf(
    minItems !== undefined && `at least ${minItems}`,
    maxItems !== undefined && `at most ${maxItems}`,
  ).join(" and ");
  const count = bounds === "" ? "" : ` of ${bounds} items`;
  return `a list${count}${unique === true ? " without repeated items" : ""}`;
}

const nthItem = ({ inner }: Slot<ListType<unknown>>, nth: number): Template =>
  inner[0]?.valid(nth) ?? ["1"];

/** This many items of a list have different fresh values; further ones repeat the first. */
const MOST_FRESH = 100;
const MOST_UNIQUE = 1000;

function listWithItems(slot: Slot<ListType<unknown>>, count: number): Template {
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

const listCases = (slot: Slot<ListType<unknown>>): ValueCase[] => [
  ...valueLadders()`
    items | ${(at) => `${slot.label} has ${countWords(at)}`} | numbers of items | items of ${slot.label} | items | ${COUNTS} | ${(at) => listWithItems(slot, at)}
  `,
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
  return rows`
    item-null | ${it} is a list of null | [null]
    item-null-after | ${it} has null behind a valid item | ${bytes`[${first},null]`}
    item-null-before | ${it} has null before a valid item | ${bytes`[null,${first}]`}
    item-object | ${it} is a list of an empty object | [{}]
    item-list | ${it} is a list of an empty list | [[]]
    item-nested | ${it} is a list within a list | ${bytes`[[${first}]]`}
    item-mixed | ${it} has items of several types | ${bytes`[${first},"~",-1,true,null]`}
    item-twice | ${it} has the same item twice | ${bytes`[${first},${first}]`}
    item-thrice | ${it} has an item three times, around another | ${bytes`[${first},${second},${first},${first}]`}
  `;
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

function statedCounts(slot: Slot<ListType<unknown>>): ValueCase[] {
  const { minItems, maxItems } = slot.type;
  const around = (name: string, bound: number | undefined, outwards: 1 | -1): ValueRow[] => {
    if (bound === undefined || bound > MOST_ITEMS) return [];
    const counts = [bound, bound - outwards, bound + outwards] as const;
    return ["", "-inside", "-outside"].flatMap((end, at): ValueRow[] => {
      const count = counts[at] ?? -1;
      if (count < 0) return [];
      const reason = `${slot.label} has ${countWords(count)}, at a stated bound or next to it`;
      return [[`bound-${name}${end}`, reason, listWithItems(slot, count)]];
    });
  };
  const all = [...around("min", minItems, -1), ...around("max", maxItems, 1)];
  const rows = distinctBy(all, ([, reason]) => reason);
  return valueFamily({ family: "stated bounds" }, rows);
}

/** The assumed minimum of bytes per item, so that lists end near the cap of a body. */
const ITEM_BYTES = 16;

function listAxes(slot: Slot<ListType<unknown>>, { body }: ValueCaps): ValueAxis[] {
  const { minItems, maxItems } = slot.type;
  const bounds = aroundBounds([minItems, maxItems]);
  const written = nthItem(slot, 0)
    .map((part) => (typeof part === "string" ? part : ""))
    .join("");
  const fitting = Math.max(1, Math.floor(body / Math.max(ITEM_BYTES, written.length + 1)));
  // A longer list would repeat an item, and be refused for that.
  const most = Math.min(fitting, slot.unique?.(MOST_UNIQUE).length ?? fitting);
  return axisRows({ scale: "log", capped: true, probes: ["values", "limit-size"] })`
  items | items of ${slot.label} | items | ${countRungs(0n, BigInt(most), [...every(0, 12), 50n, 51n, 100n, 101n, ...bounds])} | ${(at) => listWithItems(slot, Number(at))}
`;
}

const KNOWN: KnownPlaces = {
  0: "the empty list",
  100: "100 items, what many batch interfaces take",
  500: "500 items, what a batch of Firestore took",
  1000: "1000 items, the longest IN list of Oracle and what S3 deletes at once",
  2100: "2100 items, the most parameters of a query of SQL Server",
  10_000: "10000 items, the usual window of Elasticsearch",
  32_766: "32766 items, the most parameters of a query of SQLite",
  65_535: "65535 items, the most parameters of a query of PostgreSQL",
};

export const list: Kind<ListType<unknown>> = {
  name: "list",
  schema: (items) => listSchema<unknown>(items),
  words: listWords,
  aspect: "type",
  isBounded: () => true,
  quoted: false,
  text: () => "[]",
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
  known: { items: KNOWN },
  rules: () => listRules,
  limits: listLimits,
};

/** Items of valid lists beyond the stated minimum. */
const FURTHER = 10;

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
