import type { NewNote, RequestResult } from "../model/index.ts";
import { hasResponded, resultWord, turnsAway } from "../model/index.ts";
import { saidReason } from "./rate-limited-sender.ts";

/** A limit of each connection is certain after this many in a row that were turned away at the same request, while a new one was not. */
const SAME = 3;
/** Sent again at once, on new connections, so often in vain or without a limit: it is none. */
const MOST_TRIES = 12;
const MOST_FAILED = 3;

/** Finds out whether a target accepts only so many requests on a connection: it turns away what comes later, and a new connection is accepted at once. */
export class ConnectionLimit {
  #turnedAt: number[] = [];
  /** The latest request on a connection that was accepted. */
  #accepted = 0;
  #failed = 0;
  #last: { got: string; reason: string | undefined } | undefined;
  #isNoted = false;

  /** How many requests it accepts on each; all, unless there is a limit. */
  get most(): number {
    const [first, ...others] = this.#turnedAt.slice(-SAME);
    const isSame = others.length + 1 >= SAME && others.every((each) => each === first);
    return isSame && first !== undefined && first > this.#accepted ? first - 1 : Infinity;
  }

  /** Whether what the request with this number on its connection got may be due to that number: worth a new connection. */
  mayBe(result: RequestResult | undefined, nth: number): boolean {
    if (hasResponded(result) && !turnsAway(result)) this.#accepted = Math.max(this.#accepted, nth);
    if (!turnsAway(result) || nth < 2) return false;
    // It is one of something else, which this connection met earlier.
    if (nth <= this.most && Number.isFinite(this.most)) this.#failed = MOST_FAILED;
    if (this.#failed >= MOST_FAILED) this.#turnedAt = [];
    return this.#failed < MOST_FAILED && this.#turnedAt.length < MOST_TRIES;
  }

  /** On a new connection, the same request got this. */
  learn(first: RequestResult | undefined, nth: number, again: RequestResult | undefined): void {
    if (turnsAway(again)) this.#failed += 1;
    else this.#turnedAt.push(nth);
    this.#last = { got: resultWord(first), reason: saidReason(first) };
  }

  /** Once, also where the suites and an exploration share their connections. */
  note(journal: { note: (note: NewNote) => void }): void {
    if (this.#isNoted || !Number.isFinite(this.most) || this.#last === undefined) return;
    this.#isNoted = true;
    journal.note({
      kind: "surroundings",
      code: "connection-limit",
      most: this.most,
      ...this.#last,
    });
  }
}
