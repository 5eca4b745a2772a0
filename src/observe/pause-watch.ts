import { hazardOf } from "../generate/index.ts";
import { type RequestResult, hasResponded } from "../model/index.ts";
import { median, sum } from "../stats/index.ts";
import type { Journal } from "./journal.ts";
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

type Span = { fromMs: number; toMs: number };

/** Finds times in which a target responds to nothing, and then to several requests that were in flight. */
export class PauseWatch {
  readonly #responses: Span[] = [];
  readonly #stalls: Span[] = [];
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
  add({ sending, dispatched, atMs }: Returned): void {
    const { case: sent } = sending;
    const [only, second] = dispatched.answers;
    const isPlain = sent.request.sender === "client" && sent.alone !== true;
    if (isPlain && second === undefined && hazardOf(sent) === undefined) this.heard(only, atMs);
  }

  /** A plain request, sent at this time, got this result. */
  heard(result: RequestResult | undefined, atMs: number): void {
    if (result !== undefined && hasResponded(result))
      this.#responses.push({ fromMs: atMs, toMs: atMs + result.totalUs / 1000 });
  }

  note(journal: Pick<Journal, "note">): void {
    const found = this.#find();
    const [first] = found;
    const lengths = found.map(({ fromMs, toMs }) => Math.round(toMs - fromMs));
    const longestMs = Math.max(0, ...lengths);
    if (first === undefined || (longestMs < LONG_MS && found.length < SEVERAL)) return;
    const request = this.#responses.filter(({ toMs }) => toMs <= first.fromMs).length + 1;
    const forMs = sum(lengths);
    const facts = { request, fromMs: Math.round(first.fromMs), times: found.length };
    journal.note({ kind: "surroundings", code: "pauses", ...facts, longestMs, forMs });
  }

  #find(): Span[] {
    const all = this.#responses.toSorted((a, b) => a.toMs - b.toMs);
    const usualMs = all.length === 0 ? 0 : median(all.map(({ fromMs, toMs }) => toMs - fromMs));
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
      const isOwn = this.#stalls.some((each) => each.fromMs < toMs && each.toMs > fromMs);
      if (waited.length >= WAITED && !isOwn) found.push({ fromMs, toMs });
    }
    return found;
  }
}
