import { setTimeout as sleep } from "node:timers/promises";
import type { Death, ServedStart, StartFailure, Untrusted } from "../model/index.ts";
import { hasReached, hasResponded, rawText } from "../model/index.ts";
import { lastMessageLine } from "../analyse/index.ts";
import type { BaseUrl } from "../contract/index.ts";
import { Interrupted, untilInterrupted } from "../errors.ts";
import { type Redactor, redactorOf } from "../send/index.ts";
import type { Served } from "./served.ts";
import { Dispatcher, type Replied } from "./dispatcher.ts";
import { type FreshSequence, readinessSequence } from "./fresh-sequence.ts";
import { type RunSettings, briefly } from "./run-settings.ts";
import { tryConnect } from "./try-connect.ts";
import type { Journal } from "./journal.ts";

const ASK_EVERY_MS = 50;
const ASK_TIMEOUT_MS = 5000;
const QUOTED_LINES = 3;
/** The fresh values of the checks of a served target: its processes may share a data base. */
const numbersOf = new WeakMap<Served, FreshSequence>();

/** Starts a process, and waits for any response. None of it is recorded. @throws WitnessError if it cannot be started here. */
export async function startServed(
  served: Served,
  settings: Pick<RunSettings, "target" | "header" | "valid" | "signal" | "recorded">,
  graceMs?: number,
): Promise<ServedStart | { failed: StartFailure }> {
  await served.launch(graceMs);
  const { signal, valid } = settings;
  const redactor = redactorOf(settings.target.route);
  const numbers = numbersOf.get(served) ?? readinessSequence(settings.recorded !== undefined);
  numbersOf.set(served, numbers);
  const dispatcher = new Dispatcher(briefly(settings, ASK_TIMEOUT_MS), numbers);
  let asked: true | undefined;
  try {
    const readyMs = await untilReady(served, signal, async () => {
      const dispatched = await dispatcher.send(valid.client);
      if (hasReached(dispatched)) asked = true;
      return hasResponded(dispatched.answers.at(-1));
    });
    if (readyMs === "ended")
      return { failed: { ...(await exitOf(served, settings.target)), asked } };
    if (readyMs === "late")
      return {
        failed: { timeoutMs: served.startTimeoutMs, ...lastLines(served.output, redactor) },
      };
    return { type: "served-start", nth: served.generation, readyMs };
  } finally {
    await dispatcher.close();
  }
}

/** How long a process took until it responded. @throws Interrupted after the signal. */
export async function untilReady(
  served: Served,
  signal: AbortSignal,
  responds: () => Promise<boolean>,
): Promise<number | "ended" | "late"> {
  while (served.ageMs() < served.startTimeoutMs) {
    if (signal.aborted) throw new Interrupted();
    if (served.exit !== undefined && served.members().length === 0) return "ended";
    if (served.isReady) {
      const isThere = await responds();
      const readyMs = Math.round(served.ageMs());
      if (isThere && !(await served.hasClashed())) return readyMs;
    }
    await untilInterrupted(sleep(ASK_EVERY_MS), signal);
  }
  return "late";
}

/** The same, with the start in the record. Returns why it failed. */
export async function startRecorded(
  served: Served,
  settings: Parameters<typeof startServed>[1],
  journal: Pick<Journal, "write">,
): Promise<StartFailure | undefined> {
  const started = await startServed(served, settings);
  if ("failed" in started) return started.failed;
  journal.write(started);
  return undefined;
}

/** Starts a process that several runs share again, if nothing listens any more. */
export async function startAgain(
  served: Served,
  target: BaseUrl,
  signal: AbortSignal,
): Promise<void> {
  const listens = async (): Promise<boolean> => (await tryConnect(target, signal)) === undefined;
  if (await listens()) return;
  await served.launch();
  await untilReady(served, signal, listens);
}

export async function exitOf(
  served: Served,
  { route }: BaseUrl,
): Promise<Exclude<StartFailure, { timeoutMs: number }>> {
  await served.exitedWithin(0);
  const { exitCode, signal } = served.exit ?? {};
  return { exitCode, signal, ...lastLines(served.output, redactorOf(route)) };
}

/** The last lines of output. If a stack follows the line that says what went wrong, that line. */
function lastLines(output: Untrusted, redactor: Redactor): { output?: string } {
  const text = redactor.text(rawText(output)).trim();
  const lines = text.split("\n").slice(-QUOTED_LINES).join("\n");
  const telling = lastMessageLine(text);
  const quoted = lines.includes(telling) ? lines : telling;
  return quoted === "" ? {} : { output: quoted.slice(-500) };
}

const EXIT_MS = 500;
const KEPT_OUTPUT = 4 * 1024;

type Ended = Omit<Death, "cases" | "tried" | "times" | "during">;

/** Waits for the end of a process; to be read before the next one is started. */
async function endOfProcess(served: Served, journal: Journal): Promise<Ended> {
  await served.exitedWithin(EXIT_MS);
  const { generation: nth, exit = {}, output } = served;
  const words = rawText(output).slice(-KEPT_OUTPUT);
  return {
    type: "death",
    kind: "ended",
    nth,
    atMs: Math.round(journal.nowMs()),
    ...exit,
    output: words || undefined,
    sentAgain: 0,
  };
}

/** Records the end of a served target's process. `found` says when it was noticed, and which cases caused it. */
function recordEnded(
  ended: Ended,
  journal: Journal,
  found: Pick<Death, "during" | "cases" | "tried" | "times">,
): void {
  const { sentAgain, ...facts } = ended;
  journal.write({ ...facts, ...found, sentAgain });
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
    recordEnded(await endOfProcess(served, journal), journal, UNDER_LOAD);
}

/** Starts a process if none is running, which is recorded as a death, or if every round has its own. True if it did. */
export async function renewForLoad(
  served: Served,
  settings: RunSettings,
  journal: Journal,
): Promise<boolean> {
  const { target, header, signal } = settings;
  const isGone = (await tryConnect(target)) !== undefined;
  if (isGone) recordEnded(await endOfProcess(served, journal), journal, UNDER_LOAD);
  if (signal.aborted || (!isGone && header.options.fresh !== true)) return false;
  if (isGone && header.options.fresh !== true && served.generation > served.mostRestarts)
    return false;
  return isStartedAgain(served, settings, journal);
}

/** Starts another process for a load; where that fails, a note says so. */
export async function isStartedAgain(
  served: Served,
  settings: RunSettings,
  journal: Journal,
): Promise<boolean> {
  const failure = await startRecorded(served, settings, journal);
  if (failure !== undefined) journal.note({ kind: "load", code: "not-started-again", failure });
  return failure === undefined;
}

/** A process that is about to end may take a connection for this long. */
const DYING_MS = 20;

type Options = {
  served: Served;
  settings: RunSettings;
  journal: Journal;
  control: () => Promise<{ replied: Replied }>;
};

/** How often a request without a response is sent again alone, each time to another process. */
const TRIED = 2;
/** Valid requests before the last time. */
const MOST_CONTROLS = 50;

/** Restarts a served target during an exploration, and repeats what got no response. Two ends are recorded as a cause. */
export class Revival {
  readonly #options: Options;
  #turn: Promise<unknown> = Promise.resolve();
  #received = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves when no request is being repeated: other requests wait until then. */
  async quiet(): Promise<void> {
    await this.#turn;
  }

  /** The reply that counts: after an end, that to the request sent again alone. `keep` returns the id of a death's case. */
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

  /** How often a request alone ended one of two processes; 0 if the second one ends at the valid requests before it. */
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
