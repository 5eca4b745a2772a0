import type { TargetProcesses } from "../load/index.ts";
import type { MemoryExcess } from "../model/index.ts";
import type { RunSettings } from "./run-settings.ts";

/** A case that takes memory quickly is seen before it has taken much more. */
const LOOK_EVERY_MS = 50;
/** Looking takes at most one part in this many of the time. */
const REST = 20;
const MOST_REST_MS = 500;
/** The share of the memory that is free at the start that the target may use. */
const DEFAULT_SHARE = 0.5;
/** Free memory may fall to this share of its initial value, if the target took at least half of the difference. */
const LEAST_FREE = 0.125;

/**
 * Limits the memory of a target on this machine, so that the machine does not go down with it. Beyond the
 * limit it ends a target that witness serves; otherwise its signal ends the run.
 */
export class MemoryGuard {
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

  /** Aborted when sending must stop. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Set if sending had to stop. */
  get excess(): MemoryExcess | undefined {
    return this.#stop.signal.aborted ? this.#excess : undefined;
  }

  /** Ends the target, or aborts the signal, if the target uses too much memory now. */
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
    const free = process.availableMemory();
    const grown = bytes - (this.#firstBytes ?? bytes);
    return free < LEAST_FREE * this.#freeAtStart && grown > (this.#freeAtStart - free) / 2;
  }
}
