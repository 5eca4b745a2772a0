import { setTimeout as sleep } from "node:timers/promises";
import { type Case, type Death, hasReached, hasResponded } from "../model/index.ts";
import type { Served } from "./served.ts";
import { Dispatcher, type Dispatched } from "./dispatcher.ts";
import { briefly, type RunSettings } from "./run-settings.ts";

/** A case that got its response may end the process a little later. */
const AFTERWARDS_MS = 40;
/** While a suspect is replayed, a valid request gets less time than for a proof. */
const QUICK_MS = 2000;
/** How long a suspect may take: it may wait for the rest of a request. */
const SCREEN_MS = 1000;
const SEQUENCE_TIMEOUT_MS = 250;

/** A case as it was sent: its first fresh value reproduces the bytes. */
export type Replayed = { case: Case; fresh: number };

export type KillingResult = "died" | "survived" | "not-sent";

type Options = {
  served: Served;
  settings: RunSettings;
  dispatcher: Dispatcher;
  asking: Case;
  life: {
    isGone: () => Promise<boolean>;
    awaitEnd: () => Promise<void>;
    renew: (kind: Death["kind"]) => Promise<unknown>;
  };
};

/** Sends suspects to new processes of a served target, to find out which of them ends it or makes it hang. */
export class ServedProbe {
  readonly #kind: Death["kind"];
  readonly #options: Options;

  constructor(kind: Death["kind"], options: Options) {
    this.#kind = kind;
    this.#options = options;
  }

  /** Starts a new process; false if no more may be started. */
  async renew(): Promise<boolean> {
    return (await this.#options.life.renew(this.#kind)) !== undefined;
  }

  /** Sends a case alone. `not-sent`: it did not reach the process. `anew`: with new fresh values. */
  async kills(
    { case: sent, fresh }: Replayed,
    { anew, surely }: { anew: boolean; surely: boolean },
  ): Promise<KillingResult> {
    const { settings, dispatcher } = this.#options;
    const most = this.#isHung ? QUICK_MS : SCREEN_MS;
    const quick = surely ? undefined : Math.min(dispatcher.timeoutMs, most);
    // A connection of an earlier process cannot tell whether the case reached this one.
    await dispatcher.closeIdle();
    const exchange = await this.#send(sent, anew ? undefined : fresh, quick);
    if (!hasReached(exchange)) return "not-sent";
    settings.memory?.check();
    if (hasResponded(exchange.answers.at(-1))) await sleep(AFTERWARDS_MS);
    return (await this.#isDead(this.#isHung ? quick : undefined)) ? "died" : "survived";
  }

  async diesAnyway(requests: number): Promise<boolean> {
    for (let nth = 0; nth < requests && !this.isAborted(); nth += 1)
      if (!(await this.#responds(this.#options.asking))) return true;
    await sleep(AFTERWARDS_MS);
    return this.#isDead();
  }

  isAborted = (): boolean => this.#options.settings.signal.aborted;

  /** Sends cases without waiting long for any; returns the index of the one after which the process had ended or hung. */
  async killsAt(list: readonly Replayed[]): Promise<number | undefined> {
    const { settings, dispatcher } = this.#options;
    const hasty = new Dispatcher(briefly(settings, SEQUENCE_TIMEOUT_MS), dispatcher.numbers);
    try {
      for (const [at, sent] of list.entries()) {
        if (this.isAborted()) return undefined;
        const result = await this.#endsAfter(sent, hasty);
        // It was gone already: the case before this one was the last that it received.
        if (result === "not-sent") return at === 0 ? undefined : at - 1;
        if (result === "died") return at;
      }
    } finally {
      await hasty.close();
    }
    await sleep(AFTERWARDS_MS);
    return (await this.#isDead()) ? list.length - 1 : undefined;
  }

  async #endsAfter({ case: sent, fresh }: Replayed, hasty: Dispatcher): Promise<KillingResult> {
    const { served, settings, life } = this.#options;
    const exchange = await hasty.send(sent, fresh);
    const last = exchange.answers.at(-1);
    settings.memory?.check();
    await life.awaitEnd();
    if (served.isEnding) return "died";
    if (hasResponded(last)) return "survived";
    if (last?.outcome === "timed-out" && !this.#isHung) return "survived";
    if (!(await this.#isDead(this.#isHung ? QUICK_MS : undefined))) return "survived";
    return hasReached(exchange) ? "died" : "not-sent";
  }

  get #isHung(): boolean {
    return this.#kind === "hung";
  }

  async #isDead(withinMs?: number): Promise<boolean> {
    const { served, asking, life } = this.#options;
    if (served.exit !== undefined && (await life.isGone())) return true;
    if (await this.#responds(asking, undefined, withinMs)) return false;
    if (await life.isGone()) return true;
    return this.#isHung && !(await this.#responds(asking, undefined, withinMs));
  }

  async #responds(sent: Case, fresh?: number, withinMs?: number): Promise<boolean> {
    return hasResponded((await this.#send(sent, fresh, withinMs)).answers.at(-1));
  }

  async #send(sent: Case, fresh?: number, withinMs?: number): Promise<Dispatched> {
    const { settings, dispatcher } = this.#options;
    if (withinMs === undefined) return dispatcher.send(sent, fresh);
    const hasty = new Dispatcher(briefly(settings, withinMs), dispatcher.numbers);
    const dispatched = await hasty.send(sent, fresh);
    await hasty.close();
    return dispatched;
  }
}
