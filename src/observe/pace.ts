import { setTimeout as sleep } from "node:timers/promises";
import { untilInterrupted } from "../errors.ts";
import { type CaseRequest, requestCount } from "../model/index.ts";
import type { Dispatcher } from "./dispatcher.ts";

/**
 * The rate that is sent with: this share of the one that a limit accepted, or of the one before a ban. After a burst, short cycles follow
 * each other, and show no rate: they do not lead below the least share of the last whole one.
 */
const SHARE = { limit: 0.9, ban: 0.5, again: 0.8, least: 0.5 };
const LEAST_CYCLE = { ms: 1000, accepted: 10 };
/** Below a limit, as many requests as it accepted raise the rate by this share: an estimate may have been too low, the first one more. */
const RISE = { first: 0.1, again: 0.03 };
/** After short cycles, so many requests raise it by that share; until one is met again, so many double it. */
const LEAST_RISING = 300;
const DOUBLING = 100;
const LEAST_PER_SECOND = 0.2;
/** A smaller share that was turned away is sent again, and the rest no more slowly. */
const FEW = 0.05;

/** So many were accepted in that time, before a limit or a ban that lasted `closedMs`. */
type Met = { by: "limit" | "ban"; ms: number; accepted: number; closedMs?: number };

/** How many requests are sent, or connections opened, in a second: as many as can be, until a limit or a ban shows that they are too many. */
export class Pace {
  perSecond = Infinity;
  #rise = 1;
  #least = LEAST_PER_SECOND;
  #nextMs = 0;
  /** Only connections that were opened count, and not requests on open ones. */
  isOfNew = false;
  #seen = 0;
  #isVain = false;
  /** So many came through in a second, with bans between. */
  #through = LEAST_PER_SECOND;
  readonly #opened: () => number;
  readonly #nowMs: () => number;
  readonly #signal: AbortSignal;

  constructor(nowMs: () => number, signal: AbortSignal, opened: () => number = () => 0) {
    this.#opened = opened;
    this.#nowMs = nowMs;
    this.#signal = signal;
  }

  get isSlowedDown(): boolean {
    return Number.isFinite(this.perSecond);
  }

  /** Whether so few were turned away that the rate is about right: two requests may come closer together than they were sent. */
  isFew(turnedAway: number, accepted = 0): boolean {
    return this.isSlowedDown && turnedAway <= FEW * accepted;
  }

  /** As many as can be again. */
  reset(): void {
    this.isOfNew = false;
    this.perSecond = Infinity;
    this.#rise = 1;
    this.#least = LEAST_PER_SECOND;
  }

  /** A limit accepted so many in a whole cycle. A short cycle, as of a bucket that is filled again, shows no rate. */
  slowDown({ by, ms, accepted, closedMs = 0 }: Met): void {
    if (by === "ban") return this.#slowDownForBan({ ms, accepted, closedMs });
    const isShort = ms < LEAST_CYCLE.ms || accepted < LEAST_CYCLE.accepted;
    const met = (Math.max(1, accepted) * 1000) / Math.max(1, ms);
    if (isShort) {
      this.#rise = this.isSlowedDown ? 1 + RISE.first / LEAST_RISING : 2 ** (1 / DOUBLING);
      this.perSecond = Math.max(this.#least, SHARE.again * Math.min(met, this.perSecond));
      return;
    }
    const rate = Math.min(SHARE.limit * met, this.perSecond);
    const rise = this.isSlowedDown ? RISE.again : RISE.first;
    this.#rise = 1 + rise / accepted;
    this.perSecond = Math.max(LEAST_PER_SECOND, rate);
    this.#least = Math.max(LEAST_PER_SECOND, SHARE.least * rate);
  }

  /** Half as many, but no fewer than come through with one ban after the other. A ban that comes nevertheless does not depend on the rate. */
  #slowDownForBan({ ms, accepted, closedMs }: Required<Omit<Met, "by">>): void {
    const rateOver = (overMs: number): number =>
      (Math.max(1, accepted) * 1000) / Math.max(1, overMs);
    this.#through = Math.max(this.#through, rateOver(ms + closedMs));
    if (this.#isVain || this.perSecond <= this.#through) {
      this.reset();
      this.#isVain = true;
      return;
    }
    this.#rise = 1;
    this.perSecond = Math.max(this.#through, SHARE.ban * Math.min(rateOver(ms), this.perSecond));
  }

  /** Slows down for a limit that accepted so many new connections. Open ones are used at full speed. */
  slowDownNew({ ms, opened }: { ms: number; opened: number }): void {
    if (!this.isOfNew) this.reset();
    this.isOfNew = true;
    this.#seen = this.#opened();
    this.slowDown({ by: "limit", ms, accepted: opened });
  }

  /** Waits until a request may be sent, or a case of several. */
  async turn(request: CaseRequest): Promise<void> {
    if (!this.isSlowedDown) return;
    const nowMs = this.#nowMs();
    if (this.isOfNew) return this.#turnOfNew(nowMs);
    const requests = requestCount(request);
    const atMs = Math.max(nowMs, this.#nextMs) + ((requests - 1) * 1000) / this.perSecond;
    // What holds a burst is to be full again after it.
    this.#nextMs = atMs + (requests * 1000) / this.perSecond;
    this.perSecond *= this.#rise ** requests;
    await this.#wait(atMs - nowMs);
  }

  /** Waits for those that were opened since the last turn: whether this one opens another is not known before. */
  async #turnOfNew(nowMs: number): Promise<void> {
    const opened = this.#opened() - this.#seen;
    this.#seen += opened;
    this.#nextMs = Math.max(nowMs, this.#nextMs) + (opened * 1000) / this.perSecond;
    this.perSecond *= this.#rise ** opened;
    await this.#wait(this.#nextMs - nowMs);
  }

  async #wait(ms: number): Promise<void> {
    if (ms > 0) await untilInterrupted(sleep(ms), this.#signal).catch(() => {});
  }

  /** It is sent now: it may have waited for its place after its turn. */
  hasSent(request: CaseRequest): void {
    if (this.isOfNew) return;
    const afterMs = (requestCount(request) * 1000) / this.perSecond;
    this.#nextMs = Math.max(this.#nextMs, this.#nowMs() + afterMs);
  }

  /** The same sender, which waits for its turn: a limit counts controls as it does cases. */
  paced(dispatcher: Dispatcher): Pick<Dispatcher, "reply" | "ask" | "closeIdle"> {
    return {
      closeIdle: () => dispatcher.closeIdle(),
      reply: async (sent, fresh) => {
        await this.turn(sent.request);
        return dispatcher.reply(sent, fresh);
      },
      ask: async (sent, fresh) => {
        await this.turn(sent.request);
        return dispatcher.ask(sent, fresh);
      },
    };
  }
}
