import { interfaceOf } from "../../contract/index.ts";
import { stateCase, type StateSentence } from "../../model/index.ts";
import type { RunFold } from "../run-fold.ts";
import { pairOf } from "./memory.ts";

type Found = Omit<StateSentence, "text">;

/** The name of the identity, and the responses to the first request with one and to later ones. */
type Repeated = { slug: string; first: string; again: string };

/** Other ways to write the same request: the same values, other bytes. */
const REWRITTEN = ["spaces", "keys-reversed"];

/**
 * By what two requests are the same: the identity alone, the identity together with other fields, or their bytes. Only where
 * a duplicate is distinguished from a first request.
 */
export function sameBy(run: RunFold, { slug, first, again }: Repeated): Found[] {
  const start = `repetition/same-${slug}-`;
  const other = [...run.cases.values()]
    .map((fold) => fold.case)
    .find(({ id, sameIdentity }) => sameIdentity === true && id.startsWith(`${start}other-`))?.id;
  const words = pairOf(run, other ?? "")?.words;
  if (other === undefined || words === undefined || words[0] !== first) return [];
  const found = (fields: string[], id: string): Found[] => [
    { code: "same-by", responses: [first, again], count: 1, of: 1, fields, case: id },
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
): Found[] {
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
export function textForms(run: RunFold, { first, again }: Repeated): Found[] {
  const seen = Object.entries(FORMS).flatMap(([name, words]) => {
    const id = stateCase(`form-${name}`);
    const pair = pairOf(run, id)?.words;
    return pair?.[0] === first ? [{ id, words, second: pair[1] }] : [];
  });
  return (
    [
      ["same-forms", again],
      ["other-forms", first],
    ] as const
  ).flatMap(([code, word]): Found[] => {
    const shown = seen.filter(({ second }) => second === word);
    const [lead] = shown;
    if (lead === undefined) return [];
    const spellings = shown.map(({ words }) => words);
    return [{ code, responses: [first, word], count: 1, of: 1, spellings, case: lead.id }];
  });
}
