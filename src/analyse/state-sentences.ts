import { classOf, type StateSentence } from "../model/index.ts";
import { sum } from "../stats/index.ts";
import {
  afterDelete,
  afterRestart,
  keySentences,
  pairOf as answersOf,
  remembered,
} from "./state/memory.ts";
import { lateOf, storedLater } from "./state/late.ts";
import { readBackIn } from "./state/read-back.ts";
import { isNewOnOne, severalStores, storesOf } from "./state/stores.ts";
import { type Same, sameResponse, sameBy, textForms, zeroSpelling } from "./state/same-response.ts";
import { raceIn, raceOfBodies, roundsWithoutRace, tellsDuplicates } from "./state/race.ts";
import type { Sendings, Sequence } from "./state/sequences.ts";
import {
  repetitionsOf,
  isClosedAfterFirst,
  isConstant,
  isForgotten,
  repetitionCase,
  sendingsOf,
  sequenceOf,
  settled,
} from "./state/sequences.ts";
import { type FoundState as Found, wordedState } from "./state-text.ts";
import { type CaseFold, oncePerFold, type RunFold } from "./run-fold.ts";

const LATER = "after-250-ms";
const ON_ONE = ["twice", "3-times", "5-times"];
const ON_OTHERS = ["two-connections", "3-connections", "5-connections"];
const SLUG = /^repetition\/same-(.+)-twice$/;

/** Other forms of a request with the identity 1, as the names of cases have them. */
const NUMERALS: Record<string, string> = { "dot-zero": "1.0", exponent: "1e0", "as-text": '"1"' };
const OTHER_NUMERALS: Record<string, string> = { minus: "-1", fraction: "1.5" };

/** With fewer responses to a repeated request, nothing is said. */
const FEWEST = 3;

/**
 * What the target remembers of earlier requests, according to the suite `repetition`; a race comes first. Empty for a target
 * that responds to a repeated identity as to a fresh one, and where the suite was not sent.
 */
export const stateSentences = oncePerFold((run: RunFold): StateSentence[] => {
  const repeated = repeatedIn(run);
  return (repeated === undefined ? [] : foundIn(run, repeated)).map((found) =>
    wordedState({ ...found, case: repetitionCase(run, found.case)?.case.id ?? found.case }),
  );
});

/**
 * The responses to requests with an identity that an earlier one had: on one connection, and on others. `isApart`: the target closes
 * each connection after its response, so that all of them are on others. `byConnection`: new connections get the first response
 * again, and the same one does not; `byRequest`: the same one does.
 */
type Repeated = { slug: string; one: Sendings[]; others: Sendings[] } & Record<
  "onOne" | "onOthers",
  Sequence
> &
  Record<"isApart" | "byConnection" | "byRequest", boolean>;

/** Undefined where the suite was not sent, or too little of it. */
function repeatedIn(run: RunFold): Repeated | undefined {
  const slug = [...run.cases.values()].flatMap(({ case: { id, sameIdentity } }) =>
    sameIdentity === true ? (SLUG.exec(id)?.[1] ?? []) : [],
  )[0];
  if (slug === undefined) return undefined;
  const others = repetitionsOf(run, slug, ON_OTHERS);
  const later = repetitionsOf(run, slug, [LATER]).filter((each) => !isForgotten(each, others));
  const own = [...repetitionsOf(run, slug, ON_ONE), ...later];
  const isApart =
    own.length === 0 && isClosedAfterFirst(run.cases.get(`repetition/same-${slug}-twice`));
  const one = isApart ? others : own;
  const [onOne, onOthers] = [sequenceOf(one), sequenceOf(others)];
  const isEnough = one.length > 0 && Math.min(onOne.count, onOthers.count) >= FEWEST;
  if (!isEnough) return undefined;
  const between = repetitionsOf(run, slug, ["between-other"]);
  const isNew = isNewOnOne(run) ?? (one.some(hasFirstAgain(1)) || between.some(hasFirstAgain(2)));
  const byRequest = !isApart && isNew;
  const byConnection = !isApart && !byRequest && isByConnection(run, onOne, onOthers);
  return { slug, one, others, isApart, byConnection, byRequest, onOne, onOthers };
}

/** Whether a later request of a sequence, of those that equal the first one, got the same response. */
const hasFirstAgain =
  (each: number) =>
  ({ sendings }: Sendings): boolean =>
    sendings.some(({ words }) =>
      words.some((word, at) => at > 0 && at % each === 0 && word === words[0]),
    );

/**
 * What the target does with an identity again, as codes for decisions: the first response and the next one, if they are always
 * the same. `tells`: duplicates can be distinguished from first requests, on any connection. `isApart`: the target closes each
 * connection after its response. Undefined where the run does not show it.
 */
export function repeatedIdentity(
  run: RunFold,
):
  | { first: string; again: string; tells: boolean; withoutRace: number; isApart: boolean }
  | undefined {
  const repeated = repeatedIn(run);
  if (repeated === undefined || isContradictory(repeated)) return undefined;
  const [first = "", again = ""] = settled(repeated.onOne);
  if (classOf(first) !== "2xx") return undefined;
  const { isApart } = repeated;
  const inOrder = inOrderOf(repeated);
  const withoutRace = roundsWithoutRace(run, inOrder);
  return { first, again, tells: tellsDuplicates(inOrder.words), withoutRace, isApart };
}

/** The responses one after the other, on any connections. */
function inOrderOf({ onOne, onOthers, isApart, byConnection }: Repeated) {
  // If each connection has a memory of its own, requests on several of them have no common order.
  const known = settled(onOne);
  const elsewhere = byConnection ? [] : settled(onOthers);
  const isAlike = !isApart && known.every((word, at) => word === elsewhere[at]);
  return { words: elsewhere, count: onOthers.count + (isAlike ? onOne.count : 0) };
}

function foundIn(run: RunFold, repeated: Repeated): Found[] {
  const { slug, one, others, isApart, onOne, onOthers } = repeated;
  const base = { slug, case: one[0]?.fold.case.id ?? "", ...(isApart && { isApart }) };
  if (isContradictory(repeated)) {
    const all = isApart ? others : [...one, ...others];
    const late = lateOf(all);
    if (late !== undefined) return [{ ...base, ...late }];
    const stores = severalStores(run, repeated);
    return stores.length === 0 ? variesOf(base, all) : stores.map((each) => ({ ...base, ...each }));
  }
  if (classOf(onOne.words[0] ?? "") !== "2xx") return [];
  const known = settled(onOne);
  const elsewhere = onOthers.words.map((word) =>
    word === undefined ? [...onOthers.seen.keys()] : [word],
  );
  const same = sameResponse(run, [...one, ...others], {
    fresh: [...run.cases.keys()].find((id) => id.startsWith(otherFresh(slug))),
    other: sendingsOf(withOtherValue(run, slug))?.sendings ?? [],
    respelled: `repetition/same-${slug}-dot-zero`,
  });
  const count = onOthers.count + (isApart ? 0 : onOne.count);
  const again = againOf(base, { known, elsewhere, same, count });
  const [{ elsewhere: apart = undefined } = {}] = again;
  const inOrder = inOrderOf(repeated);
  const isIdempotent = same === "same-response" && isConstant(known);
  const races = isIdempotent ? raceOfBodies(run, inOrder) : raceIn(run, inOrder);
  const onOneOnly = { ...base, ...(apart !== undefined && { elsewhere: apart }) };
  const other = otherValue(run, onOneOnly, known);
  return [
    ...races.map((race) => ({ ...base, ...race })),
    ...storedLater(run, [...known, ...elsewhere.flat()]).map((found) => ({ ...base, ...found })),
    ...(apart === undefined ? [] : severalStores(run, repeated)).map((each) => ({
      ...base,
      ...each,
    })),
    ...again,
    ...(again.length > 0 || other?.code === "other-value-refused" ? [other ?? []].flat() : []),
    ...spellings(run, onOneOnly, known),
    ...further(run, repeated).map((found) => ({ ...base, ...found })),
  ];
}

/** What the cases after the suites show. */
function further(run: RunFold, repeated: Repeated): Omit<Found, "slug">[] {
  const { slug } = repeated;
  const inOrder = inOrderOf(repeated);
  const [first = "", again = ""] = inOrder.words;
  const known = tellsDuplicates(inOrder.words) ? { first, again } : undefined;
  const idOf = (name: string): string => `repetition/same-${slug}-${name}`;
  const other = [...run.cases.keys()].find((id) => id.startsWith(otherFresh(slug)));
  const soon = { word: answersOf(run, idOf(LATER))?.words[1], case: idOf(LATER) };
  const by = sameBy(run, { slug, first, again });
  // The zeros of a run have other values next to them.
  const isBySlug = by[0]?.fields?.join() === slug;
  const isRaced = raceIn(run, inOrder).length > 0;
  const ofDuplicates = known && [
    ...by,
    ...(isBySlug ? zeroSpelling(run, { slug, ...known }, isRaced) : []),
    ...textForms(run, { slug, ...known }),
    ...remembered(run, known, soon),
    ...afterRestart(run, known),
  ];
  const same = answersOf(run, idOf("two-connections"));
  return [
    ...(ofDuplicates ?? []),
    ...(inOrder.words.length === 0
      ? []
      : keySentences(run, { same, other: answersOf(run, other ?? "") })),
    ...afterDelete(run, known),
    ...readBackIn(run),
  ];
}

const otherFresh = (slug: string): string => `repetition/other-${slug}-other-`;

/**
 * Whether the responses have no rule: they vary at a place of the sequence, or the places differ, and not in the same way on
 * one connection as on others. Where new connections get the first response again, the connection is the rule.
 */
function isContradictory({ onOne, onOthers, byConnection }: Repeated): boolean {
  const all = [onOne.words, onOthers.words];
  if (onOne.words.includes(undefined) || onOne.words[0] !== onOthers.words[0]) return true;
  if (byConnection) return false;
  return (
    all.flat().includes(undefined) ||
    (!onOne.words.every((word, at) => word === onOthers.words[at]) &&
      all.some((words) => new Set(words.slice(1)).size > 1))
  );
}

/** Below this probability it is not by chance that repetitions get the first response on other connections only. */
const BY_CHANCE = 0.05;

/** Whether some new connections, or all, get the first response again: several processes that each remember for themselves look the same. */
function isByConnection(run: RunFold, onOne: Sequence, onOthers: Sequence): boolean {
  const [first = "", ...later] = settled(onOne);
  const firsts = onOthers.seen.get(first) ?? 0;
  const all = [...onOthers.seen.values()].reduce((total, each) => total + each, 0);
  const share = (firsts - (all - onOthers.count)) / onOthers.count;
  if (later.includes(first) || share <= 0) return false;
  const isShown = isNewOnOne(run) === false && storesOf(run) !== undefined;
  return isShown || (1 - share) ** onOne.count <= BY_CHANCE;
}

/**
 * Nothing where no request was accepted, or where each identity got one response: then it is not about how often it was sent, but
 * about its value or the server.
 */
function variesOf(base: Base, all: readonly Sendings[]): Found[] {
  if (all.every(({ sendings }) => sendings.every(({ words }) => isConstant(words)))) return [];
  const { seen } = sequenceOf(all);
  if (![...seen.keys()].some((word) => classOf(word) === "2xx")) return [];
  const count = sum([...seen.values()]);
  const responses = [...seen].map(([word, times]) => `${word} ×${times}`);
  return [{ ...base, code: "varies", responses, count, of: count }];
}

type Base = { slug: string; case: string; isApart?: boolean; elsewhere?: string };
/** `elsewhere`: by place, all responses on other connections. */
type Known = { known: string[]; elsewhere: string[][]; same: Same; count: number };

function againOf(base: Base, { known, elsewhere, same, count }: Known): Found[] {
  const [first = "", again = ""] = known;
  const all = { ...base, responses: known, count, of: count };
  if (known.some((word, at) => word !== elsewhere[at]?.join())) {
    const others = new Set(elsewhere.slice(1).flat());
    return [{ ...all, code: "per-connection", elsewhere: [...others].join(" or ") }];
  }
  if (!isConstant(known.slice(1))) return [{ ...all, code: "in-turn" }];
  if (same !== undefined) return [{ ...all, code: same }];
  if (first === again) return [];
  return [{ ...all, code: classOf(again) === "2xx" ? "accepted" : "refused" }];
}

const otherStart = (slug: string): string => `repetition/same-${slug}-other-`;

const otherValueCase = (run: RunFold, slug: string): CaseFold | undefined =>
  [...run.cases.values()].find(
    ({ case: { id, sameIdentity } }) => sameIdentity === true && id.startsWith(otherStart(slug)),
  );

const withOtherValue = (run: RunFold, slug: string): CaseFold | undefined =>
  repetitionCase(run, otherValueCase(run, slug)?.case.id ?? "");

/** The same identity with other values of the other fields. */
function otherValue(run: RunFold, base: Base, [first, again]: string[]): Found | undefined {
  const fold = otherValueCase(run, base.slug);
  const pair = pairOf(withOtherValue(run, base.slug));
  if (fold === undefined || pair === undefined || pair.words[0] !== first) return undefined;
  const [, second = ""] = pair.words;
  return {
    ...base,
    code: classOf(second) === "2xx" ? "other-value-accepted" : "other-value-refused",
    responses: [...pair.words, ...(second === first && again !== first ? ["new"] : [])],
    count: pair.count,
    of: pair.count,
    case: fold.case.id,
    other: fold.case.id.slice(otherStart(base.slug).length),
  };
}

/** The two responses of a case that always gets the same two. */
function pairOf(fold: CaseFold | undefined): { words: string[]; count: number } | undefined {
  const found = sendingsOf(fold);
  const { words, count } = sequenceOf(found === undefined ? [] : [found]);
  const pair = words.filter((word) => word !== undefined);
  return pair.length === 2 ? { words: pair, count } : undefined;
}

/** By which numerals two requests have the same identity. A refusal may be due to the numeral itself, except for a 409. */
function spellings(run: RunFold, base: Base, [first, again = ""]: string[]): Found[] {
  if (first === again || (classOf(again) !== "2xx" && again !== "409")) return [];
  const seen = Object.entries({ ...NUMERALS, ...OTHER_NUMERALS }).flatMap(([name, text]) => {
    const id = `repetition/same-${base.slug}-${name}`;
    const pair = pairOf(repetitionCase(run, id));
    return pair === undefined || pair.words[0] !== first ? [] : [{ id, name, text, pair }];
  });
  const listed = (code: "same-spellings" | "other-spellings", as: string | undefined): Found[] => {
    const shown = seen.filter(
      ({ name, pair }) =>
        pair.words[1] === as && (code === "same-spellings" || Object.hasOwn(NUMERALS, name)),
    );
    const [lead] = shown;
    if (lead === undefined) return [];
    const count = sum(shown.map(({ pair }) => pair.count));
    const texts = shown.map(({ text }) => text);
    const found = { ...base, code, responses: lead.pair.words, count, of: count, case: lead.id };
    return [{ ...found, spellings: texts }];
  };
  return [...listed("same-spellings", again), ...listed("other-spellings", first)];
}
