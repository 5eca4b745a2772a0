import { setTimeout as sleep } from "node:timers/promises";
import { hasResponded } from "../analyse/completeness.ts";
import { requestFreshCount } from "../generate/fresh-count.ts";
import type { Case } from "../model/case.ts";
import type { Death } from "../model/served.ts";
import type { Served } from "../serve/served.ts";
import { Dispatcher } from "./dispatcher.ts";
import type { KillerProbe, Replayed } from "./find-killer.ts";
import { FIRST_PLANNED } from "./plan.ts";
import { sendingOf, type RunSettings } from "./run-settings.ts";

/** A case that got its response may end the process a little later. */
const AFTERWARDS_MS = 40;
/** While a suspect is replayed, a valid request gets less time than for a proof. */
const QUICK_MS = 2000;
/** How long a suspect may take: it may wait for the rest of a request. */
const SCREEN_MS = 1000;
const SEQUENCE_TIMEOUT_MS = 250;
/** Fresh values for replays end here, where the ones of the readiness checks begin. */
export const REPLAY_FRESH_END = 18_000;

type Options = {
  served: Served;
  settings: RunSettings;
  dispatcher: Dispatcher;
  /** The valid request that checks whether the target responds. */
  asking: Case;
  life: {
    isGone: () => Promise<boolean>;
    awaitEnd: () => Promise<void>;
    renew: (kind: Death["kind"]) => Promise<boolean>;
  };
};

/** Sends suspects to new processes of a served target, to find out which of them ends it or makes it hang. */
export class ServedProbe implements KillerProbe {
  readonly #kind: Death["kind"];
  readonly #options: Options;

  constructor(kind: Death["kind"], options: Options) {
    this.#kind = kind;
    this.#options = options;
  }

  renew(): Promise<boolean> {
    return this.#options.life.renew(this.#kind);
  }

  async kills(
    { case: sent, fresh }: Replayed,
    { anew, surely }: { anew: boolean; surely: boolean },
  ): Promise<boolean> {
    const { settings, dispatcher } = this.#options;
    const most = this.#isHung ? QUICK_MS : SCREEN_MS;
    const quick = surely ? undefined : Math.min(dispatcher.timeoutMs, most);
    const value = anew ? this.#checkFresh(requestFreshCount(sent.request)) : fresh;
    const responded = await this.#responds(sent, value, quick);
    settings.memory?.check();
    if (responded) await sleep(AFTERWARDS_MS);
    return this.#isDead(this.#isHung ? quick : undefined);
  }

  async killsAt(list: readonly Replayed[]): Promise<number | undefined> {
    const hasty = this.#hasty(SEQUENCE_TIMEOUT_MS);
    try {
      for (const [at, sent] of list.entries()) {
        if (this.#options.settings.signal.aborted) return undefined;
        if (await this.#endsAfter(sent, hasty)) return at;
      }
    } finally {
      await hasty.close();
    }
    await sleep(AFTERWARDS_MS);
    return (await this.#isDead()) ? list.length - 1 : undefined;
  }

  async #endsAfter({ case: sent, fresh }: Replayed, hasty: Dispatcher): Promise<boolean> {
    const { served, settings, life } = this.#options;
    const { answers } = await hasty.send(sent, fresh);
    settings.memory?.check();
    await life.awaitEnd();
    if (served.isEnding) return true;
    if (hasResponded(answers.at(-1))) return false;
    if (answers.at(-1)?.outcome === "timed-out" && !this.#isHung) return false;
    return this.#isDead(this.#isHung ? QUICK_MS : undefined);
  }

  get #isHung(): boolean {
    return this.#kind === "hung";
  }

  async #isDead(timeoutMs?: number): Promise<boolean> {
    const { served, asking, life } = this.#options;
    if (served.exit !== undefined && (await life.isGone())) return true;
    if (await this.#responds(asking, this.#checkFresh(), timeoutMs)) return false;
    if (await life.isGone()) return true;
    return this.#isHung && !(await this.#responds(asking, this.#checkFresh(), timeoutMs));
  }

  async #responds(sent: Case, fresh?: number, timeoutMs?: number): Promise<boolean> {
    const { dispatcher } = this.#options;
    const by = timeoutMs === undefined ? dispatcher : this.#hasty(timeoutMs);
    const { answers } = await by.send(sent, fresh);
    if (by !== dispatcher) await by.close();
    return hasResponded(answers.at(-1));
  }

  /** Fresh values for requests outside the plan. */
  #checkFresh(count = 1): number | undefined {
    const { dispatcher } = this.#options;
    if (dispatcher.nextFresh + count < REPLAY_FRESH_END) return undefined;
    // All are used: a new process knows none of them.
    return FIRST_PLANNED - 1000;
  }

  #hasty(timeoutMs: number): Dispatcher {
    const { settings, dispatcher } = this.#options;
    return new Dispatcher(
      { ...sendingOf(settings), timeoutMs, keep: false, lingerMs: 0 },
      Math.min(dispatcher.nextFresh, REPLAY_FRESH_END),
    );
  }
}
