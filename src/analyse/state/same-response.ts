import { interfaceOf } from "../../contract/index.ts";
import { freshTexts } from "../../generate/index.ts";
import type { RequestResult } from "../../model/index.ts";
import { classOf, rawText, resultWord, stateCase } from "../../model/index.ts";
import type { RunFold } from "../run-fold.ts";
import type { Sendings, UnwordedState } from "./sequences.ts";
import { digestOf, isConstant, repetitionCase, sendingsOf, shownOnce } from "./sequences.ts";
import { pairOf } from "./memory.ts";

export type Same = "same-response" | "same-bytes" | undefined;

/** Cases of two requests: with other identities, with the same one and other values, and with the same one in another spelling. */
type Compared = { fresh: string | undefined; other: Sendings["sendings"]; respelled: string };

/**
 * Whether the same request again is accepted with the body of the first response. With the same status as well, that body has
 * to have a value that the server made, and other values of the other fields must not change it: else the server may not remember
 * at all, but compute the value. If the value is the time of the first response, nothing computes it; then only the same bytes get it.
 */
export function sameResponse(
  run: RunFold,
  cases: readonly Sendings[],
  { fresh, other, respelled }: Compared,
): Same {
  const all = cases.flatMap(({ sendings }) => sendings);
  const isEqual = all.every(({ answers }) =>
    answers.every(
      (each) =>
        classOf(resultWord(each)) === "2xx" &&
        digestOf(each) !== undefined &&
        digestOf(each) === digestOf(answers[0]),
    ),
  );
  if (!isEqual) return undefined;
  if (all.some(({ words }) => !isConstant(words))) return "same-response";
  if (!isMade(run, fresh)) return undefined;
  const isKept = other.every(
    ({ answers: [one, two], words }) =>
      digestOf(one) === digestOf(two) || classOf(words[1] ?? "") !== "2xx",
  );
  if (other.length > 0 && isKept) return "same-response";
  return isMade(run, respelled) && all.every(hasTime(run)) ? "same-bytes" : undefined;
}

const DAY_MS = 86_400_000;
const MOMENT =
  /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?|\b1\d{9}(?:\d{3})?\b/g;

/** Whether the first response of a sending has a time of the run, which no request has. */
function hasTime({ header }: RunFold): (sending: Sendings["sendings"][number]) => boolean {
  const startedMs = Date.parse(header?.startedAt ?? "");
  return ({ answers: [first] }) => {
    if (first?.outcome !== "answered") return false;
    const text = rawText((first.response.decoded ?? first.response.body).text ?? "");
    return (text.match(MOMENT) ?? []).some((found) => {
      const seconds = /^\d+$/.test(found) ? Number(found.slice(0, 10)) : undefined;
      const ms = seconds === undefined ? Date.parse(found) : seconds * 1000;
      return Math.abs(ms - startedMs) < DAY_MS;
    });
  };
}

/** Whether both requests of a case are accepted, with bodies that do not only differ in the sent values. */
function isMade(run: RunFold, id = ""): boolean {
  const fresh = repetitionCase(run, id);
  const { firstId = 0 } = run.header ?? {};
  const from = interfaceOf(run.header ?? {});
  const pairs = sendingsOf(fresh)?.sendings ?? [];
  return (
    pairs.length > 0 &&
    pairs.every(({ answers: [one, other], fresh: at, words }) => {
      const sent =
        fresh === undefined ? [] : freshTexts(fresh.case.request, { firstId, fresh: at, from });
      const areAccepted = words.every((word) => classOf(word) === "2xx");
      return areAccepted && textOf(one, sent) !== textOf(other, sent);
    })
  );
}

/** The text of a body without the values that were sent. */
function textOf(each: RequestResult | undefined, sent: readonly string[]): string {
  if (each?.outcome !== "answered") return "";
  const text = rawText((each.response.decoded ?? each.response.body).text ?? "");
  const longestFirst = sent.toSorted((a, b) => b.length - a.length);
  const left = longestFirst.reduce((rest, value) => rest.replaceAll(value, ""), text);
  // A number that comes back as it was spelled.
  return left.replaceAll(".0", "");
}

/** The name of the identity, and the responses to the first request with one and to later ones. */
type Repeated = { slug: string; first: string; again: string };

/** Other ways to write the same request: the same values, other bytes. */
const REWRITTEN = ["spaces", "keys-reversed"];

/**
 * By what two requests are the same: the identity alone, the identity together with other fields, or their bytes. Only where
 * a duplicate is distinguished from a first request.
 */
export function sameBy(run: RunFold, { slug, first, again }: Repeated): UnwordedState[] {
  const start = `repetition/same-${slug}-`;
  const other = [...run.cases.values()]
    .map((fold) => fold.case)
    .find(({ id, sameIdentity }) => sameIdentity === true && id.startsWith(`${start}other-`))?.id;
  const words = pairOf(run, other ?? "")?.words;
  if (other === undefined || words === undefined || words[0] !== first) return [];
  const found = (fields: string[], id: string): UnwordedState[] => [
    shownOnce("same-by", [first, again], id, { fields }),
  ];
  if (words[1] === again) return found([slug], other);
  // Neither as the same request nor as a new one: a conflict.
  if (words[1] !== first) return [];
  const rewritten = REWRITTEN.map((name) => start + name).find(
    (id) => pairOf(run, id)?.words.join() === `${first},${first}`,
  );
  if (rewritten !== undefined) return found([], rewritten);
  return found([slug, other.slice(`${start}other-`.length)], other);
}

/**
 * Whether -0 is the identity 0. Both are the same in every run, so that only a store that had neither shows it: whichever came
 * first was accepted.
 */
export function zeroSpelling(
  run: RunFold,
  { slug, first, again }: Repeated,
  isRaced: boolean,
): UnwordedState[] {
  const { suites = {} } = interfaceOf(run.header ?? {});
  const suite = suites[slug] ?? `field-${slug}`;
  const minus = `${suite}/minus-zero`;
  const both = [`${suite}/zero`, minus].map((id) => {
    const { signatures: [word = ""] = [], first: seen } = run.cases.get(id) ?? {};
    const { atMs = 0, answers: [answer] = [] } = seen?.get(word) ?? {};
    return { word, atMs, endMs: atMs + (answer?.totalUs ?? 0) / 1000 };
  });
  const base = { responses: [first, again], count: 1, of: 1, spellings: ["-0"], as: "0" };
  // The two cases may have been sent at the same moment.
  if (!isRaced && both.every(({ word }) => word === first))
    return [{ ...base, code: "other-spellings", case: minus }];
  const accepted = both.find(({ word }) => word === first);
  const refused = both.find(({ word }) => word === again);
  // A refusal that came before is due to an earlier run, which left one of the two.
  return again === "409" && accepted && refused && refused.endMs > accepted.atMs
    ? [{ ...base, code: "same-spellings", case: minus }]
    : [];
}

const FORMS: Record<string, string> = {
  "letter-case": "another letter case",
  composed: "another Unicode form (NFC, NFD)",
  "space-after": "a space at its end",
};

/** By which forms of a text two requests have the same identity. */
export function textForms(run: RunFold, { first, again }: Repeated): UnwordedState[] {
  const seen = Object.entries(FORMS).flatMap(([name, words]) => {
    const id = stateCase(`form-${name}`);
    const pair = pairOf(run, id)?.words;
    return pair?.[0] === first ? [{ id, words, second: pair[1] }] : [];
  });
  const found = (code: "same-forms" | "other-forms", word: string): UnwordedState[] => {
    const shown = seen.filter(({ second }) => second === word);
    const spellings = shown.map(({ words }) => words);
    return shown.slice(0, 1).map(({ id }) => shownOnce(code, [first, word], id, { spellings }));
  };
  return [...found("same-forms", again), ...found("other-forms", first)];
}
