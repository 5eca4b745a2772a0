import { hazardOf, isUnfinished } from "../generate/index.ts";
import type { Case, Interface, RequestResult } from "../model/index.ts";
import { classOf, isRateLimited, resultWord } from "../model/index.ts";
import type { PlannedSending, Returned } from "./target-supervisor.ts";

/** A lost request is sent again this many times, until others got a response when sent again. */
const UNSEEN = 2;
/** Then so often that noise alone leaves it without one with this probability, and at most so often. */
const LEFT = 1e-5;
const MOST_LOST = 14;
/** For each outcome, requests that are sent again although none of them was helped, their share of all results, and more for each that was. */
const FREE = { least: 10, share: 0.01, perHelped: 4 };
/** So many more sendings than got a response may wait alone, for as long as the user allows, and get nothing. */
const MOST_PATIENT = 5;
/** A larger share is taken for this one. */
const MOST_SHARE = 0.6;
const RECENT = 200;
const FEW_BEFORE = 0.02;
/** Of the last controls, so many errors show what share of any requests gets one now. */
const CONTROLS = { of: 12, least: 2 };
/** So many that may be noise wait until others show whether it is: more are what the server does. */
const MOST_WAITING = { unknown: 150, ofNoise: 300 };
/** So many requests that were lost on kept connections, and not on new ones, are a sign of noise: it closes others, too. */
const RESENT = 3;
/** So many that were helped show that even expensive cases are worth a second sending. */
const SURE = 3;

/** Outcomes without a response that a network between client and server may cause, too. */
export const LOST: ReadonlySet<string> = new Set(["reset", "closed", "refused", "unreachable"]);

/** What a control got; `resent`: it was lost on a kept connection before. */
type Asked = Pick<Returned["dispatched"], "answers" | "resent">;

const isNoise = (result: RequestResult): boolean =>
  LOST.has(result.outcome) ||
  result.outcome === "timed-out" ||
  (classOf(resultWord(result)) === "5xx" && !isRateLimited(result));

const noiseOf = ({ dispatched }: Returned): RequestResult | undefined =>
  dispatched.answers.find(isNoise);

/** Decides which lost requests are sent again. Each outcome has its own budget, so that a failing server gets few twice. */
export class NoiseSearch {
  readonly #from: Interface;
  /** Cases that got the same when sent again. */
  readonly #failing = new Set<string>();
  readonly #tried = new Map<string, { sent: number; helped: number; atMs: number[] }>();
  /** Requests that timed out, and did so when they were sent again. */
  #silentAgain = 0;
  readonly #waiting: Returned[] = [];
  /** After which results lost requests got a response when they were sent again. */
  #recent: number[] = [];
  #resent = 0;
  readonly #usual = new Set<string>();
  /** By fresh number: lost each time while others were helped. Each is sent once more when that is over. */
  readonly #late = new Map<number, "waits" | "sent">();
  #controls: { isError: boolean; atMs: number }[] = [];
  /** After which result each error came last. */
  readonly #last = new Map<string, number>();

  constructor(from: Interface) {
    this.#from = from;
  }

  static wordOf(returned: Returned): string | undefined {
    const found = noiseOf(returned);
    return found && resultWord(found);
  }

  addControl({ answers, resent = 0 }: Asked, atMs: number): void {
    const isError = resent > 0 || answers.slice(-1).some(isNoise);
    this.#controls = [...this.#controls.slice(1 - CONTROLS.of), { isError, atMs }];
  }

  /** A result came back, whatever becomes of it. */
  add(returned: Returned, results: number): void {
    const word = NoiseSearch.wordOf(returned);
    if (word === undefined) this.#resent += returned.dispatched.resent ?? 0;
    if (word !== undefined) this.#last.set(word, results);
  }

  /** The outcomes without a response that did not come again. */
  get lost(): string[] {
    return [...this.#tried].flatMap(([word, { helped }]) =>
      LOST.has(word) && helped > 0 ? [word] : [],
    );
  }

  lastOf(word: string): number {
    return this.#last.get(word) ?? 0;
  }

  isUnfinished({ request }: Pick<Case, "request">): boolean {
    return isUnfinished(request, this.#from);
  }

  fails(id: string): void {
    this.#failing.add(id);
  }

  /** Now, or `later`, once others of its kind were helped. The end of a served target explains its losses. `isLast`: nothing else is sent. */
  worth(
    returned: Returned,
    { isServed, isLast, results }: { isServed: boolean; isLast: boolean; results: number },
  ): "now" | "later" | undefined {
    const { case: sent, fresh, lost = [] } = returned.sending;
    const found = noiseOf(returned);
    if (found === undefined || this.#failing.has(sent.id)) return undefined;
    if (isServed && found.outcome !== "answered") return undefined;
    const word = resultWord(found);
    if (word === "timed-out" && this.isUnfinished(sent)) return undefined;
    const { sent: tried, helped } = this.#of(word);
    // Others may still show that it is noise.
    const isUnseen = this.#helped === 0;
    if (lost.length >= this.#most(returned, results))
      return isUnseen ? "later" : this.#onceMore(fresh, isLast);
    const isOrdinary = sent.request.sender === "client" || sent.valid === true;
    const isCostly = hazardOf(sent) !== undefined || sent.alone === true;
    // Many servers close the connection after bytes that are not a request, and wait for the rest of an unfinished one.
    const isUsual = !isOrdinary && (word === "closed" || word === "timed-out");
    const isLikely = helped > 0 || (LOST.has(word) && this.#resent >= RESENT);
    if ((isCostly && helped < SURE) || (isUsual && !isLikely)) return "later";
    const isFree =
      this.#shareOfControls() > 0 ||
      tried < FREE.least + FREE.share * results + FREE.perHelped * helped;
    return sent.valid === true || isFree ? "now" : "later";
  }

  /** One of several servers may be down: while the share that it takes is not known, a case may meet it each time. */
  #onceMore(fresh: number, isLast: boolean): "now" | "later" | undefined {
    const state = this.#late.get(fresh);
    if (state === "sent" || (state === undefined && !this.isRecent)) return undefined;
    const isOver = !this.isRecent || isLast;
    this.#late.set(fresh, isOver ? "sent" : "waits");
    return isOver ? "now" : "later";
  }

  letWait(returned: Returned): boolean {
    const word = NoiseSearch.wordOf(returned) ?? "";
    const many = this.#waiting.filter((each) => NoiseSearch.wordOf(each) === word).length;
    const most = this.#of(word).helped > 0 ? MOST_WAITING.ofNoise : MOST_WAITING.unknown;
    if (many >= most) this.#usual.add(word);
    if (this.#usual.has(word)) return false;
    this.#waiting.push(returned);
    return true;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  release(): Returned[] {
    return this.#waiting.splice(0);
  }

  /** How often it is sent again at most, by the share of requests that were lost and got a response when sent again. */
  #most({ sending }: Returned, results: number): number {
    if (this.#helped === 0) return UNSEEN;
    const { request } = sending.case;
    const reads =
      request.sender === "client" ? 1 : request.steps.filter((step) => step.do === "read").length;
    const share = 1 - (1 - this.shareOf(results)) ** Math.max(1, reads);
    return Math.min(MOST_LOST, Math.max(UNSEEN + 1, Math.ceil(Math.log(LEFT) / Math.log(share))));
  }

  /**
   * Of all results, or of the last ones or of the last controls, if more of those were lost: one of several servers may be down for a while.
   * Controls since `beforeMs` are what is to be explained, unless some of them were good and others not.
   */
  shareOf(results: number, beforeMs = Infinity): number {
    this.#recent = this.#recent.filter((at) => at > results - RECENT);
    const recent = (this.#recent.length + 1) / (Math.min(results, RECENT) + 10);
    const all = Math.max(
      recent,
      this.#shareOfControls(beforeMs),
      (this.#helped + 1) / (results + 10),
    );
    return Math.min(MOST_SHARE, all);
  }

  #shareOfControls(beforeMs = Infinity): number {
    const since = this.#controls.filter(({ atMs }) => atMs >= beforeMs);
    // The last one was good.
    const isMixed = since.filter(({ isError }) => !isError).length > 1;
    const all = isMixed ? this.#controls : this.#controls.filter((each) => !since.includes(each));
    const errors = all.filter(({ isError }) => isError).length;
    return errors < CONTROLS.least ? 0 : errors / all.length;
  }

  /** Whether one of the last results got a response when it was sent again: the noise may go on. */
  get isRecent(): boolean {
    return this.#recent.length > 0 || this.#shareOfControls() > 0;
  }

  get #helped(): number {
    return [...this.#tried.values()].reduce((sum, { helped }) => sum + helped, 0);
  }

  /** Errors of the server that got something else when sent again. */
  get errors(): number {
    const all = [...this.#tried].filter(([word]) => classOf(word) === "5xx");
    return all.reduce((sum, [, { helped }]) => sum + helped, 0);
  }

  again(returned: Returned): PlannedSending {
    const { sending } = returned;
    const { lost = [], tries, lostMs = returned.atMs } = sending;
    const found = noiseOf(returned);
    if (found !== undefined) this.#of(resultWord(found)).sent += 1;
    const all = found === undefined ? lost : [...lost, found];
    return { ...sending, tries: tries + 1, lost: all, lostMs };
  }

  /** Sent alone with the whole time-out: its neighbours, or a server that became slower, may have been the cause. */
  isPatient({ lost = [] }: Pick<PlannedSending, "lost">): boolean {
    const isSlow = lost.at(-1)?.outcome === "timed-out";
    return isSlow && this.#silentAgain < MOST_PATIENT + this.#of("timed-out").helped;
  }

  /** Whether a sending got a response at last: if not, it is no noise. */
  judge(returned: Returned, results: number): boolean {
    const { case: sent, lost = [], lostMs = 0 } = returned.sending;
    const found = noiseOf(returned);
    const waits = found?.outcome === "timed-out" && this.isUnfinished(sent);
    const hasHelped = found === undefined || waits;
    if (!hasHelped) {
      this.fails(sent.id);
      if (found.outcome === "timed-out") this.#silentAgain += 1;
    }
    for (const each of hasHelped ? lost : []) {
      this.#of(resultWord(each)).helped += 1;
      this.#of(resultWord(each)).atMs.push(lostMs);
      this.#recent.push(results);
    }
    return hasHelped;
  }

  /** Since when requests got this, and something else when sent again; a few before that may be chance. */
  sinceMs(word: string): number {
    const all = this.#of(word).atMs.toSorted((a, b) => a - b);
    return all[Math.floor(FEW_BEFORE * all.length)] ?? Infinity;
  }

  #of(word: string): { sent: number; helped: number; atMs: number[] } {
    const known = this.#tried.get(word) ?? { sent: 0, helped: 0, atMs: [] };
    this.#tried.set(word, known);
    return known;
  }
}
