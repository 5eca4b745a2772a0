import { setTimeout as sleep } from "node:timers/promises";
import { hasReached, hasResponded } from "../analyse/index.ts";
import type { Served } from "./served.ts";
import type { Replied } from "./dispatcher.ts";
import { tryConnect } from "./first-contact.ts";
import type { Journal } from "./journal.ts";
import { recordEnded } from "./record-ended.ts";
import type { RunSettings } from "./run-settings.ts";
import { startServed } from "./start-served.ts";

/** A process that is about to end may take a connection for this long. */
const DYING_MS = 20;

type Options = { served: Served; settings: RunSettings; journal: Journal };

/**
 * Restarts a served target that ended during an exploration, and sends the requests without a response again, one at a
 * time.
 */
export class Revival {
  readonly #options: Options;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves when no request is being repeated: other requests wait until then. */
  async quiet(): Promise<void> {
    await this.#turn;
  }

  /**
   * The reply that counts: if the target ended meanwhile, the reply to the request sent again alone. If that ends the
   * target too, it is recorded as a death; `keep` returns the id of its case.
   */
  async settle<T extends { replied: Replied }>(
    reply: T,
    ask: () => Promise<T>,
    keep: (reply: T) => string,
  ): Promise<T> {
    if (isAnswered(reply) || !(await this.#isGone())) return reply;
    const again = this.#turn.then(() => this.#again(reply, ask, keep));
    this.#turn = again.catch(() => {});
    return again;
  }

  async #again<T extends { replied: Replied }>(
    reply: T,
    ask: () => Promise<T>,
    keep: (reply: T) => string,
  ): Promise<T> {
    if (!(await this.#revived())) return reply;
    const again = await ask();
    if (isAnswered(again) || !(await this.#isGone())) return again;
    const { served, journal } = this.#options;
    // A process that was gone before the request came has not ended at it.
    const found = hasReached(again.replied)
      ? { cases: [keep(again)], tried: 1, times: 1 }
      : { cases: [], tried: 0, times: 0 };
    await recordEnded(served, journal, { during: "exploration", ...found });
    await this.#revived();
    return again;
  }

  async #isGone(): Promise<boolean> {
    const { target } = this.#options.settings;
    if ((await tryConnect(target)) !== undefined) return true;
    await sleep(DYING_MS);
    return (await tryConnect(target)) !== undefined;
  }

  /** False if it may not be started again, or does not respond. */
  async #revived(): Promise<boolean> {
    const { served, settings } = this.#options;
    if (!(await this.#isGone())) return true;
    if (settings.signal.aborted || served.generation > served.mostRestarts) return false;
    return !("failed" in (await startServed(served, settings)));
  }
}

function isAnswered({ replied: { answers } }: { replied: Replied }): boolean {
  const last = answers.at(-1);
  return hasResponded(last) || last?.outcome === "timed-out";
}
