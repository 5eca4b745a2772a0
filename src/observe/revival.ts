import { setTimeout as sleep } from "node:timers/promises";
import { hasReached, hasResponded } from "../analyse/index.ts";
import type { Served } from "./served.ts";
import type { Replied } from "./dispatcher.ts";
import { tryConnect } from "./first-contact.ts";
import type { Journal } from "./journal.ts";
import { endOfProcess, recordEnded } from "./record-ended.ts";
import type { RunSettings } from "./run-settings.ts";
import { startServed } from "./start-served.ts";

/** A process that is about to end may take a connection for this long. */
const DYING_MS = 20;

type Options = {
  served: Served;
  settings: RunSettings;
  journal: Journal;
  /** Sends a valid request. */
  control: () => Promise<{ replied: Replied }>;
};

/** How often a request without a response is sent again alone, each time to another process. */
const TRIED = 2;
/** Valid requests before the last time. */
const MOST_CONTROLS = 50;

/**
 * Restarts a served target that ended during an exploration, and sends the requests without a response again, one at a
 * time. One that ends the target twice, and not after valid requests, is recorded as the cause.
 */
export class Revival {
  readonly #options: Options;
  #turn: Promise<unknown> = Promise.resolve();
  /** How many requests the running process has got. */
  #received = 0;

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
    if (hasReached(reply.replied)) this.#received += 1;
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
    const again = await this.#counted(ask);
    if (isAnswered(again) || !(await this.#isGone())) return again;
    const { served, journal } = this.#options;
    const ended = await endOfProcess(served, journal);
    // A process that was gone before the request came has not ended at it.
    const times = hasReached(again.replied) ? await this.#timesOf(ask) : 0;
    recordEnded(ended, journal, {
      during: "exploration",
      cases: times === 0 ? [] : [keep(again)],
      tried: times === 0 ? 0 : TRIED,
      times,
    });
    await this.#revived();
    return again;
  }

  /**
   * How often a request ended the server that was sent alone to two processes. To the second one, more valid requests are
   * sent before than the first one had got; 0 if it ends at these.
   */
  async #timesOf(ask: () => Promise<{ replied: Replied }>): Promise<number> {
    const controls = Math.min(this.#received + 1, MOST_CONTROLS);
    if (!(await this.#revived())) return 0;
    for (let nth = 0; nth < controls; nth += 1) {
      const asked = await this.#counted(this.#options.control);
      if (!isAnswered(asked) && (await this.#isGone())) return 0;
    }
    const last = await this.#counted(ask);
    return !isAnswered(last) && (await this.#isGone()) ? TRIED : 1;
  }

  async #counted<T extends { replied: Replied }>(ask: () => Promise<T>): Promise<T> {
    const reply = await ask();
    if (hasReached(reply.replied)) this.#received += 1;
    return reply;
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
    this.#received = 0;
    return !("failed" in (await startServed(served, settings)));
  }
}

function isAnswered({ replied: { answers } }: { replied: Replied }): boolean {
  const last = answers.at(-1);
  return hasResponded(last) || last?.outcome === "timed-out";
}
