import type { TargetProcesses } from "../load/index.ts";
import type { Usage } from "../model/index.ts";

const MOST_RECENT = 4000;

/** Where samples go. */
export type UsageJournal = { nowMs: () => number; write: (usage: Usage) => void };

const EVERY_MS = 250;
/** The number of samples until the length of a run has doubled: in a long run, samples are further apart. */
const SAMPLES_EACH = 240;

/** Samples the use by the target's processes during a whole run, if they are on this machine. */
export class UsageWatch {
  readonly #processes: TargetProcesses;
  readonly #journal: UsageJournal;
  #timer: NodeJS.Timeout | undefined;
  #recent: Usage[] = [];

  constructor(processes: TargetProcesses, journal: UsageJournal) {
    this.#processes = processes;
    this.#journal = journal;
    this.#later();
  }

  /** Samples since this moment of the run. */
  since(atMs: number): readonly Usage[] {
    return this.#recent.filter((each) => each.atMs >= atMs);
  }

  /** Resident memory now. */
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
    this.#journal.write(usage);
    this.#recent.push(usage);
    if (this.#recent.length > MOST_RECENT) this.#recent = this.#recent.slice(MOST_RECENT / 2);
  }
}
