import {
  classOf,
  signatureOf,
  signatureWords,
  type OutcomeWord,
  type RequestResult,
} from "../model/index.ts";

/** One word or several, as a list. */
export const listOf = <T>(given: T | readonly T[]): readonly T[] =>
  Array.isArray(given) ? (given as readonly T[]) : [given as T];

/** Whether a response is one of these. */
export function resultFits(words: readonly OutcomeWord[], result: RequestResult): boolean {
  return signatureFits(words, signatureOf({ answers: [result] }));
}

/** Whether every response in a signature (`201`, `reset`, `201 ×3, closed`) is one of these. */
export function signatureFits(words: readonly OutcomeWord[], signature: string): boolean {
  return signatureWords(signature).every((word) =>
    words.some((each) => wordFits(String(each), word)),
  );
}

function wordFits(wanted: string, word: string): boolean {
  if (wanted === word) return true;
  const isResponse = /^\d/.test(word) || word === "answered";
  if (wanted === "answered") return isResponse;
  if (wanted === "no-answer") return !isResponse;
  return /^[1-5]xx$/.test(wanted) && classOf(word) === wanted;
}

/** "2xx", "2xx or 4xx", "2xx, 4xx or reset". */
export function orText(words: readonly OutcomeWord[]): string {
  const all = words.map(String);
  const last = all.pop() ?? "";
  return all.length === 0 ? last : `${all.join(", ")} or ${last}`;
}
