import { interfaceOf } from "../../contract/index.ts";
import { layoutOf, renderStart } from "../../generate/index.ts";
import { isExplored, type RunHeader } from "../../model/index.ts";
import { clippedText, counted, whole, isObject, parsedJson } from "../../text/index.ts";
import { fillingOf } from "../explore/request-text.ts";
import { bodyOf, lastResponse } from "../inferred/seen-responses.ts";
import type { RunFold } from "../run-fold.ts";
import { sortedKeys } from "../signature-by.ts";
import { changesBetween, SAME_NUMBER } from "./changed-readings.ts";

/** A field whose value comes back changed, in one sentence; `words` is how. */
type ReturnedValue = {
  field: string;
  words: string;
  text: string;
  case: string;
  isLoss: boolean;
  cases: string[];
  ways?: string[];
};

type Members = Record<string, unknown>;
type Pair = { sent: unknown; back: unknown; case: string };

/** With fewer valid cases, nothing is said. */
const FEWEST = 5;
/** Fewer changed values may be equal by chance to one that the server makes. */
const FEWEST_CHANGED = 2;
/** So large a share of the returned values must be explained: each is as sent, or was changed in the way that is told. */
const EXPLAINED = 0.9;

/** A field whose value comes back as sent, or as an unrelated one. */
type Other = { field: string; words: typeof AS_SENT | typeof OTHERS; cases: string[] };
const AS_SENT = "as sent";
const OTHERS = "with other values";

/**
 * The fields of the body whose values come back changed, by the responses to valid cases. Only where the response has the
 * field in most of them, and nearly every value is the sent one or made of it in the same way: other values are the server's own.
 */
export const returnedValues = (run: RunFold): ReturnedValue[] =>
  returnedFields(run).flatMap((each) => ("text" in each ? [each] : []));

/** How the values of the fields come back, in words. A field of which the run does not show it is absent. */
export const returnedWords = (run: RunFold): ReadonlyMap<string, string> =>
  new Map(
    returnedFields(run).flatMap(({ field, words }) => (words === OTHERS ? [] : [[field, words]])),
  );

/**
 * Whether values that came back in one way do so in another now; what was not made of the sent values before shows nothing. Which digits
 * a number is sent with is chance. A part of the cases may not have the values that come back changed.
 */
export function isReturnedDifferently(
  before: string,
  now: ReturnedField,
  isPart: boolean,
): boolean {
  if (isPart && before !== AS_SENT) return false;
  const isOneWay = (words: string): boolean =>
    words === before || [words, before].every((each) => each === AS_SENT || each === SAME_NUMBER);
  return before !== OTHERS && ![now.words, ...(now.ways ?? [])].some(isOneWay);
}

/** How a field comes back, and in which cases, the simplest first. `ways`: others that explain many of its values, too. */
type ReturnedField = { field: string; words: string; ways?: string[]; cases: string[] };

/** How values come back in the cases that every run sends: generated cases have other values in each run. */
export const returnedInFixedCases = (run: RunFold): ReturnedField[] =>
  returnedFields({
    ...run,
    cases: new Map(
      [...run.cases].filter(
        ([id, { case: sent }]) => !isExplored(id) && sent.generated === undefined,
      ),
    ),
  });

function returnedFields(run: RunFold): (ReturnedValue | Other)[] {
  if (run.header === undefined) return [];
  const keys = keysInBody(run.header);
  const all = keys.length === 0 ? [] : acceptedCases(run);
  const accepted = all.filter(({ valid }) => valid);
  if (accepted.length < FEWEST) return [];
  return keys.flatMap((key) => {
    const found = returnedField(key, accepted);
    // Values at the ends of what a type holds are in other cases.
    const [only] = found;
    const isOwn = only?.words === OTHERS;
    const wrapped = only === undefined || !("text" in only) ? wrappedNumbers(key, all, isOwn) : [];
    return wrapped.length > 0 ? wrapped : found;
  });
}

export const keysInBody = (header: RunHeader): string[] =>
  layoutOf(interfaceOf(header)).fields.flatMap(({ slot, in: place }) =>
    place === "body" && slot.key !== undefined && !/[.[]/.test(slot.path) ? [slot.key] : [],
  );

/** `fresh` is the number of the first fresh value that was sent. */
type Accepted = { id: string; valid: boolean; fresh: number; sent: Members; back: Members };

/** Longer bodies, which may have 64 MiB, are not made again. */
const MOST_BYTES = 65_536;

/** The cases that were accepted, with the JSON objects that were sent and returned. */
export function acceptedCases({ cases, header }: RunFold): Accepted[] {
  if (header === undefined) return [];
  return [...cases.values()].flatMap(({ case: { id, valid, request }, first }) => {
    const [observation] = first.values();
    const response = observation && lastResponse(observation);
    if (request.sender !== "client" || response === undefined) return [];
    if (response.status < 200 || response.status > 299) return [];
    const back = bodyOf(response)?.json;
    if (!isObject(back)) return [];
    const { fresh = 0 } = observation ?? {};
    const body = renderStart(request.body, fillingOf(header, fresh), MOST_BYTES);
    const sent = body.bytes > MOST_BYTES ? undefined : parsedJson(body.start.toString("utf8"));
    return isObject(sent) ? [{ id, valid: valid === true, fresh, sent, back }] : [];
  });
}

/** The member with this name, or the one of the only object in the response that has it. */
export function memberIn(back: Members, key: string): { value: unknown } | undefined {
  if (Object.hasOwn(back, key)) return { value: back[key] };
  const [inner, ...more] = Object.values(back).filter(
    (value): value is Members => isObject(value) && Object.hasOwn(value, key),
  );
  return inner === undefined || more.length > 0 ? undefined : { value: inner[key] };
}

function returnedField(key: string, accepted: readonly Accepted[]): (ReturnedValue | Other)[] {
  const sending = accepted.filter(({ sent }) => Object.hasOwn(sent, key));
  const pairs = sending.flatMap(({ id, sent, back }): Pair[] => {
    const member = memberIn(back, key);
    return member === undefined ? [] : [{ sent: sent[key], back: member.value, case: id }];
  });
  if (pairs.length < FEWEST || pairs.length * 2 < sending.length) return [];
  const [best, ...ways] = waysOf(pairs).toSorted(
    (a, b) => Number(b.isLoss) - Number(a.isLoss) || b.of.length - a.of.length,
  );
  if (best === undefined) return unmade(key, pairs);
  const { words, isLoss } = best;
  const of = best.of.toSorted(
    (a, b) => JSON.stringify(a.sent).length - JSON.stringify(b.sent).length,
  );
  const [example] = of;
  if (example === undefined) return [];
  const how = isLoss ? `changed: ${words}` : words;
  const text = `the value of ${key} comes back ${how} (in ${whole(of.length)} of ${counted(pairs.length, "valid case")}), e.g. sent ${shown(example.sent)}, got ${shown(example.back)}`;
  const others = ways.filter((each) => each.of.length * 2 >= of.length);
  const cases = of.map((each) => each.case);
  const found = { field: key, words, text, case: example.case, cases, isLoss };
  return [{ ...found, ways: others.map((each) => each.words) }];
}

/** Values that come back as they were sent, or as others that are not made of them. */
function unmade(field: string, pairs: readonly Pair[]): Other[] {
  const isSpelling = (pair: Pair): boolean => changesOf(pair).some(({ isLoss }) => !isLoss);
  const different = pairs.filter((each) => !isEqual(each.sent, each.back) && !isSpelling(each));
  const idsOf = (of: readonly Pair[]): string[] => of.map((each) => each.case);
  if (different.length > (1 - EXPLAINED) * pairs.length)
    return [{ field, words: OTHERS, cases: idsOf(different) }];
  const isKept =
    different.length === 0 && new Set(pairs.map(({ sent }) => JSON.stringify(sent))).size > 1;
  return isKept ? [{ field, words: AS_SENT, cases: idsOf(pairs) }] : [];
}

/** Fewer whole numbers that come back as others may be the server's own. */
const FEWEST_WRAPPED = 5;
const BITS = [8, 16, 31, 32, 53, 63, 64];

/**
 * Whole numbers that come back as others, in cases of any kind: where nearly all of these fit, modulo a power of two, or cut to a least
 * and a largest one. `isOwn`: valid ones do not come back as sent, so that others without such a reason are the server's own.
 */
function wrappedNumbers(
  key: string,
  accepted: readonly Accepted[],
  isOwn: boolean,
): ReturnedValue[] {
  const pairs = accepted.flatMap(({ id, sent, back }) => {
    const [one, other] = [sent[key], memberIn(back, key)?.value];
    const areWhole = Number.isInteger(one) && Number.isSafeInteger(other);
    return areWhole ? [{ sent: one as number, back: other as number, case: id }] : [];
  });
  const changed = pairs.filter(({ sent, back }) => sent !== back);
  if (changed.length < FEWEST_WRAPPED || changed.length === pairs.length) return [];
  const words = wrapWords(changed, pairs);
  const [example] = changed.toSorted((a, b) => Math.abs(a.sent) - Math.abs(b.sent));
  if (example === undefined || (isOwn && words === undefined)) return [];
  const text = `the value of ${key} comes back as another number in ${whole(changed.length)} of ${counted(pairs.length, "accepted case")}${words === undefined ? "" : `: ${words}`}, e.g. sent ${shown(example.sent)}, got ${shown(example.back)}`;
  const cases = changed.map((each) => each.case);
  const { case: first } = example;
  return [{ field: key, words: words ?? "changed", text, case: first, cases, isLoss: true }];
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
  // The server may give one number to everything.
  if (new Set(kept).size < FEWEST_CHANGED) return undefined;
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
