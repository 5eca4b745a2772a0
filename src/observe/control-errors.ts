import { classOf, isRateLimited, isSameLoss, resultWord } from "../model/index.ts";
import type { Dispatched } from "./dispatcher.ts";
import type { SentCount } from "./sent-count.ts";
import type { Journal } from "./journal.ts";
import { LOST, type NoiseSearch } from "./noise-search.ts";

/** Fewer errors of one kind may be noise of the whole run. */
const LEAST = 4;
/**
 * If every control may get the error alike, k errors lie within a share s of all controls with a probability of at most k s^(k-1): the
 * distribution of the range of k uniform numbers. More probable ones are not told.
 */
const BY_CHANCE = 1e-3;
/** So probable are good controls or results after the last error by chance, if the errors have not ended. */
const STILL = 1e-3;
/** Where only some requests get the error, good controls come between: fewer rows for each error are times in which all got it, */
const LEAST_ROWS = 0.3;
/** unless so few are at least this probable for as many errors and good controls in any order. */
const FEW_ROWS = 0.15;

type Known = Pick<NoiseSearch, "sinceMs" | "lastOf" | "lost">;

/** What is told otherwise: these responses, and controls that got one at a time in which every request did. */
export type Explained = {
  words: readonly string[];
  times: readonly { got: string; fromMs: number; toMs?: number | undefined }[];
};

type Asked = Pick<Dispatched, "answers" | "resent">;

/** Lost on a kept connection, and then sent again by the client: with which outcome is not known. */
const RESENT = "resent";

type Control = { word: string; isError: boolean; atMs: number; request: number };

/** Finds an error that some controls got for a while, and others between them did not: it does not depend on what is sent. */
export class ControlErrors {
  readonly #controls: Control[] = [];
  readonly #before: number;

  /** What was sent before the first control: it counts if none of it got an error. */
  constructor({ sent, errors }: Pick<SentCount, "sent" | "errors"> = { sent: 0, errors: 0 }) {
    this.#before = errors > 0 ? 0 : sent;
  }

  /** Takes what a control got, and how many results came before it. */
  add({ answers, resent = 0 }: Asked, { atMs, results }: { atMs: number; results: number }) {
    const result = answers.at(-1);
    if (resent > 0)
      this.#controls.push({ word: RESENT, isError: true, atMs, request: results + 1 });
    const word = resultWord(result);
    const isError =
      result !== undefined &&
      (classOf(word) === "5xx" || result.outcome !== "answered") &&
      !isRateLimited(result);
    this.#controls.push({ word, isError, atMs, request: results + 1 });
  }

  /** Returns the errors that are noted, without what is explained. Other requests may have got one earlier than a control. */
  note(
    journal: Pick<Journal, "note">,
    { words, times }: Explained = { words: [], times: [] },
    { noise, results }: { noise?: Known; results: number } = { results: 0 },
  ): string[] {
    const noted: string[] = [];
    const controls = this.#controls.filter(
      ({ word, atMs }) =>
        !times.some(
          ({ got, fromMs, toMs = Infinity }) =>
            isSameLoss(got, word) && fromMs <= atMs && atMs <= toMs,
        ),
    );
    const errors = controls.filter((each) => each.isError).map(wordOf);
    for (const word of new Set([...errors, ...(noise?.lost ?? [])])) {
      if (words.includes(word) || word === RESENT) continue;
      const good = noise === undefined ? 0 : results - noise.lastOf(word);
      const found = spellOf(word, { controls, before: this.#before, good });
      if (found === undefined) continue;
      const { from, to, failed, asked, stays } = found;
      noted.push(word);
      const fromMs = Math.min(from.atMs, noise?.sinceMs(word) ?? Infinity);
      journal.note({
        kind: "surroundings",
        code: "errors-for-a-while",
        word,
        request: from.request,
        fromMs: Math.round(fromMs),
        forMs: Math.round(to.atMs - fromMs),
        failed,
        asked,
        stays: stays || undefined,
      });
    }
    return noted;
  }
}

/**
 * The time in which some controls got this error; undefined if it is none. `before`: requests before the first control that got no error;
 * `good`: results since the last error. These count as controls do: they come right after it, and there are many more of them.
 */
function spellOf(
  word: string,
  { controls, before, good }: { controls: readonly Control[]; before: number; good: number },
): { from: Control; to: Control; failed: number; asked: number; stays: boolean } | undefined {
  const isOf = (each: Control | undefined): boolean =>
    each !== undefined && (each.word === word || (each.word === RESENT && LOST.has(word)));
  const [first, last] = [controls.findIndex(isOf), controls.findLastIndex(isOf)];
  const spell = controls.slice(first, last + 1);
  const failed = spell.filter(isOf).length;
  const after = Math.max(controls.length - 1 - last, good);
  // So many others after them may be chance, by the rule of succession: a spell ends with an error.
  const stays = (1 - (failed + 1) / (spell.length + 2)) ** after > STILL;
  const share = spell.length / (controls.length + before);
  const [from, to] = [spell[0], spell.at(-1)];
  const isShort = failed * share ** (failed - 1) <= BY_CHANCE;
  const rows = spell.filter((each, nth) => isOf(each) && !isOf(spell[nth + 1])).length;
  const isMixed =
    rows >= LEAST_ROWS * failed || ofSoFewRows(rows, failed, spell.length - failed) > FEW_ROWS;
  const isSpell = isMixed && failed >= LEAST && isShort;
  if (from === undefined || to === undefined || !isSpell) return undefined;
  return { from, to, failed, asked: spell.length, stays };
}

const wordOf = ({ word }: Control): string => word;

/**
 * How probable so few rows of errors are in a random order of errors and good controls that begins and ends with an error: the
 * distribution of the number of runs (Wald and Wolfowitz 1940). One good control shows nothing about an order.
 */
function ofSoFewRows(rows: number, failed: number, good: number): number {
  if (good < 2) return 0;
  let ways = 0;
  for (let each = 2; each <= rows; each += 1)
    ways += choose(failed - 1, each - 1) * choose(good - 1, each - 2);
  return ways / choose(failed + good - 2, good);
}

const choose = (of: number, some: number): number =>
  some > of
    ? 0
    : Array.from({ length: some }).reduce<number>(
        (all, _, nth) => (all * (of - nth)) / (nth + 1),
        1,
      );
