import type { Case, RequestResult } from "../model/index.ts";
import { classOf, isTurnedAway, resultWord } from "../model/index.ts";
import { bytesKey, wordsKey } from "./loss-rows.ts";
import { LOST } from "./noise-search.ts";
import type { Returned } from "./target-supervisor.ts";

/** Statuses that a target may send to everyone while it is locked, closed or moved. */
const FOR_EVERYONE: ReadonlySet<number> = new Set([
  301, 302, 307, 308, 401, 402, 403, 421, 423, 425, 451,
]);
/** Results with one response, or without one in time, that are sent again although none got another one. */
const FREE = { others: 150, silent: 20 };
/** Further ones, for each that did get another response. */
const FOR_EACH = 5;
/** A case that got one of them this many times is not sent again. */
const MOST_TRIES = 10;

export const mayBeForEveryone = (result: RequestResult | undefined): boolean =>
  result?.outcome === "answered" && FOR_EVERYONE.has(result.status);

/** Whether a control that got this shows that any result with it may be due to the same change. */
const isOfAll = (result: RequestResult): boolean =>
  mayBeForEveryone(result) || LOST.has(result.outcome) || result.outcome === "timed-out";

/** Responses that every request got for a while. A result with one of them is sent again: it may have met such a time between two controls. */
export class KnownChanges {
  readonly #counts = new Map<string, { again: number; passed: number }>();

  /** A control got this one, and not what it usually gets. */
  heed(result: RequestResult): void {
    const key = wordsKey(result);
    if (isOfAll(result) && !this.#counts.has(key)) this.#counts.set(key, { again: 0, passed: 0 });
  }

  /** Whether it is worth another sending, which is counted. */
  isOne(result: RequestResult | undefined, tries: number): boolean {
    const count = this.#counts.get(wordsKey(result));
    if (count === undefined || tries >= MOST_TRIES) return false;
    const free = result?.outcome === "timed-out" ? FREE.silent : FREE.others;
    if (count.again >= free + FOR_EACH * count.passed) return false;
    count.again += 1;
    return true;
  }

  /** A result that was sent again for this response got another one. */
  passed(key: string): void {
    const count = this.#counts.get(key);
    if (count !== undefined) count.passed += 1;
  }
}

export type RefusedControl = { case: Case; fresh: number; key: string; word: string };

/** A refusal that may be a control: of a hand-chosen case of one request, and about that request. */
export function refusedControl({ sending, dispatched }: Returned): RefusedControl | undefined {
  const { request, sameIdentity, alone, generated } = sending.case;
  const [only, second] = dispatched.answers;
  const isPlain = request.sender === "client" && (sameIdentity ?? alone ?? generated) === undefined;
  if (!isPlain || second !== undefined || only === undefined) return undefined;
  const word = resultWord(only);
  // 409 is about what the target has: others may get it, too.
  const isOther = word === "409" || mayBeForEveryone(only) || isTurnedAway(dispatched);
  if (classOf(word) !== "4xx" || isOther) return undefined;
  return { case: sending.case, fresh: dispatched.fresh, key: bytesKey(only), word };
}
