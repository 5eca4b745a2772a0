import { interfaceOf } from "../../contract/index.ts";
import { layoutOf, render } from "../../generate/index.ts";
import { counted, whole, isObject, parsedJson } from "../../text/index.ts";
import { clippedText } from "../declared/field-limit.ts";
import { fillingOf } from "../explore/request-text.ts";
import { bodyOf, lastResponse } from "../inferred/seen-responses.ts";
import type { RunFold } from "../run-fold.ts";
import { sortedKeys } from "../signature-by.ts";

/** A field whose value comes back changed, in one sentence; `words` is how. */
type ReturnedValue = {
  field: string;
  words: string;
  text: string;
  case: string;
  isLoss: boolean;
};

type Members = Record<string, unknown>;
type Pair = { sent: unknown; back: unknown; case: string };

/** With fewer valid cases, nothing is said. */
const FEWEST = 5;
/** Fewer changed values may be equal by chance to one that the server makes. */
const FEWEST_CHANGED = 2;
/** So large a share of the returned values must be explained: each is as sent, or was changed in the way that is told. */
const EXPLAINED = 0.9;

/** A field whose value comes back as it was sent. */
type Kept = { field: string; words: typeof AS_SENT };
const AS_SENT = "as sent";

/**
 * The fields of the body whose values come back changed, by the responses to valid cases. Only where the response has the
 * field in most of them, and nearly every value is the sent one or made of it in the same way: other values are the server's own.
 */
export const returnedValues = (run: RunFold): ReturnedValue[] =>
  returnedFields(run).flatMap((each) => ("text" in each ? [each] : []));

/** How the values of the fields come back, in words. A field of which the run does not show it is absent. */
export const returnedWords = (run: RunFold): ReadonlyMap<string, string> =>
  new Map(returnedFields(run).map(({ field, words }) => [field, words]));

function returnedFields(run: RunFold): (ReturnedValue | Kept)[] {
  if (run.header === undefined) return [];
  const { fields } = layoutOf(interfaceOf(run.header));
  const keys = fields.flatMap(({ slot, in: place }) =>
    place === "body" && slot.key !== undefined && !/[.[]/.test(slot.path) ? [slot.key] : [],
  );
  const all = keys.length === 0 ? [] : acceptedCases(run);
  const accepted = all.filter(({ valid }) => valid);
  if (accepted.length < FEWEST) return [];
  return keys.flatMap((key) => {
    const found = returnedField(key, accepted);
    // Values at the ends of what a type holds are in other cases.
    const [only] = found;
    const wrapped = only === undefined || !("text" in only) ? wrappedNumbers(key, all) : [];
    return wrapped.length > 0 ? wrapped : found;
  });
}

type Accepted = { id: string; valid: boolean; sent: Members; back: Members };

function acceptedCases({ cases, header }: RunFold): Accepted[] {
  if (header === undefined) return [];
  return [...cases.values()].flatMap(({ case: { id, valid, request }, first }) => {
    const [observation] = first.values();
    const response = observation && lastResponse(observation);
    if (request.sender !== "client" || response === undefined) return [];
    if (response.status < 200 || response.status > 299) return [];
    const back = bodyOf(response)?.json;
    const body = render(request.body, fillingOf(header, observation?.fresh ?? 0));
    const sent = parsedJson(body.toString("utf8"));
    return isObject(sent) && isObject(back) ? [{ id, valid: valid === true, sent, back }] : [];
  });
}

/** The member with this name, or the one of the only object in the response that has it. */
function memberIn(back: Members, key: string): { value: unknown } | undefined {
  if (Object.hasOwn(back, key)) return { value: back[key] };
  const [inner, ...more] = Object.values(back).filter(
    (value): value is Members => isObject(value) && Object.hasOwn(value, key),
  );
  return inner === undefined || more.length > 0 ? undefined : { value: inner[key] };
}

function returnedField(key: string, accepted: readonly Accepted[]): (ReturnedValue | Kept)[] {
  const sending = accepted.filter(({ sent }) => Object.hasOwn(sent, key));
  const pairs = sending.flatMap(({ id, sent, back }): Pair[] => {
    const member = memberIn(back, key);
    return member === undefined ? [] : [{ sent: sent[key], back: member.value, case: id }];
  });
  if (pairs.length < FEWEST || pairs.length * 2 < sending.length) return [];
  const [best] = waysOf(pairs).toSorted(
    (a, b) => Number(b.isLoss) - Number(a.isLoss) || b.of.length - a.of.length,
  );
  if (best === undefined) {
    const isKept =
      pairs.every(({ sent, back }) => isEqual(sent, back)) &&
      new Set(pairs.map(({ sent }) => JSON.stringify(sent))).size > 1;
    return isKept ? [{ field: key, words: AS_SENT }] : [];
  }
  const [example] = best.of.toSorted(
    (a, b) => JSON.stringify(a.sent).length - JSON.stringify(b.sent).length,
  );
  if (example === undefined) return [];
  const { words, isLoss, of } = best;
  const how = isLoss ? `changed: ${words}` : words;
  const text = `the value of ${key} comes back ${how} (in ${whole(of.length)} of ${counted(pairs.length, "valid case")}), e.g. sent ${shown(example.sent)}, got ${shown(example.back)}`;
  return [{ field: key, words, text, case: example.case, isLoss }];
}

/** Fewer whole numbers that come back as others may be the server's own. */
const FEWEST_WRAPPED = 5;
const BITS = [8, 16, 31, 32, 53, 63, 64];

/**
 * Whole numbers that come back as others, in cases of any kind: where nearly all of these fit, modulo a power of two, or cut to a least
 * and a largest one.
 */
function wrappedNumbers(key: string, accepted: readonly Accepted[]): ReturnedValue[] {
  const pairs = accepted.flatMap(({ id, sent, back }) => {
    const [one, other] = [sent[key], memberIn(back, key)?.value];
    const areWhole = Number.isInteger(one) && Number.isSafeInteger(other);
    return areWhole ? [{ sent: one as number, back: other as number, case: id }] : [];
  });
  const changed = pairs.filter(({ sent, back }) => sent !== back);
  if (changed.length < FEWEST_WRAPPED || changed.length === pairs.length) return [];
  const words = wrapWords(changed, pairs);
  const [example] = changed.toSorted((a, b) => Math.abs(a.sent) - Math.abs(b.sent));
  if (example === undefined) return [];
  const text = `the value of ${key} comes back as another number in ${whole(changed.length)} of ${counted(pairs.length, "accepted case")}${words === undefined ? "" : `: ${words}`}, e.g. sent ${shown(example.sent)}, got ${shown(example.back)}`;
  return [{ field: key, words: words ?? "changed", text, case: example.case, isLoss: true }];
}

type Whole = { sent: number; back: number };

function wrapWords(changed: readonly Whole[], pairs: readonly Whole[]): string | undefined {
  const most = EXPLAINED * changed.length;
  for (const bits of BITS) {
    const reads = [BigInt.asUintN, BigInt.asIntN].some(
      (as) =>
        changed.filter(({ sent, back }) => as(bits, BigInt(sent)) === BigInt(back)).length >= most,
    );
    if (reads) return `modulo 2^${bits}`;
  }
  const kept = pairs.filter(({ sent, back }) => sent === back).map(({ sent }) => sent);
  const [low, high] = [Math.min(...kept), Math.max(...kept)];
  const ends = new Set(changed.map(({ back }) => back));
  const isCut = changed.every(({ sent, back }) => (sent < low ? back <= low : back >= high));
  return ends.size <= 2 && isCut
    ? `cut to ${[...ends].toSorted((a, b) => a - b).join(" at least and ")}${ends.size === 2 ? " at most" : ""}`
    : undefined;
}

/** Members may come back in another order. */
const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(sortedKeys(one)) === JSON.stringify(sortedKeys(other));

const shown = (value: unknown): string => clippedText(JSON.stringify(value));

type Way = { words: string; isLoss: boolean; of: Pair[] };

/** The ways in which values were changed that explain nearly all of them. */
function waysOf(pairs: readonly Pair[]): Way[] {
  const ways = new Map<string, Way>();
  let alike = 0;
  for (const pair of pairs) {
    if (isEqual(pair.sent, pair.back)) {
      alike += 1;
      continue;
    }
    const changes = changesOf(pair);
    // Another spelling of the same value fits every other way.
    if (changes.some(({ isLoss }) => !isLoss)) alike += 1;
    for (const change of changes) {
      const way = ways.get(change.words) ?? { ...change, of: [] };
      way.of.push(pair);
      ways.set(change.words, way);
    }
  }
  return [...ways.values()].filter(({ isLoss, of }) => {
    const values = new Set(of.map(({ back }) => JSON.stringify(back)));
    // One returned value for several sent ones is a constant.
    const sent = new Set(of.map((each) => JSON.stringify(each.sent)));
    const isConstant = values.size === 1 && sent.size > 1;
    const explained = alike + (isLoss ? of.length : 0);
    return values.size >= FEWEST_CHANGED && !isConstant && explained >= EXPLAINED * pairs.length;
  });
}

function changesOf({ sent, back }: Pair): { words: string; isLoss: boolean }[] {
  if (Array.isArray(sent) && Array.isArray(back)) return shorter(sent, back);
  if (!isObject(sent) || !isObject(back)) return changesBetween(sent, back);
  const kept = Object.keys(sent).filter((key) => Object.hasOwn(back, key));
  const gone = Object.keys(sent).filter((key) => !Object.hasOwn(back, key));
  const isSame = kept.length > 0 && kept.every((key) => isEqual(sent[key], back[key]));
  return isSame && gone.length > 0
    ? [{ words: `without ${gone.map((key) => clippedText(key)).join(", ")}`, isLoss: true }]
    : [];
}

/** A list that lost items: its first ones, or each only once. */
function shorter(
  sent: readonly unknown[],
  back: readonly unknown[],
): { words: string; isLoss: boolean }[] {
  if (back.length === 0 || back.length >= sent.length) return [];
  const once = [...new Set(sent.map((item) => JSON.stringify(item)))];
  if (once.length === back.length && back.every((item, at) => JSON.stringify(item) === once[at]))
    return [{ words: "with each item once", isLoss: true }];
  return isEqual(sent.slice(0, back.length), [...back])
    ? [{ words: "with its first items only", isLoss: true }]
    : [];
}

/** How a server may have made the returned value from the sent one. `isLoss`: the sent value cannot be made from it again. */
type Alteration = { words: string; isLoss: boolean };

const SECOND = 1000;
const DAY = 86_400_000;
/** Zones differ by quarters of an hour. */
const QUARTER = 900_000;
const MOST_SHIFT = 14 * 3_600_000;

const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

/** A moment with the digits after its milliseconds; without an offset it is read as UTC. Undefined for another text. */
function momentOf(text: string): { ms: number; rest: string } | undefined {
  const [, day, time = "00:00", seconds = "00", fraction = "", offset = "Z"] =
    MOMENT.exec(text) ?? [];
  if (day === undefined) return undefined;
  const zone = /^[+-]\d{4}$/.test(offset)
    ? `${offset.slice(0, 3)}:${offset.slice(3)}`
    : offset.toUpperCase();
  const ms = Date.parse(`${day}T${time}:${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}${zone}`);
  return Number.isNaN(ms) ? undefined : { ms, rest: fraction.slice(3).replace(/0+$/, "") };
}

/** All ways in which `back` may be made of `sent`, the likelier ones first; none if it is not made of it, or is equal. */
export function changesBetween(sent: unknown, back: unknown): Alteration[] {
  if (typeof sent === "string" && typeof back === "string") return ofTexts(sent, back);
  if (typeof sent === "number" && typeof back === "number") return ofNumbers(sent, back);
  const isRetyped =
    (typeof sent === "number" && back === String(sent)) ||
    (typeof back === "number" && sent === String(back));
  return isRetyped ? [mild(`as a ${typeof back === "number" ? "number" : "text"}`)] : [];
}

const loss = (words: string): Alteration => ({ words, isLoss: true });
const mild = (words: string): Alteration => ({ words, isLoss: false });

function ofTexts(sent: string, back: string): Alteration[] {
  const [from, to] = [momentOf(sent), momentOf(back)];
  if (from !== undefined && to !== undefined) return ofMoments(from, to);
  const readings: [boolean, Alteration][] = [
    [back === sent.trim(), loss("without the white space at its ends")],
    [back === sent.toLowerCase(), loss("in small letters")],
    [back === sent.toUpperCase(), loss("in capital letters")],
    [back === sent.normalize("NFC"), loss("in Unicode's form NFC")],
    [back === sent.trim().replaceAll(/\s+/g, " "), loss("with single spaces")],
    [back.length > 0 && sent.startsWith(back), loss("cut off")],
  ];
  return holding(readings);
}

type Moment = NonNullable<ReturnType<typeof momentOf>>;

function ofMoments(from: Moment, to: Moment): Alteration[] {
  const cut = (unit: number): boolean => to.ms === Math.floor(from.ms / unit) * unit;
  const rounded = (unit: number): boolean => to.ms === Math.round(from.ms / unit) * unit;
  const shift = to.ms - from.ms;
  const isZone = shift !== 0 && shift % QUARTER === 0 && Math.abs(shift) <= MOST_SHIFT;
  const hours = `${shift < 0 ? "-" : "+"}${Math.abs(shift) / 3_600_000} h`;
  const readings: [boolean, Alteration][] = [
    [shift === 0 && to.rest === from.rest, mild("in another spelling of the same time")],
    [
      shift === 0 && to.rest !== from.rest && from.rest.startsWith(to.rest),
      loss(to.rest === "" ? "cut to milliseconds" : "cut to fewer digits"),
    ],
    [shift !== 0 && cut(SECOND), loss("cut to seconds")],
    [shift !== 0 && rounded(SECOND), loss("rounded to seconds")],
    [shift !== 0 && cut(60 * SECOND), loss("cut to minutes")],
    [shift !== 0 && cut(DAY), loss("cut to days")],
    [isZone, loss(`moved by ${hours}`)],
  ];
  return holding(readings);
}

function ofNumbers(sent: number, back: number): Alteration[] {
  const digits = [1, 2, 3, 4].filter((each) => Number(sent.toFixed(each)) === back);
  const readings: [boolean, Alteration][] = [
    [back === Math.trunc(sent), loss("cut to an integer")],
    [back === Math.round(sent), loss("rounded to an integer")],
    ...digits.map((each): [boolean, Alteration] => [
      true,
      loss(`rounded to ${each} ${each === 1 ? "decimal" : "decimals"}`),
    ]),
    [back === Math.fround(sent), loss("rounded to single precision")],
    [Number.isInteger(sent) && back === (sent | 0), loss("cut to 32 bits")],
  ];
  return holding(readings);
}

const holding = (readings: readonly [boolean, Alteration][]): Alteration[] =>
  readings.flatMap(([holds, change]) => (holds ? [change] : []));
