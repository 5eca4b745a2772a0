import { setTimeout as sleep } from "node:timers/promises";
import { untilInterrupted } from "../errors.ts";

/**
 * The rate that is sent with: this share of the one that a limit accepted, or of the one before a ban. After a burst, short cycles follow
 * each other, and show no rate: they do not lead below the least share of the last whole one.
 */
const SHARE = { limit: 0.9, ban: 0.5, again: 0.8, least: 0.5 };
const LEAST_CYCLE = { ms: 1000, accepted: 10 };
/**
 * Below a limit, as many requests as it accepted raise the rate by this share: an estimate may have been too low. Once it was met again
 * at such a rate, it is better known.
 */
const RISE = { first: 0.1, again: 0.03 };
/** After short cycles, so many requests raise it by that share. */
const LEAST_RISING = 300;
const LEAST_PER_SECOND = 0.2;

/** How many requests are sent in a second: as many as can be, until a limit or a ban shows that they are too many. */
export class Pace {
  perSecond = Infinity;
  #rise = 1;
  #least = LEAST_PER_SECOND;
  #nextMs = 0;

  get isSlowedDown(): boolean {
    return Number.isFinite(this.perSecond);
  }

  /** As many as can be again. */
  reset(): void {
    this.perSecond = Infinity;
    this.#rise = 1;
    this.#least = LEAST_PER_SECOND;
  }

  /** A limit accepted so many in a whole cycle. A short cycle, as of a bucket that is filled again, shows no rate. */
  slowDown({ by, ms, accepted }: { by: "limit" | "ban"; ms: number; accepted: number }): void {
    const isShort = ms < LEAST_CYCLE.ms || accepted < LEAST_CYCLE.accepted;
    const met = (Math.max(1, accepted) * 1000) / Math.max(1, ms);
    if (by === "limit" && isShort) {
      this.#rise = 1 + RISE.first / LEAST_RISING;
      this.perSecond = Math.max(this.#least, SHARE.again * Math.min(met, this.perSecond));
      return;
    }
    const rate =
      by === "ban"
        ? SHARE.ban * Math.min(met, this.perSecond)
        : Math.min(SHARE.limit * met, this.perSecond);
    const rise = this.isSlowedDown ? RISE.again : RISE.first;
    this.#rise = by === "ban" ? 1 : 1 + rise / accepted;
    this.perSecond = Math.max(LEAST_PER_SECOND, rate);
    this.#least = Math.max(LEAST_PER_SECOND, SHARE.least * rate);
  }

  /** Waits until a case may be sent that sends so many requests. */
  async turn(requests: number, nowMs: number, signal: AbortSignal): Promise<void> {
    if (!this.isSlowedDown) return;
    const atMs = Math.max(nowMs, this.#nextMs) + ((requests - 1) * 1000) / this.perSecond;
    // What holds a burst is to be full again after it.
    this.#nextMs = atMs + (requests * 1000) / this.perSecond;
    this.perSecond *= this.#rise ** requests;
    if (atMs > nowMs) await untilInterrupted(sleep(atMs - nowMs), signal).catch(() => {});
  }
}
