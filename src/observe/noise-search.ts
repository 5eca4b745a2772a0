import { hazardOf, isUnfinished } from "../generate/index.ts";
import {
  type Interface,
  type RequestResult,
  classOf,
  isRateLimited,
  resultWord,
} from "../model/index.ts";
import type { PlannedSending, Returned } from "./target-supervisor.ts";

/** A lost request is sent again this many times: more often once others got a response when sent again. */
const MOST_LOST = { unseen: 2, seen: 3, several: 6 };
/** For each outcome, requests that are sent again although none of them was helped, and their share of all results. */
const FREE = { least: 10, share: 0.01 };
/** So many more sendings than got a response may wait alone, for as long as the user allows, and get nothing. */
const MOST_PATIENT = 5;
/** So many that were helped show that even expensive cases are worth a second sending. */
const SURE = 3;

/** Outcomes without a response that a network between client and server may cause, too. */
const LOST: ReadonlySet<string> = new Set(["reset", "closed", "refused", "unreachable"]);

const isNoise = (result: RequestResult): boolean =>
  LOST.has(result.outcome) ||
  result.outcome === "timed-out" ||
  (classOf(resultWord(result)) === "5xx" && !isRateLimited(result));

const noiseOf = ({ dispatched }: Returned): RequestResult | undefined =>
  dispatched.answers.find(isNoise);

/**
 * Decides which requests without a response, or with an error of the server, are sent again: it may have nothing to do with
 * them. Each outcome has its own budget, so that a server that fails often for its own reasons gets few of them twice.
 */
export class NoiseSearch {
  readonly #from: Interface;
  /** Cases that got the same when sent again. */
  readonly #failing = new Set<string>();
  /** For each outcome, how many were sent again, and how many of them got a response. */
  readonly #tried = new Map<string, { sent: number; helped: number }>();
  /** Requests that timed out, and did so when they were sent again. */
  #silentAgain = 0;

  constructor(from: Interface) {
    this.#from = from;
  }

  /** The outcome of a sending that may be noise; undefined if there is none. */
  static wordOf(returned: Returned): string | undefined {
    const found = noiseOf(returned);
    return found && resultWord(found);
  }

  fails(id: string): void {
    this.#failing.add(id);
  }

  /** Whether this sending is worth another one. The end of a served target explains what it lost. */
  mayBe(
    returned: Returned,
    { isServed, results }: { isServed: boolean; results: number },
  ): boolean {
    const { case: sent, lost = [] } = returned.sending;
    const found = noiseOf(returned);
    if (found === undefined || this.#failing.has(sent.id)) return false;
    if (isServed && found.outcome !== "answered") return false;
    const word = resultWord(found);
    const { sent: tried, helped } = this.#of(word);
    const isSeveral = returned.dispatched.answers.length > 1;
    const most = isSeveral ? MOST_LOST.several : MOST_LOST.seen;
    if (lost.length >= (helped > 0 ? most : MOST_LOST.unseen)) return false;
    if ((hazardOf(sent) !== undefined || sent.alone === true) && helped < SURE) return false;
    const isOrdinary = sent.request.sender === "client" || sent.valid === true;
    // Many servers close the connection after bytes that are not a request, and wait for the rest of an unfinished one.
    if (!isOrdinary && helped === 0 && (word === "closed" || word === "timed-out")) return false;
    if (word === "timed-out" && isUnfinished(sent.request, this.#from)) return false;
    return sent.valid === true || tried < FREE.least + FREE.share * results + 2 * helped;
  }

  /** The next sending of it, which keeps what this one got. */
  again(returned: Returned): PlannedSending {
    const { sending } = returned;
    const { lost = [], tries } = sending;
    const found = noiseOf(returned);
    if (found !== undefined) this.#of(resultWord(found)).sent += 1;
    return { ...sending, tries: tries + 1, lost: found === undefined ? lost : [...lost, found] };
  }

  /**
   * Whether this one is sent again alone, with the whole time-out: what it waited for may have been its neighbours, or a
   * server that is slower than it was at the start.
   */
  isPatient({ lost = [] }: Pick<PlannedSending, "lost">): boolean {
    const isSlow = lost.at(-1)?.outcome === "timed-out";
    return isSlow && this.#silentAgain < MOST_PATIENT + this.#of("timed-out").helped;
  }

  /** Whether a sending got a response at last: if not, it is no noise. */
  judge(returned: Returned): boolean {
    const { case: sent, lost = [] } = returned.sending;
    const found = noiseOf(returned);
    const waits = found?.outcome === "timed-out" && isUnfinished(sent.request, this.#from);
    const hasHelped = found === undefined || waits;
    if (!hasHelped) {
      this.fails(sent.id);
      if (found.outcome === "timed-out") this.#silentAgain += 1;
    }
    for (const each of lost) if (hasHelped) this.#of(resultWord(each)).helped += 1;
    return hasHelped;
  }

  #of(word: string): { sent: number; helped: number } {
    const known = this.#tried.get(word) ?? { sent: 0, helped: 0 };
    this.#tried.set(word, known);
    return known;
  }
}
