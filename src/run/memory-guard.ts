import { findListeners } from "../load/find-listeners.ts";
import { isLocal } from "../load/look-around.ts";
import { familyBytes } from "../load/process-family.ts";
import type { MemoryExcess } from "../model/served.ts";
import type { RunSettings } from "./run-settings.ts";

/** A case that takes memory quickly is seen before it has taken much more. */
const LOOK_EVERY_MS = 50;
/** Looking takes at most one part in so many of the time. */
const REST = 20;
const MOST_REST_MS = 500;
/** Of the memory that is free at the start, the target may use this share by itself. */
const DEFAULT_SHARE = 0.5;
/** Free memory may fall to this share of what it was, where the target took at least half of the difference. */
const LEAST_FREE = 0.125;

/**
 * Watches the memory of a target on this machine, so that the machine does not go down with it. Beyond the
 * limit it ends a target that witness serves; otherwise its signal ends the run.
 */
export class MemoryGuard {
  readonly #settings: RunSettings;
  readonly #stop = new AbortController();
  readonly #freeAtStart = process.availableMemory();
  #roots: number[] = [];
  #firstBytes: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #excess: MemoryExcess | undefined;
  #isOver = false;

  constructor(settings: RunSettings) {
    this.#settings = settings;
  }

  /** Aborted where sending must stop. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Set where sending had to stop. */
  get excess(): MemoryExcess | undefined {
    return this.#stop.signal.aborted ? this.#excess : undefined;
  }

  get limitBytes(): number {
    const given = this.#settings.header.options.targetMemoryBytes;
    return given ?? Math.floor(this.#freeAtStart * DEFAULT_SHARE);
  }

  /** Starts to watch, where the target is on this machine and Linux tells about its processes. */
  async begin(): Promise<void> {
    if (process.platform !== "linux") return;
    const { target, served } = this.#settings;
    const isHere =
      served !== undefined || (!target.route?.proxy && (await isLocal(target.hostname)));
    if (isHere && !this.#isOver) this.#lookLater(0);
    else this.#isOver = true;
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #lookLater(tookMs: number): void {
    this.#timer = setTimeout(
      () => {
        const beganMs = performance.now();
        this.look();
        if (!this.#isOver) this.#lookLater(performance.now() - beganMs);
      },
      Math.min(Math.max(LOOK_EVERY_MS, REST * tookMs), MOST_REST_MS),
    );
    this.#timer.unref();
  }

  /** Ends the target, or aborts the signal, where the target uses too much memory now. */
  look(): void {
    if (this.#isOver || process.platform !== "linux") return;
    const bytes = this.#bytes();
    if (bytes === 0) return;
    this.#firstBytes ??= bytes;
    if (!this.#isTooMuch(bytes)) return;
    this.#excess = { bytes, limitBytes: this.limitBytes };
    const { served } = this.#settings;
    if (served !== undefined) return served.endFor(this.#excess);
    this.end();
    this.#stop.abort();
  }

  #bytes(): number {
    const { served, target } = this.#settings;
    if (served?.leader !== undefined) return familyBytes([served.leader]);
    const bytes = familyBytes(this.#roots);
    if (bytes > 0 || served !== undefined) return bytes;
    const found = findListeners(target.hostname, target.port);
    this.#roots = "pids" in found ? found.pids.filter((pid) => pid !== process.pid) : [];
    return familyBytes(this.#roots);
  }

  #isTooMuch(bytes: number): boolean {
    if (bytes > this.limitBytes) return true;
    const free = process.availableMemory();
    const grown = bytes - (this.#firstBytes ?? bytes);
    return free < LEAST_FREE * this.#freeAtStart && grown > (this.#freeAtStart - free) / 2;
  }
}
