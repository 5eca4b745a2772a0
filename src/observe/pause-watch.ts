import { hasResponded } from "../model/index.ts";
import { median } from "../stats/index.ts";
import type { Journal } from "./journal.ts";
import { responseEndMs } from "./loss-rows.ts";
import type { Returned } from "./target-supervisor.ts";

/** Shorter ones may be those of a busy machine, and so may fewer times as long as responses usually take. */
const LEAST_MS = 1000;
const LEAST_FACTOR = 20;
/** One such pause, or several shorter ones, are told. */
const LONG_MS = 2000;
const SEVERAL = 3;
/** So many requests got their responses together at the end of one; fewer may be slow themselves. */
const WAITED = 3;
const TOGETHER_MS = 250;
/** While this process does nothing for so long, it does not know what the target does. */
const TICK_MS = 100;
const STALL_MS = 400;
const KEPT = 101;

type Pause = { fromMs: number; toMs: number; request: number; waited: number };

/** Finds times in which a target responds to nothing, and then to all requests that were in flight. */
export class PauseWatch {
  readonly #pauses: Pause[] = [];
  readonly #stalls: { fromMs: number; toMs: number }[] = [];
  readonly #timer: NodeJS.Timeout;
  #usual: number[] = [];
  #results = 0;
  #lastMs = 0;

  constructor(nowMs: () => number) {
    let tickMs = nowMs();
    const tick = (): void => {
      const now = nowMs();
      if (now - tickMs > STALL_MS) this.#stalls.push({ fromMs: tickMs, toMs: now });
      tickMs = now;
    };
    this.#timer = setInterval(tick, TICK_MS).unref();
  }

  /** Requests of several steps wait for a reason of their own. */
  add(returned: Returned): void {
    const { sending, dispatched, atMs } = returned;
    this.#results += 1;
    const isOne = sending.case.request.sender === "client" && dispatched.answers.length === 1;
    if (!isOne || !hasResponded(dispatched.answers[0])) return;
    const endMs = responseEndMs(returned);
    const usualMs = this.#usual.length === 0 ? 0 : median(this.#usual);
    const leastMs = Math.max(LEAST_MS, LEAST_FACTOR * usualMs);
    const last = this.#pauses.at(-1);
    if (last !== undefined && endMs <= last.toMs + TOGETHER_MS && atMs <= last.toMs - leastMs)
      last.waited += 1;
    else if (Math.min(endMs - this.#lastMs, endMs - atMs) >= leastMs) {
      const fromMs = Math.max(this.#lastMs, atMs);
      this.#pauses.push({ fromMs, toMs: endMs, request: this.#results, waited: 1 });
    }
    this.#usual = [...this.#usual.slice(1 - KEPT), endMs - atMs];
    this.#lastMs = Math.max(this.#lastMs, endMs);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  note(journal: Pick<Journal, "note">): void {
    const found = this.#pauses.filter(
      ({ fromMs, toMs, waited }) =>
        waited >= WAITED && !this.#stalls.some((each) => each.fromMs < toMs && each.toMs > fromMs),
    );
    const [first] = found;
    const lengths = found.map(({ fromMs, toMs }) => Math.round(toMs - fromMs));
    const longestMs = Math.max(0, ...lengths);
    if (first === undefined || (longestMs < LONG_MS && found.length < SEVERAL)) return;
    const { request, fromMs } = first;
    const forMs = lengths.reduce((sum, each) => sum + each, 0);
    const at = { request, fromMs: Math.round(fromMs) };
    journal.note({
      kind: "surroundings",
      code: "pauses",
      ...at,
      times: found.length,
      longestMs,
      forMs,
    });
  }
}
