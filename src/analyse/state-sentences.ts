import { interfaceOf } from "../contract/index.ts";
import { freshTexts } from "../generate/index.ts";
import {
  classOf,
  isRateLimited,
  isUnavailable,
  rawText,
  resultWord,
  type RequestResult,
  type StateSentence,
} from "../model/index.ts";
import { sum } from "../stats/index.ts";
import { type FoundState as Found, wordedState } from "./state-text.ts";
import type { CaseFold, RunFold } from "./run-fold.ts";

/** One way in which a case was responded to, and how often. */
type Sending = { answers: readonly RequestResult[]; words: string[]; fresh: number; times: number };
type Sendings = { fold: CaseFold; sendings: Sending[] };

/**
 * The responses to the same request again and again, by place; undefined at a place where they vary. `seen` counts all of them,
 * `count` those after the first.
 */
type Sequence = { words: (string | undefined)[]; seen: Map<string, number>; count: number };

const ON_ONE = ["twice", "3-times", "5-times", "after-250-ms"];
const ON_OTHERS = ["two-connections", "3-connections", "5-connections"];
const AT_ONCE = /^repetition\/at-once-same-(\d+)$/;
const SLUG = /^repetition\/same-(.+)-twice$/;

/** Other forms of a request with the identity 1, as the names of cases have them. */
const NUMERALS: Record<string, string> = { "dot-zero": "1.0", exponent: "1e0", "as-text": '"1"' };
const OTHER_NUMERALS: Record<string, string> = { minus: "-1", fraction: "1.5" };

/** With fewer responses to a repeated request, nothing is said. */
const FEWEST = 3;

/** The chance at which a server that responds at random would be called a race. */
const ERROR_RATE = 0.001;

/**
 * What the target remembers of earlier requests, according to the suite `repetition`; a race comes first. Empty for a target
 * that responds to a repeated identity as to a fresh one, and where the suite was not sent.
 */
export function stateSentences(run: RunFold): StateSentence[] {
  const slug = [...run.cases.values()].flatMap(({ case: { id, sameIdentity } }) =>
    sameIdentity === true ? (SLUG.exec(id)?.[1] ?? []) : [],
  )[0];
  if (slug === undefined) return [];
  const one = casesOf(run, slug, ON_ONE);
  const others = casesOf(run, slug, ON_OTHERS);
  return foundIn(run, slug, one, others).map(wordedState);
}

function foundIn(run: RunFold, slug: string, one: Sendings[], others: Sendings[]): Found[] {
  const [onOne, onOthers] = [sequenceOf(one), sequenceOf(others)];
  const [lead] = one;
  if (lead === undefined || Math.min(onOne.count, onOthers.count) < FEWEST) return [];
  const base = { slug, case: lead.fold.case.id };
  if (isContradictory(onOne, onOthers)) return variesOf(base, sequenceOf([...one, ...others]).seen);
  if (classOf(onOne.words[0] ?? "") !== "2xx") return [];
  const [known, elsewhere] = [settled(onOne), settled(onOthers)];
  const isAlike = known.every((word, at) => word === elsewhere[at]);
  const isSame = isSameResponse(run, slug, [...one, ...others]);
  const again = againOf(base, { known, elsewhere, isSame, count: onOne.count + onOthers.count });
  const other = otherValue(run, base, known);
  return [
    ...raceOf(run, base, elsewhere, onOthers.count + (isAlike ? onOne.count : 0)),
    ...again,
    ...(again.length > 0 || other?.code === "other-value-refused" ? [other ?? []].flat() : []),
    ...spellings(run, base, known),
  ];
}

/**
 * Whether the responses have no rule: they vary at a place of the sequence, or the places differ, and not in the same way on
 * one connection as on others.
 */
function isContradictory(onOne: Sequence, onOthers: Sequence): boolean {
  const all = [onOne.words, onOthers.words];
  if (all.flat().includes(undefined) || onOne.words[0] !== onOthers.words[0]) return true;
  return (
    !onOne.words.every((word, at) => word === onOthers.words[at]) &&
    all.some((words) => new Set(words.slice(1)).size > 1)
  );
}

/** Nothing where no request was accepted: then it is not about the identity. */
function variesOf(base: Base, seen: Sequence["seen"]): Found[] {
  if (![...seen.keys()].some((word) => classOf(word) === "2xx")) return [];
  const count = sum([...seen.values()]);
  const responses = [...seen].map(([word, times]) => `${word} ×${times}`);
  return [{ ...base, code: "varies", responses, count, of: count }];
}

const settled = ({ words }: Sequence): string[] => words.filter((word) => word !== undefined);

const nameOf = ({ case: { id } }: CaseFold): string => id;

/** The cases of a run in which the identity is sent again, of those names. */
const casesOf = (run: RunFold, slug: string, names: readonly string[]): Sendings[] =>
  names.flatMap((name) => sendingsOf(run.cases.get(`repetition/same-${slug}-${name}`)) ?? []);

/** The judged sendings of a case: those with every response, and none of a rate limit or an overload. */
function sendingsOf(fold: CaseFold | undefined): Sendings | undefined {
  if (fold === undefined) return undefined;
  const sendings = [...fold.first].flatMap(([signature, { answers, fresh }]): Sending[] => {
    const times = fold.signatures.filter(
      (each, at) => each === signature && fold.slow?.includes(at) !== true,
    ).length;
    const isDisturbed = answers.some(
      (each) => each.outcome !== "answered" || isRateLimited(each) || isUnavailable(each),
    );
    return times === 0 || isDisturbed
      ? []
      : [{ answers, words: answers.map(resultWord), fresh, times }];
  });
  return sendings.length === 0 ? undefined : { fold, sendings };
}

function sequenceOf(cases: readonly Sendings[]): Sequence {
  const places: Set<string>[] = [];
  const seen = new Map<string, number>();
  let count = 0;
  for (const { words, times } of cases.flatMap(({ sendings }) => sendings)) {
    for (const [at, word] of words.entries()) {
      (places[at] ??= new Set()).add(word);
      seen.set(word, (seen.get(word) ?? 0) + times);
      if (at > 0) count += times;
    }
  }
  return {
    words: places.map((each) => (each.size === 1 ? [...each][0] : undefined)),
    seen,
    count,
  };
}

type Base = { slug: string; case: string };
type Known = { known: string[]; elsewhere: string[]; isSame: boolean; count: number };

const isConstant = (words: readonly string[]): boolean => new Set(words).size === 1;

function againOf(base: Base, { known, elsewhere, isSame, count }: Known): Found[] {
  const [first = "", again = ""] = known;
  const all = { ...base, responses: known, count, of: count };
  if (known.some((word, at) => word !== elsewhere[at]))
    return [{ ...all, code: "per-connection", elsewhere: elsewhere[1] ?? "" }];
  if (!isConstant(known.slice(1))) return [{ ...all, code: "in-turn" }];
  if (isSame) return [{ ...all, code: "same-response" }];
  if (first === again) return [];
  return [{ ...all, code: classOf(again) === "2xx" ? "accepted" : "refused" }];
}

const digestOf = (each: RequestResult | undefined): string | undefined =>
  each?.outcome === "answered" && each.response.body.bytes > 0
    ? (each.response.decoded ?? each.response.body).sha256
    : undefined;

/**
 * Whether the same request again is accepted with the body of the first response. With the same status as well, that body has
 * to have a value that the server made, and other values of the other fields must not change it: else the server may not
 * remember at all.
 */
function isSameResponse(run: RunFold, slug: string, cases: readonly Sendings[]): boolean {
  const all = cases.flatMap(({ sendings }) => sendings);
  const isEqual = all.every(({ answers }) =>
    answers.every(
      (each) =>
        classOf(resultWord(each)) === "2xx" &&
        digestOf(each) !== undefined &&
        digestOf(each) === digestOf(answers[0]),
    ),
  );
  if (!isEqual) return false;
  if (all.some(({ words }) => !isConstant(words))) return true;
  const other = sendingsOf(otherValueCase(run, slug))?.sendings ?? [];
  const isKept = other.every(
    ({ answers: [one, two], words }) =>
      digestOf(one) === digestOf(two) || classOf(words[1] ?? "") !== "2xx",
  );
  return other.length > 0 && isKept && isMade(run, slug);
}

/** Whether two requests with different fresh values get bodies that differ in something else. */
function isMade(run: RunFold, slug: string): boolean {
  const fresh = [...run.cases.values()].find(({ case: { id } }) =>
    id.startsWith(`repetition/other-${slug}-other-`),
  );
  const { firstId = 0 } = run.header ?? {};
  const from = interfaceOf(run.header ?? {});
  const pairs = sendingsOf(fresh)?.sendings ?? [];
  return (
    pairs.length > 0 &&
    pairs.every(({ answers: [one, other], fresh: at }) => {
      const sent =
        fresh === undefined ? [] : freshTexts(fresh.case.request, { firstId, fresh: at, from });
      return textOf(one, sent) !== textOf(other, sent);
    })
  );
}

/** The text of a body without the values that were sent. */
function textOf(each: RequestResult | undefined, sent: readonly string[]): string {
  if (each?.outcome !== "answered") return "";
  const text = rawText((each.response.decoded ?? each.response.body).text ?? "");
  const longestFirst = sent.toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce((left, value) => left.replaceAll(value, ""), text);
}

const otherStart = (slug: string): string => `repetition/same-${slug}-other-`;

const otherValueCase = (run: RunFold, slug: string): CaseFold | undefined =>
  [...run.cases.values()].find(
    ({ case: { id, sameIdentity } }) => sameIdentity === true && id.startsWith(otherStart(slug)),
  );

/** The same identity with other values of the other fields. */
function otherValue(run: RunFold, base: Base, [first, again]: string[]): Found | undefined {
  const fold = otherValueCase(run, base.slug);
  const pair = pairOf(fold);
  if (fold === undefined || pair === undefined || pair.words[0] !== first) return undefined;
  const [, second = ""] = pair.words;
  return {
    ...base,
    code: classOf(second) === "2xx" ? "other-value-accepted" : "other-value-refused",
    responses: [...pair.words, ...(second === first && again !== first ? ["new"] : [])],
    count: pair.count,
    of: pair.count,
    case: nameOf(fold),
    other: nameOf(fold).slice(otherStart(base.slug).length),
  };
}

/** The two responses of a case that always gets the same two. */
function pairOf(fold: CaseFold | undefined): { words: string[]; count: number } | undefined {
  const found = sendingsOf(fold);
  const { words, count } = sequenceOf(found === undefined ? [] : [found]);
  const pair = words.filter((word) => word !== undefined);
  return pair.length === 2 ? { words: pair, count } : undefined;
}

/**
 * By which numerals two requests have the same identity. A refusal may be due to the numeral itself, except for a 409.
 */
function spellings(run: RunFold, base: Base, [first, again = ""]: string[]): Found[] {
  if (first === again || (classOf(again) !== "2xx" && again !== "409")) return [];
  const seen = Object.entries({ ...NUMERALS, ...OTHER_NUMERALS }).flatMap(([name, text]) => {
    const id = `repetition/same-${base.slug}-${name}`;
    const pair = pairOf(run.cases.get(id));
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
    return [
      {
        ...base,
        code,
        responses: lead.pair.words,
        count,
        of: count,
        case: lead.id,
        spellings: texts,
      },
    ];
  };
  return [...listed("same-spellings", again), ...listed("other-spellings", first)];
}

/**
 * More equal requests at the same moment accepted like the first one than in any order, one after the other. Equal requests
 * have one order only, so that their responses have to be the first ones of the sequence. Said only if the responses one after
 * the other are always the same, if there are no others at the same moment, and if a server that responds at random would
 * show it in less than 0.1% of runs: Fisher's exact test, one-sided (R. A. Fisher, The Design of Experiments, 1935, II).
 */
function raceOf(run: RunFold, base: Base, words: string[], settledCount: number): Found[] {
  const [first = "", ...later] = words;
  if (later.length < 2 || later.includes(first) || !isConstant(later)) return [];
  const rounds = [...run.cases.values()]
    .filter(({ case: { id } }) => AT_ONCE.test(id))
    .flatMap((fold) => (sendingsOf(fold)?.sendings ?? []).map((each) => ({ ...each, fold })))
    .filter((each) => each.words.every((word) => words.includes(word)))
    .map((each) => ({ ...each, accepted: each.words.filter((word) => word === first).length }));
  const surplus = sum(rounds.map(({ accepted, times }) => Math.max(accepted - 1, 0) * times));
  const tried = sum(rounds.map((each) => (each.words.length - 1) * each.times));
  if (surplus === 0 || chanceOf(surplus, tried, settledCount) > ERROR_RATE) return [];
  const [most] = rounds.toSorted(
    (a, b) => b.accepted / b.words.length - a.accepted / a.words.length || b.accepted - a.accepted,
  );
  if (most === undefined) return [];
  const { accepted, words: responses, fold } = most;
  return [
    {
      ...base,
      code: "race",
      responses: [first, later[0] ?? ""],
      count: accepted,
      of: responses.length,
      case: nameOf(fold),
    },
  ];
}

/** The chance that all of `surplus` events are among `tried` of `tried + others` places. */
function chanceOf(surplus: number, tried: number, others: number): number {
  let chance = 1;
  for (let at = 0; at < surplus; at += 1) chance *= (tried - at) / (tried + others - at);
  return chance;
}
