import { WaitWatch } from "../send/index.ts";

/** From this share of the time on, the event loop is the bottleneck. */
const BUSY_SHARE = 0.9;
/** How often all work is looked at while some of it must not stall. */
const LOOKS = 5;

/**
 * Watches for work that does not finish within this many milliseconds, or up to a fifth more. Time in which this
 * process is busy does not count: then it cannot know whether the target stalls, and more work would not be done
 * sooner.
 */
export class StallWatch {
  readonly #everyMs: number;
  /** In the order in which it began. */
  readonly #watched = new Set<{ stall: () => void; since: number }>();
  #looks = 0;
  #isRunning = false;

  constructor(afterMs: number) {
    this.#everyMs = afterMs / LOOKS;
  }

  /** Calls `stall` once the work has not finished in time, unless the returned function is called before. */
  begin(stall: () => void): () => void {
    // If others are watched already, the next look may come at once.
    const work = { stall, since: this.#looks + (this.#isRunning ? 1 : 0) };
    this.#watched.add(work);
    if (!this.#isRunning) this.#lookLater();
    return () => this.#watched.delete(work);
  }

  #lookLater(): void {
    this.#isRunning = true;
    const wait = new WaitWatch();
    setTimeout(() => {
      if (wait.end(0).busyShare <= BUSY_SHARE) this.#look();
      this.#isRunning = this.#watched.size > 0;
      if (this.#isRunning) this.#lookLater();
    }, this.#everyMs);
  }

  #look(): void {
    this.#looks += 1;
    for (const work of this.#watched) {
      if (this.#looks - work.since < LOOKS) return;
      this.#watched.delete(work);
      work.stall();
    }
  }
}
