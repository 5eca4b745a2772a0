import { listensHere, TargetProcesses } from "../load/index.ts";
import type { MemoryExcess, Usage } from "../model/index.ts";
import type { RunSettings } from "./run-settings.ts";

export type WatchedResources = {
  /** The settings of the run; their signal also aborts where the target uses too much memory. */
  settings: RunSettings;
  excess: () => MemoryExcess | undefined;
  end: () => void;
};

/** Samples the use by the target's processes, and limits their memory, if they are on this machine (Linux). */
export async function watchResources(
  settings: RunSettings,
  journal: UsageJournal,
): Promise<WatchedResources> {
  const processes = await processesOf(settings);
  if (processes === undefined) return { settings, excess: () => undefined, end: () => {} };
  const guard = new MemoryGuard(settings, processes);
  const usage = new UsageWatch(processes, journal);
  return {
    settings: {
      ...settings,
      signal: AbortSignal.any([settings.signal, guard.signal]),
      memory: {
        since: (atMs) => usage.since(atMs),
        now: () => usage.now(),
        check: () => guard.check(),
      },
    },
    excess: () => guard.excess,
    end: () => {
      guard.end();
      usage.end();
    },
  };
}

async function processesOf({ served, target }: RunSettings): Promise<TargetProcesses | undefined> {
  if (process.platform !== "linux") return undefined;
  if (served !== undefined)
    return new TargetProcesses(
      () => served.members(),
      () => served.generation,
    );
  if (!(await listensHere(target))) return undefined;
  return TargetProcesses.listeningOn(target.hostname, target.port);
}

const MOST_RECENT = 4000;

type UsageJournal = { nowMs: () => number; sample: (usage: Usage) => void };

const EVERY_MS = 250;
/** The number of samples until the length of a run has doubled: in a long run, samples are further apart. */
const SAMPLES_EACH = 240;

/** Samples the use by the target's processes during a whole run, if they are on this machine. */
class UsageWatch {
  readonly #processes: TargetProcesses;
  readonly #journal: UsageJournal;
  #timer: NodeJS.Timeout | undefined;
  #recent: Usage[] = [];

  constructor(processes: TargetProcesses, journal: UsageJournal) {
    this.#processes = processes;
    this.#journal = journal;
    this.#later();
  }

  since(atMs: number): readonly Usage[] {
    return this.#recent.filter((each) => each.atMs >= atMs);
  }

  now(): number | undefined {
    return this.#processes.rssBytes() || undefined;
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #later(): void {
    const everyMs = Math.max(EVERY_MS, this.#journal.nowMs() / SAMPLES_EACH);
    this.#timer = setTimeout(() => {
      this.#take();
      this.#later();
    }, everyMs);
    this.#timer.unref();
  }

  #take(): void {
    const figures = this.#processes.usage();
    if (figures === undefined) return;
    const usage: Usage = { type: "usage", atMs: Math.round(this.#journal.nowMs()), ...figures };
    this.#journal.sample(usage);
    this.#recent.push(usage);
    if (this.#recent.length > MOST_RECENT) this.#recent = this.#recent.slice(MOST_RECENT / 2);
  }
}

/** A case that takes memory quickly is seen before it has taken much more. */
const LOOK_EVERY_MS = 50;
/** Looking takes at most one part in this many of the time. */
const REST = 20;
const MOST_REST_MS = 500;
/** The share of the memory that is free at the start that the target may use. */
const DEFAULT_SHARE = 0.5;
/** Free memory may fall to this share of its initial value, if the target took at least half of the difference. */
const LEAST_FREE = 0.125;

/** Beyond the limit, ends a target that witness serves, or the run: so that the machine does not go down with it. */
class MemoryGuard {
  readonly #served: RunSettings["served"];
  readonly #processes: TargetProcesses;
  readonly #stop = new AbortController();
  readonly #freeAtStart = process.availableMemory();
  readonly #limitBytes: number;
  #firstBytes: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #excess: MemoryExcess | undefined;
  #isOver = false;

  constructor({ header, served }: RunSettings, processes: TargetProcesses) {
    this.#served = served;
    this.#processes = processes;
    const { targetMemoryBytes } = header.options;
    this.#limitBytes = targetMemoryBytes ?? Math.floor(this.#freeAtStart * DEFAULT_SHARE);
    this.#checkLater(0);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get excess(): MemoryExcess | undefined {
    return this.#stop.signal.aborted ? this.#excess : undefined;
  }

  check({ urgent = true } = {}): void {
    if (this.#isOver) return;
    const bytes = this.#processes.rssBytes({ urgent, isExact: urgent });
    if (bytes === 0) return;
    this.#firstBytes ??= bytes;
    if (!this.#isTooMuch(bytes)) return;
    this.#excess = { bytes, limitBytes: this.#limitBytes };
    if (this.#served !== undefined) return this.#served.endFor(this.#excess);
    this.end();
    this.#stop.abort();
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #checkLater(tookMs: number): void {
    const waitMs = Math.min(Math.max(LOOK_EVERY_MS, REST * tookMs), MOST_REST_MS);
    this.#timer = setTimeout(() => {
      const beganMs = performance.now();
      this.check({ urgent: false });
      if (!this.#isOver) this.#checkLater(performance.now() - beganMs);
    }, waitMs);
    this.#timer.unref();
  }

  #isTooMuch(bytes: number): boolean {
    if (bytes > this.#limitBytes) return true;
    const grown = bytes - (this.#firstBytes ?? bytes);
    // Reading what is free takes as long as the rest of a look: a target that has not grown is not to blame.
    if (grown < ((1 - LEAST_FREE) * this.#freeAtStart) / 2) return false;
    const free = process.availableMemory();
    return free < LEAST_FREE * this.#freeAtStart && grown > (this.#freeAtStart - free) / 2;
  }
}
