import { exampleBytes, type Requests } from "../generate/index.ts";
import { memberOf, parsedJson } from "../text/index.ts";
import fc from "fast-check";
import type { StatedField } from "../contract/index.ts";
import { withoutValue } from "./field-subject.ts";
import type { FieldSlot, FieldType } from "../kinds/index.ts";
import { commaSeparated, decimalText, kindOf, slotsOf } from "../kinds/index.ts";
import type { CaseRequest, KeywordChange } from "../model/index.ts";
import { bytes, type Template } from "../template/index.ts";

/** A request that a changed keyword decides, and its value as text. */
export type Probed = { by: string; request: CaseRequest };

/** Requests that only a changed keyword newly allows, and requests just outside of it. */
export type Probes = { inside: Probed[]; outside: Probed[] };

export type Broke = (value: unknown) => boolean;

/** Long values are sent less often: this many characters in all, but three values at least. */
const MOST_CHARACTERS = 2_000_000;
const FEWEST = 3;
/** How many values are drawn to find some that the keyword did not allow before. */
const DRAWN = 300;
/** Places just outside a limit: the next ones. */
const NEXT = 3n;

/** The requests that show whether a changed keyword is right: `count` of each side, if it has so many values. */
export function probesOf(
  change: KeywordChange,
  after: Requests,
  { count, seed, broke }: { count: number; seed: number; broke: Broke },
): Probes {
  const { path, keyword, value } = change;
  if (keyword === "additionalProperties") {
    const requests = count === 0 || path !== "" ? [] : furtherMembers(after, count);
    return onOneSide(value === true, requests);
  }
  const field = after.layout.fields.find(({ slot }) => slot.path === path);
  if (field === undefined) return { inside: [], outside: [] };
  if (keyword === "required") {
    const request = withoutValue(after, field);
    const all = request === undefined ? [] : repeat(count, { by: "no value", request });
    return onOneSide(value !== true, all);
  }
  const at = (text: Template): Probed => ({
    by: exampleBytes(text, after.interface).toString("utf8"),
    request: after.withValue(field, text),
  });
  if (keyword === "nullable") {
    const beside = value === true ? nullBesideEmpty(field, after) : [];
    return onOneSide(value === true, [...beside, ...repeat(count, at(["null"]))]);
  }
  const inside = newlyAllowed(field, after, { seed, broke }).map(at);
  const beside = (side: keyof Probes, of: KeywordChange, most: number): Probed[] =>
    besideLimit(field, of, { count: most, seed, side, on: after }).map(at);
  if (value === undefined) {
    // What was just outside of the declared limit is allowed now.
    const beyond =
      change.declared === undefined
        ? []
        : beside("outside", { ...change, value: change.declared }, count);
    return { inside: [...beyond, ...inside], outside: [] };
  }
  return {
    inside: [...beside("inside", change, 1), ...inside],
    outside: outsideOf(field, after, beside("outside", change, count)),
  };
}

/** Of an item of a list, the first one also next to a stated item: the limit may be one of the list, such as a sum. */
function outsideOf({ slot }: StatedField, on: Requests, alone: Probed[]): Probed[] {
  const path = slot.path.slice(0, Math.max(0, slot.path.indexOf("[0]")));
  const list = on.layout.fields.find((each) => each.slot.path === path);
  const [first] = alone;
  if (list?.slot.type.kind !== "list" || list.in !== "body" || first === undefined) return alone;
  const itemOf = (request: CaseRequest): unknown => {
    const body = request.sender === "client" ? exampleBytes(request.body, on.interface) : "";
    const within = path.split(".").reduce(memberOf, parsedJson(body.toString("utf8")));
    return memberOf(within, "0");
  };
  const text = JSON.stringify([itemOf(first.request), itemOf(on.request())]);
  return [...ofFitting(list, text, on), ...alone];
}

const onOneSide = (isInside: boolean, all: Probed[]): Probes =>
  isInside ? { inside: all, outside: [] } : { inside: [], outside: all };

const repeat = <Item>(count: number, item: Item): Item[] =>
  Array.from({ length: count }, () => item);

/** What servers that convert types may read null as. */
const EMPTY: Partial<Record<FieldType["kind"], string>> = {
  text: '""',
  number: "0",
  "whole-number": "0",
  boolean: "false",
};

/** Null next to the value that it may be read as, where no two items may be equal. */
function nullBesideEmpty({ slot }: StatedField, on: Requests): Probed[] {
  const path = slot.path.replace(/\[\d+\]$/, "");
  const list = on.layout.fields.find((each) => each.slot.path === path);
  const empty = EMPTY[slot.type.kind];
  if (list?.slot.type.kind !== "list" || list.slot.type.unique !== true || empty === undefined)
    return [];
  const text = `[null,${empty}]`;
  return ofFitting(list, text, on);
}

const ofFitting = (field: StatedField, text: string, on: Requests): Probed[] =>
  kindOf(field.slot.type).fits(field.slot.type, JSON.parse(text))
    ? [{ by: text, request: on.withValue(field, [text]) }]
    : [];

const furtherMembers = (on: Requests, count: number): Probed[] =>
  Array.from({ length: count }, (_, nth) => ({
    by: `"${on.extraKey}"`,
    request: on.request(on.withExtra(["1", '"text"', "true", "{}"][nth % 4] ?? "1")),
  }));

const isLower = (keyword: string): boolean => /^(?:exclusiveM|m)in/.test(keyword);
const isExclusive = (keyword: string): boolean => keyword.startsWith("exclusive");

function outward(keyword: string, nth: bigint): bigint {
  const far = isExclusive(keyword) ? nth : nth + 1n;
  return isLower(keyword) ? -far : far;
}

/** Values at a limit, or just outside of it, that keep every other keyword; none if there are no such values. */
function besideLimit(
  { slot }: StatedField,
  { keyword, value = 0, ofUnits }: KeywordChange,
  { count, seed, side, on }: { count: number; seed: number; side: keyof Probes; on: Requests },
): Template[] {
  const limit = BigInt(value);
  const place = (nth: number): bigint =>
    side === "outside"
      ? limit + outward(keyword, BigInt(nth) % NEXT)
      : limit - (isExclusive(keyword) ? outward(keyword, 1n) : 0n);
  if (/imum$/i.test(keyword) && slot.type.kind === "number")
    return Array.from({ length: count }, (_, nth) => [besideNumber(keyword, limit, side, nth)]);
  if (/imum$/i.test(keyword))
    return Array.from({ length: count }, (_, nth) => [String(place(nth))]);
  const times = Math.min(count, Math.max(FEWEST, Math.floor(MOST_CHARACTERS / Number(limit + 1n))));
  return Array.from({ length: Math.min(times, Number(NEXT)) }, (_, nth) => Number(place(nth)))
    .filter((length) => length >= 0)
    .flatMap((length, nth, all) =>
      valuesOfLength(slot, length, on, {
        seed: seed + nth,
        numRuns: Math.ceil(times / all.length),
      }),
    )
    .filter((text) => ofUnits !== true || !hasTwoUnits(text, on))
    .slice(0, times);
}

const hasTwoUnits = (text: Template, on: Requests): boolean =>
  /[^\0-\uffff]/u.test(String(valueOf(text, on)));

/** A number at a limit, or just outside of it: up to one away, in hundredths. */
function besideNumber(keyword: string, limit: bigint, side: keyof Probes, nth: number): string {
  const isOut = side === "outside";
  const steps = isOut
    ? BigInt(nth % 100) + (isExclusive(keyword) ? 0n : 1n)
    : isExclusive(keyword)
      ? -1n
      : 0n;
  return decimalText({ units: limit * 100n + (isLower(keyword) ? -steps : steps), scale: 2 });
}

/** Valid values of another length: texts by their characters, lists by their items. */
function valuesOfLength(
  slot: FieldSlot,
  length: number,
  on: Requests,
  draws: { seed: number; numRuns: number },
): Template[] {
  const type: FieldType | undefined =
    slot.type.kind === "text"
      ? { ...slot.type, fresh: undefined, minLength: length, maxLength: length }
      : slot.type.kind === "list"
        ? { ...slot.type, minItems: length, maxItems: length }
        : undefined;
  if (type === undefined) return [];
  try {
    const own = slotsOf(type, slot.path);
    const drawn =
      type.kind === "list" && type.unique === true
        ? repeat(draws.numRuns, differentItems(type.items, length, draws.seed))
        : fc.sample(kindOf(type).valid(own), draws);
    return drawn.filter((text) => {
      const value = valueOf(text, on);
      // Null has no length.
      return value !== undefined && value !== null && kindOf(type).fits(type, value);
    });
  } catch {
    // A pattern, or the number of different items, allows no such length.
    return [];
  }
}

/** A list of as many different items, or of as many as were drawn. */
function differentItems(items: FieldType, length: number, seed: number): Template {
  const drawn = fc.sample(kindOf(items).valid(slotsOf(items, "")), { seed, numRuns: DRAWN });
  const different = new Map(drawn.map((text) => [JSON.stringify(text), text]));
  return bytes`[${commaSeparated([...different.values()].slice(0, length))}]`;
}

const newlyAllowed = (
  { slot }: StatedField,
  on: Requests,
  { seed, broke }: { seed: number; broke: Broke },
): Template[] =>
  fc
    .sample(kindOf(slot.type).valid(slot), { seed, numRuns: DRAWN })
    .filter((text) => broke(valueOf(text, on)));

const valueOf = (text: Template, on: Requests): unknown =>
  parsedJson(exampleBytes(text, on.interface).toString("utf8"));
