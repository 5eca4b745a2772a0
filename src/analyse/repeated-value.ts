import { exampleBytes, requestFreshCount, requestSize } from "../generate/index.ts";
import {
  rawText,
  resultWord,
  type CaseRequest,
  type Interface,
  type RequestResult,
  type UniqueField,
} from "../model/index.ts";

/** Without digits next to them, because parts of a UUID are not words. */
const WORD = /(?<![0-9a-z])[a-z]{3,}(?![0-9a-z])/g;
/** The words of larger requests are not compared: a message about a repeated value does not have them. */
const MOST_BYTES = 70_000;

const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().match(WORD));

/** The words of a response that its request does not have, in order: what the message says, without the value. */
export function saidWords(result: RequestResult, request: CaseRequest, from: Interface): string[] {
  if (result.outcome !== "answered") return [];
  const { body, decoded = body } = result.response;
  return [...wordsIn(rawText(decoded.text ?? ""))].filter(isNotIn(request, from)).toSorted();
}

/** Whether a word is not in the body of a request. */
function isNotIn(request: CaseRequest, from: Interface): (word: string) => boolean {
  const sent =
    request.sender === "client" && requestSize(request, from) <= MOST_BYTES
      ? exampleBytes(request.body, from).toString("latin1")
      : "";
  const own = wordsIn(sent);
  return (word) => !own.has(word);
}

/**
 * Whether a response is the one that a repeated value of a unique field gets, to a request in which this value is not
 * fresh. It says nothing about the request: an earlier one of this run, or of another, had the same value.
 */
export function isRepeatedValue(
  answers: readonly RequestResult[],
  request: CaseRequest,
  { unique, from }: { unique: readonly UniqueField[]; from: Interface },
): boolean {
  const [result, ...others] = answers;
  if (unique.length === 0 || result === undefined || others.length > 0) return false;
  const word = resultWord(result);
  const fixed = unique.filter(
    ({ path, signature }) => signature === word && requestFreshCount(request, path) === 0,
  );
  if (fixed.length === 0) return false;
  const said = saidWords(result, request, from).join(" ");
  // A word of the message may be in this value: `mail` of "the e-mail address ... is taken".
  const isSaid = isNotIn(request, from);
  return fixed.some(({ words }) => words.filter(isSaid).join(" ") === said);
}

/**
 * Whether a request has a value of a unique field that another request may send at the same time: an error of the server may
 * then be due to both.
 */
export const mayCollide = (request: CaseRequest, unique: readonly UniqueField[]): boolean =>
  unique.some(({ path }) => requestFreshCount(request, path) === 0);
