import type { Case, OutcomeWord, Policy, RequestResult } from "../model/index.ts";
import { escapedPattern } from "../generate/index.ts";
import { joinedWords } from "../text/index.ts";
import { classOf, isExplored, signatureOf, signatureWords, statusWord } from "../model/index.ts";
import { suiteOf } from "../model/index.ts";

/** A parsed selector of a policy: the kind of name that it matches, and whether it matches a case. */
export type Selector = {
  by: "all" | "suite" | "case" | "tag";
  name: string;
  picks: (each: Case) => boolean;
};

const TAG = "tag:";

/** Parses a selector. Tags match nothing that exploration sent: its evidence is not a sample. */
export function parseSelector(text: string): Selector {
  if (text === "*") return { by: "all", name: text, picks: () => true };
  if (text.startsWith(TAG)) {
    const name = text.slice(TAG.length);
    const picks = ({ id, clauses, family }: Case): boolean =>
      !isExplored(id) && (clauses.includes(name) || family === name);
    return { by: "tag", name, picks };
  }
  const fits = globTest(text);
  if (text.includes("/")) return { by: "case", name: text, picks: ({ id }) => fits(id) };
  return { by: "suite", name: text, picks: ({ id }) => fits(suiteOf(id)) };
}

export function quarantineOf({ quarantine = [] }: Policy): (sent: Case) => boolean {
  const selectors = quarantine.map(({ cases }) => parseSelector(cases));
  return (sent) => selectors.some(({ picks }) => picks(sent));
}

export function globTest(glob: string): (text: string) => boolean {
  const source = escapedPattern(glob).replaceAll("\\*", ".*").replaceAll("\\?", ".");
  const pattern = new RegExp(`^${source}$`, "su");
  return (text) => text === glob || pattern.test(text);
}

export const isGlob = (text: string): boolean => /[*?]/.test(text);

export const listOf = <T>(given: T | readonly T[]): readonly T[] =>
  Array.isArray(given) ? (given as readonly T[]) : [given as T];

export const resultFits = (words: readonly OutcomeWord[], result: RequestResult): boolean =>
  signatureFits(words, signatureOf({ answers: [result] }));

/** Whether every response in a signature (`201`, `reset`, `201 ×3, closed`) is one of these. */
export const signatureFits = (words: readonly OutcomeWord[], signature: string): boolean =>
  signatureWords(signature).every((word) => words.some((each) => wordFits(String(each), word)));

function wordFits(wanted: string, got: string): boolean {
  // A policy is about statuses, whatever a body says.
  const word = statusWord(got);
  if (wanted === word) return true;
  const isResponse = /^\d/.test(word) || word === "answered";
  if (wanted === "answered") return isResponse;
  if (wanted === "no-answer") return !isResponse;
  return /^[1-5]xx$/.test(wanted) && classOf(word) === wanted;
}

/** "2xx", "2xx or 4xx", "2xx, 4xx or reset". */
export const orText = (words: readonly OutcomeWord[]): string =>
  joinedWords(words.map(String), "or");
