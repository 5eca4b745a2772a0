import { hazardOf } from "../generate/index.ts";
import { type RequestResult, hasResponded } from "../model/index.ts";
import { median, sum } from "../stats/index.ts";
import type { Journal } from "./journal.ts";
import { lastWord, responseEndMs } from "./loss-rows.ts";
import type { Returned } from "./target-supervisor.ts";

/** Shorter ones may be those of a busy machine, and so may fewer times as long as responses usually take. */
const LEAST_MS = 1000;
const LEAST_FACTOR = 20;
/** A note is written for one pause of this length, or for this many shorter ones. */
const LONG_MS = 2000;
const SEVERAL = 3;
/** A pause ends with so many responses together. A single one may belong to a slow request. */
const WAITED = 2;
const TOGETHER_MS = 250;
/** While this process does nothing for so long, it does not know what the target does. */
const TICK_MS = 100;
const STALL_MS = 400;
/** A request waited through a pause if nothing else got a response in this part of its time, and so many waited with it, itself included. */
const QUIET = { share: 0.8, waiting: 3 };
/** A control that took as long was slow, if quick ones take a small part of it; fewer may be those of a busy machine. */
const SLOW_MS = 250;
const LEAST_SLOW = 5;
const LEAST_SHARE = 0.01;

type Span = { fromMs: number; toMs: number };

const timeOf = ({ fromMs, toMs }: Span): number => toMs - fromMs;

const overlap = (spans: readonly Span[], { fromMs, toMs }: Span): boolean =>
  spans.some((each) => each.fromMs < toMs && each.toMs > fromMs);

/** Times in which a target responds to nothing, and then to several requests at once; and controls that took long now and then. */
export class PauseWatch {
  readonly #responses: Span[] = [];
  readonly #controls: Span[] = [];
  readonly #stalls: Span[] = [];
  /** When anything got its last response, and complete requests that got none in time. */
  readonly #ends: number[] = [];
  readonly #waited: Span[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(nowMs: () => number) {
    let tickMs = nowMs();
    const tick = (): void => {
      const now = nowMs();
      if (now - tickMs > STALL_MS) this.#stalls.push({ fromMs: tickMs, toMs: now });
      tickMs = now;
    };
    this.#timer = setInterval(tick, TICK_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Requests of several steps, and those that load a target, take long for a reason of their own. */
  add(returned: Returned): void {
    const { sending, dispatched, atMs } = returned;
    const { case: sent } = sending;
    const [only, second] = dispatched.answers;
    const isComplete = sent.request.sender === "client" || sent.valid === true;
    const toMs = responseEndMs(returned);
    if (dispatched.answers.some(hasResponded)) this.#ends.push(toMs);
    else if (isComplete && lastWord(returned) === "timed-out")
      this.#waited.push({ fromMs: atMs, toMs });
    const isPlain = sent.request.sender === "client" && sent.alone !== true;
    if (isPlain && second === undefined && hazardOf(sent) === undefined) this.#heard(only, atMs);
  }

  /** A control, sent at this time, got this result. */
  addControl(result: RequestResult | undefined, atMs: number): void {
    const span = this.#heard(result, atMs);
    if (span === undefined) return;
    this.#controls.push(span);
    this.#ends.push(span.toMs);
  }

  #heard(result: RequestResult | undefined, atMs: number): Span | undefined {
    if (result === undefined || !hasResponded(result)) return undefined;
    const span = { fromMs: atMs, toMs: atMs + result.totalUs / 1000 };
    this.#responses.push(span);
    return span;
  }

  /** Whether a pause of the target or of this process took most of the time for which a request waited: its time-out is no result. */
  explains(wait: Span): boolean {
    const least = QUIET.share * timeOf(wait);
    const shared = (each: Span): number =>
      Math.min(each.toMs, wait.toMs) - Math.max(each.fromMs, wait.fromMs);
    if (this.#stalls.some((each) => shared(each) >= least)) return true;
    const quietMs = wait.toMs - least;
    if (this.#ends.some((each) => each > quietMs && each < wait.toMs)) return false;
    return this.#waited.filter((each) => shared(each) >= least).length >= QUIET.waiting;
  }

  note(journal: Pick<Journal, "note">): void {
    const found = this.#find();
    // A control that was slow at another time shows that single requests wait, and not the whole server.
    if (this.#noteSlow(journal, found)) return;
    const [first] = found;
    const lengths = found.map((each) => Math.round(timeOf(each)));
    const longestMs = Math.max(0, ...lengths);
    if (first === undefined || (longestMs < LONG_MS && found.length < SEVERAL)) return;
    const forMs = sum(lengths);
    const facts = { ...this.#placeOf(first), times: found.length };
    journal.note({ kind: "surroundings", code: "pauses", ...facts, longestMs, forMs });
  }

  #placeOf({ fromMs }: Span): { request: number; fromMs: number } {
    const before = this.#responses.filter(({ toMs }) => toMs <= fromMs);
    return { request: before.length + 1, fromMs: Math.round(fromMs) };
  }

  /** Notes controls that were slow, and quick again later: what became slower once is noted from the times at the end. */
  #noteSlow(journal: Pick<Journal, "note">, pauses: readonly Span[]): boolean {
    const times = this.#controls.map(timeOf).toSorted((a, b) => a - b);
    const quickMs = times[Math.floor(times.length / 10)] ?? 0;
    const leastMs = Math.max(SLOW_MS, LEAST_FACTOR * quickMs);
    const isSlow = (each: Span): boolean => timeOf(each) >= leastMs;
    const isExplained = (each: Span): boolean =>
      overlap(this.#stalls, each) || overlap(pauses, each);
    const slow = this.#controls.filter((each) => isSlow(each) && !isExplained(each));
    const [first, middle] = [slow[0], slow[Math.floor(slow.length / 2)]];
    const least = Math.max(LEAST_SLOW, LEAST_SHARE * times.length);
    const lastQuick = this.#controls.findLast((each) => !isSlow(each));
    if (first === undefined || middle === undefined || slow.length < least) return false;
    if (lastQuick === undefined || lastQuick.fromMs < middle.toMs) return false;
    journal.note({
      kind: "surroundings",
      code: "slow-at-times",
      ...this.#placeOf(first),
      slow: slow.length,
      asked: times.length,
      slowUs: Math.round(median(slow.map(timeOf)) * 1000),
      quickUs: Math.round(quickMs * 1000),
    });
    return true;
  }

  #find(): Span[] {
    const all = this.#responses.toSorted((a, b) => a.toMs - b.toMs);
    const usualMs = all.length === 0 ? 0 : median(all.map(timeOf));
    const leastMs = Math.max(LEAST_MS, LEAST_FACTOR * usualMs);
    const found: Span[] = [];
    for (const [at, { toMs }] of all.entries()) {
      const lastMs = all[at - 1]?.toMs ?? 0;
      if (toMs - lastMs < leastMs) continue;
      const waited = all.filter(
        (each) =>
          each.fromMs <= toMs - leastMs && each.toMs >= toMs && each.toMs <= toMs + TOGETHER_MS,
      );
      const fromMs = Math.max(lastMs, Math.min(...waited.map((each) => each.fromMs)));
      if (waited.length >= WAITED && !overlap(this.#stalls, { fromMs, toMs }))
        found.push({ fromMs, toMs });
    }
    return found;
  }
}
