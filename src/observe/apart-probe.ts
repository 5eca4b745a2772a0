import { hasResponded, type RequestResult } from "../model/index.ts";
import { Dispatcher } from "./dispatcher.ts";
import type { SuiteRun } from "./early-waits.ts";
import type { HeldResults } from "./held-results.ts";
import { LOST } from "./noise-search.ts";
import { sendingOf } from "./run-settings.ts";

/** So many in a row are lost before new connections are turned away, and no fewer than the detector asks for. */
const LEAST = 8;
const MOST = 60;
/** undici closes an idle connection 2 s before the server would: after 3 s where that says 5 s, as Node's does. */
const IDLE_MS = 1500;
/** Of fewer, one that is kept open would take the place of a case. */
const MANY = 32;

type Asking = Pick<
  SuiteRun,
  | "dispatcher"
  | "asking"
  | "surroundings"
  | "journal"
  | "life"
  | "campaign"
  | "keep"
  | "stallCapacity"
> &
  Parameters<typeof sendingOf>[0];

/** The control on a connection of its own, each time: shows whether only new connections are turned away, while open ones are not. */
export class ApartProbe {
  readonly #held: HeldResults;
  readonly #options: Asking;
  #apart: Dispatcher | undefined;
  #open: Dispatcher | undefined;
  #usedMs = -Infinity;
  asked = 0;

  constructor(held: HeldResults, options: Asking) {
    this.#held = held;
    this.#options = options;
  }

  async ask(): Promise<{ result: RequestResult | undefined; isGood: boolean }> {
    const { asking, dispatcher, surroundings } = this.#options;
    this.#apart ??= new Dispatcher(
      { ...sendingOf(this.#options), keep: false },
      dispatcher.numbers,
    );
    this.asked += 1;
    this.#held.controlled();
    await surroundings.pace.turn(asking.request);
    const result = await this.#apart.ask(asking);
    return { result, isGood: surroundings.isGood(result) };
  }

  /** Keeps a connection open, after a good control. Those of the cases will not do: servers close many of them. */
  async keepOpen(): Promise<void> {
    const { journal, keep, stallCapacity } = this.#options;
    if (this.#isAlone || !keep || stallCapacity < MANY) return;
    if (journal.nowMs() - this.#usedMs < IDLE_MS) return;
    await this.#askOpen();
  }

  /** Whether an open connection is as before, while a new one is lost again like this control. */
  async isOfNew(control: RequestResult): Promise<true | undefined> {
    if (this.#isAlone || !LOST.has(control.outcome) || this.#open === undefined) return undefined;
    const isGood = this.#options.surroundings.isGood(await this.#askOpen());
    const { result } = await this.ask();
    return (isGood && result !== undefined && LOST.has(result.outcome)) || undefined;
  }

  async #askOpen(): Promise<RequestResult | undefined> {
    const { asking, dispatcher, journal } = this.#options;
    this.#open ??= new Dispatcher(
      { ...sendingOf(this.#options), keep: true, lingerMs: 0 },
      dispatcher.numbers,
    );
    this.asked += 1;
    const result = await this.#open.ask(asking);
    if (hasResponded(result)) this.#usedMs = journal.nowMs();
    return result;
  }

  /** A target that witness starts itself, or that agents send to, is looked after elsewhere. */
  get #isAlone(): boolean {
    return this.#options.life !== undefined || this.#options.campaign !== undefined;
  }

  /** What it gets each time, although the last control got a response; undefined unless results were lost, too. A ban may have begun since that control. */
  async findTurnedAway(
    needed: number,
  ): Promise<{ result: RequestResult; isOfNew: true | undefined } | undefined> {
    const { surroundings } = this.#options;
    if (this.#isAlone || !this.#held.hasLost) return undefined;
    for (let nth = 1; nth <= MOST; nth += 1) {
      const { result } = await this.ask();
      const isLost = result !== undefined && LOST.has(result.outcome);
      const hasChanged = surroundings.isChanged(!isLost);
      if (!isLost) return undefined;
      if (hasChanged && nth >= Math.max(LEAST, needed))
        return { result, isOfNew: this.#open === undefined || (await this.isOfNew(result)) };
    }
    return undefined;
  }

  async close(): Promise<void> {
    await Promise.all([this.#apart?.close(), this.#open?.close()]);
  }
}
