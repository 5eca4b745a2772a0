import { setTimeout as sleep } from "node:timers/promises";
import { memoryGrowth, type MemoryPoint } from "../stats/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import { startRecorded } from "./start-served.ts";

/** The first look of the search, and the last one: each comes after twice as many requests. */
const FIRST_LOOK = 16_000;
/** Earlier, the size of a growth is too rough; that there is none may be seen. */
const FIRST_GROWTH = 32_000;
const MOST_REQUESTS = 256_000;
const MOST_MS = 40_000;
/** Less time shows nothing. */
const LEAST_MS = 3000;
/** Where no rule of the policy asks for it, the search takes at most this share of the time that the run took so far. */
const SEARCH_SHARE = 0.25;
/** The search ends when the target has taken this share of the free memory: what limits its memory would end the run. */
const MOST_SHARE = 0.25;
const SAMPLE_EVERY_MS = 20;
const AT_A_TIME = 8;

/** Without load, so much of the run's time goes to the question whether to search; more on a slow machine, for a leak of 4 kB to show. */
const SCREEN_SHARE = 0.03;
const SCREEN_REQUESTS = 5000;
/** So many samples of the load answer it. */
const ENOUGH_SAMPLES = 16;
/** A rise from one quarter to the half after it that leads to a search. The highest varies by the garbage of a heap. */
const RISE = { lowest: 3e6, highest: 16e6 };

type SearchedRun = Pick<CalibratedRun, "settings" | "journal"> & {
  approached: Pick<CalibratedRun["approached"], "dispatcher" | "asking"> & {
    manner?: CalibratedRun["approached"]["manner"];
  };
};

/**
 * Finds out whether the target's memory grows with valid requests, where its process is known, and records what was
 * measured. The samples of the load, from its first round on, decide whether there is anything to search for, so that a target whose memory does
 * not grow costs no time; where cases were sent to a target that witness serves, a look at a new process does, too. The search
 * sends valid requests to a new process, if witness serves the target, and doubles
 * their number until the growth is sure or gone.
 */
export async function searchLeak(
  run: SearchedRun,
  { loadedAtMs, cases }: { loadedAtMs: number | undefined; cases: "sent" | "none" },
): Promise<void> {
  const { settings, journal } = run;
  const { memory, served, signal, events = {} } = settings;
  if (memory?.now() === undefined || signal.aborted) return;
  const leftMs = (settings.endsAtMs ?? Infinity) - journal.nowMs();
  const isAlways = settings.leaks === "always";
  const controls = new Controls(run);
  const write = (points: MemoryPoint[], atMs = journal.nowMs()): void => {
    const { requests } = controls;
    journal.write({ type: "memory-search", atMs: Math.round(atMs), requests, points });
  };
  if (leftMs < LEAST_MS) return isAlways ? write([]) : undefined;
  if (!isAlways) {
    const samples = loadedAtMs === undefined ? [] : memory.since(loadedAtMs);
    const loaded = samples.map(({ rssBytes }) => rssBytes);
    const isEnough = loaded.length >= ENOUGH_SAMPLES;
    const isShown = isEnough && isSuspicious(loaded);
    // Large cases have left free memory in the process, in which a growth does not show: a new one has none.
    const newer = isShown || cases === "none" ? undefined : served;
    if (newer && (await startRecorded(newer, settings, journal)) !== undefined) return undefined;
    const isScreened = !isShown && (newer !== undefined || !isEnough);
    const screened = isScreened ? await screen(controls, SCREEN_SHARE * journal.nowMs()) : loaded;
    if (!isSuspicious(screened) || signal.aborted)
      return controls.requests > 0 ? write([]) : undefined;
  }
  events.phase?.("measuring whether memory grows with valid requests");
  if (served && (await startRecorded(served, settings, journal)) !== undefined) return undefined;
  const atMs = journal.nowMs();
  const mostMs = isAlways ? MOST_MS : Math.max(LEAST_MS, Math.min(MOST_MS, SEARCH_SHARE * atMs));
  controls.begin();
  return write(await search(controls, Math.min(mostMs, leftMs)), atMs);
}

async function screen(controls: Controls, forMs: number): Promise<number[]> {
  const points = await controls.send({ requests: Infinity, forMs });
  points.push(...(await controls.send({ requests: SCREEN_REQUESTS, forMs: 2 * forMs })));
  return points.map(({ bytes }) => bytes);
}

/** Whether memory was higher in the second half than in the quarter before it. */
function isSuspicious(samples: readonly number[]): boolean {
  const [quarter, half] = [samples.length / 4, samples.length / 2].map(Math.floor);
  const before = samples.slice(quarter, half);
  const after = samples.slice(half);
  return (
    Math.min(...after) - Math.min(...before) >= RISE.lowest ||
    Math.max(...after) - Math.max(...before) >= RISE.highest
  );
}

async function search(controls: Controls, allMs: number): Promise<MemoryPoint[]> {
  const untilMs = performance.now() + allMs;
  const points: MemoryPoint[] = [];
  for (let look = FIRST_LOOK; look <= MOST_REQUESTS; look *= 2) {
    const forMs = untilMs - performance.now();
    points.push(...(await controls.send({ requests: look, forMs })));
    const verdict = memoryGrowth(points)?.verdict;
    const isDecided = verdict === "flat" || (verdict === "grows" && look >= FIRST_GROWTH);
    if (isDecided || controls.isOver || performance.now() >= untilMs) break;
  }
  return points;
}

class Controls {
  requests = 0;
  readonly #run: SearchedRun;
  #sent = 0;
  #isEnded = false;
  #firstBytes: number | undefined;

  constructor(run: SearchedRun) {
    this.#run = run;
  }

  /** Counts from 0 again: a served target has a new process. */
  begin(): void {
    this.#sent = 0;
    this.#isEnded = false;
    this.#firstBytes = undefined;
  }

  get isOver(): boolean {
    return this.#isEnded || this.#run.settings.signal.aborted;
  }

  /** Until there are this many in all, or the time is over. Returns the memory after some of them. */
  async send({ requests, forMs }: { requests: number; forMs: number }): Promise<MemoryPoint[]> {
    const { settings, approached } = this.#run;
    const untilMs = performance.now() + forMs;
    const isOver = (): boolean =>
      this.isOver || this.#sent >= requests || performance.now() >= untilMs;
    const points: MemoryPoint[] = [];
    const lanes = Math.min(AT_A_TIME, approached.manner?.concurrency ?? AT_A_TIME);
    const sending = Array.from({ length: lanes }, () => this.#sendUntil(isOver));
    const sent = Promise.all(sending).then(() => "sent" as const);
    let state: "sent" | "sending" = "sending";
    while (state === "sending") {
      state = await Promise.race([sent, sleep(SAMPLE_EVERY_MS, "sending" as const)]);
      const bytes = settings.memory?.now();
      if (bytes === undefined) continue;
      points.push({ requests: this.#sent, bytes });
      this.#firstBytes ??= bytes;
      if (bytes - this.#firstBytes > MOST_SHARE * process.availableMemory()) this.#isEnded = true;
    }
    return points;
  }

  async #sendUntil(isOver: () => boolean): Promise<void> {
    const { dispatcher, asking } = this.#run.approached;
    while (!isOver()) {
      this.requests += 1;
      const { answers, settled } = await dispatcher.reply(asking);
      settled.catch(() => {});
      if (answers.at(-1)?.outcome === "answered") this.#sent += 1;
      else this.#isEnded = true;
    }
  }
}
