import { type RequestResult, classOf, isRateLimited, resultWord } from "../model/index.ts";
import type { Journal } from "./journal.ts";

/** Fewer errors of one kind may be noise of the whole run. */
const LEAST = 4;
/** How probable so many errors may be within so few of all controls, if each control gets one alike. */
const BY_CHANCE = 1e-3;
/** Of errors that come to some requests only, so many rows are expected for each. */
const LEAST_ROWS = 0.3;

type Control = { word: string; isError: boolean; atMs: number; request: number };

/**
 * Finds an error that some controls got for a while, and others between them did not: one of several servers is down, or some
 * requests are turned away. All controls are the same request, so that it does not depend on what is sent.
 */
export class ControlErrors {
  readonly #controls: Control[] = [];

  /** A control got this, after so many results. */
  add(result: RequestResult | undefined, { atMs, results }: { atMs: number; results: number }) {
    const word = resultWord(result);
    const isError =
      result !== undefined &&
      (classOf(word) === "5xx" || result.outcome !== "answered") &&
      !isRateLimited(result);
    this.#controls.push({ word, isError, atMs, request: results + 1 });
  }

  /** Returns the errors that are noted. */
  note(journal: Pick<Journal, "note">): string[] {
    const noted: string[] = [];
    for (const word of new Set(this.#controls.filter((each) => each.isError).map(wordOf))) {
      const isOf = (each: Control | undefined): boolean => each?.word === word;
      const [first, last] = [this.#controls.findIndex(isOf), this.#controls.findLastIndex(isOf)];
      const spell = this.#controls.slice(first, last + 1);
      const failed = spell.filter(isOf).length;
      const share = spell.length / this.#controls.length;
      const [from, to] = [spell[0], spell.at(-1)];
      const isShort = failed * share ** (failed - 1) <= BY_CHANCE;
      // Long rows of it are times in which all requests got it: that is another finding.
      const rows = spell.filter((each, nth) => isOf(each) && !isOf(spell[nth + 1])).length;
      if (from === undefined || to === undefined || rows < LEAST_ROWS * failed) continue;
      if (failed < LEAST || !isShort) continue;
      noted.push(word);
      journal.note({
        kind: "surroundings",
        code: "errors-for-a-while",
        word,
        request: from.request,
        fromMs: Math.round(from.atMs),
        forMs: Math.round(to.atMs - from.atMs),
        failed,
        asked: spell.length,
      });
    }
    return noted;
  }
}

const wordOf = ({ word }: Control): string => word;
