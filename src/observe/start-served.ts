import { setTimeout as sleep } from "node:timers/promises";
import { hasResponded, hasReached } from "../analyse/index.ts";
import type { BaseUrl } from "../contract/index.ts";
import { Interrupted, untilInterrupted } from "../interrupted.ts";
import {
  rawText,
  type ServedStart,
  type StartFailure,
  type Untrusted,
  type Death,
} from "../model/index.ts";
import { redactorOf, type Redactor } from "../send/index.ts";
import { Dispatcher, type Replied } from "./dispatcher.ts";
import { tryConnect } from "./try-connect.ts";
import { readinessSequence, type FreshSequence } from "./fresh-sequence.ts";
import type { Journal } from "./journal.ts";
import { sendingOf, type RunSettings } from "./run-settings.ts";
import type { Served } from "./served.ts";

const ASK_EVERY_MS = 50;
const ASK_TIMEOUT_MS = 5000;
const QUOTED_LINES = 3;
/** The fresh values of the checks of a served target: its processes may share a data base. */
const numbersOf = new WeakMap<Served, FreshSequence>();

type Started = ServedStart | { failed: StartFailure };

/**
 * Starts a new process of a served target, and waits until a valid request gets any response. None of it is recorded.
 * @throws WitnessError if this machine cannot start it, Interrupted after the signal.
 */
export async function startServed(
  served: Served,
  settings: Pick<RunSettings, "target" | "header" | "valid" | "signal" | "recorded">,
  graceMs?: number,
): Promise<Started> {
  await served.launch(graceMs);
  const { signal, valid } = settings;
  const redactor = redactorOf(settings.target.route);
  const numbers = numbersOf.get(served) ?? readinessSequence(settings.recorded !== undefined);
  numbersOf.set(served, numbers);
  const dispatcher = new Dispatcher(
    { ...sendingOf(settings as RunSettings), timeoutMs: ASK_TIMEOUT_MS, keep: false, lingerMs: 0 },
    numbers,
  );
  try {
    while (served.ageMs() < served.startTimeoutMs) {
      if (signal.aborted) throw new Interrupted();
      if (served.exit !== undefined && served.members().length === 0)
        return { failed: await exitOf(served, settings.target) };
      if (served.isReady) {
        const { answers } = await dispatcher.send(valid.client);
        const readyMs = Math.round(served.ageMs());
        if (hasResponded(answers.at(-1)))
          return { type: "served-start", nth: served.generation, readyMs };
      }
      await untilInterrupted(sleep(ASK_EVERY_MS), signal);
    }
    return {
      failed: { timeoutMs: served.startTimeoutMs, ...lastLines(served.output, redactor) },
    };
  } finally {
    await dispatcher.close();
  }
}

export async function exitOf(
  served: Served,
  { route }: BaseUrl,
): Promise<Exclude<StartFailure, { timeoutMs: number }>> {
  await served.exitedWithin(0);
  const { exitCode, signal } = served.exit ?? {};
  return {
    exitCode,
    signal,
    ...lastLines(served.output, redactorOf(route)),
  };
}

function lastLines(output: Untrusted, redactor: Redactor): { output?: string } {
  const lines = redactor.text(rawText(output)).trim().split("\n").slice(-QUOTED_LINES).join("\n");
  return lines === "" ? {} : { output: lines.slice(-500) };
}

const EXIT_MS = 500;
const KEPT_OUTPUT = 4 * 1024;

/**
 * Records the end of a served target's process, with its exit and the end of its output. `found` says when it was
 * noticed, and which cases caused it.
 */
async function recordEnded(
  served: Served,
  journal: Journal,
  found: Pick<Death, "during" | "cases" | "tried" | "times">,
): Promise<void> {
  await served.exitedWithin(EXIT_MS);
  const { generation: nth, exit = {}, output } = served;
  const words = rawText(output).slice(-KEPT_OUTPUT);
  journal.write({
    type: "death",
    kind: "ended",
    nth,
    atMs: Math.round(journal.nowMs()),
    ...exit,
    output: words || undefined,
    ...found,
    sentAgain: 0,
  });
}

/** No case ends a target under load: it is the load. */
const UNDER_LOAD = { during: "load" as const, cases: [], tried: 0, times: 0 };

/** After the last round: a process that has ended goes into the record. */
export async function settleAfterLoad(
  served: Served,
  settings: RunSettings,
  journal: Journal,
): Promise<void> {
  if (settings.signal.aborted) return;
  if ((await tryConnect(settings.target)) !== undefined)
    await recordEnded(served, journal, UNDER_LOAD);
}

/**
 * Starts a process of a served target if none is running, which is recorded as a death, or if every round has its own.
 * True if it did.
 */
export async function renewForLoad(
  served: Served,
  settings: RunSettings,
  journal: Journal,
): Promise<boolean> {
  const { target, header, signal } = settings;
  const isGone = (await tryConnect(target)) !== undefined;
  if (isGone) await recordEnded(served, journal, UNDER_LOAD);
  if (signal.aborted || (!isGone && header.options.fresh !== true)) return false;
  if (isGone && header.options.fresh !== true && served.generation > served.mostRestarts)
    return false;
  const started = await startServed(served, settings);
  if ("failed" in started) {
    journal.note({ kind: "load", code: "not-started-again", failure: started.failed });
    return false;
  }
  journal.write(started);
  return true;
}

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
