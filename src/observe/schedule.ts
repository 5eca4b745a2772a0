import { setTimeout as sleep } from "node:timers/promises";
import { WaitWatch } from "../send/index.ts";

/** After this time, work that waits on the target gives its place to other work. */
const STALL_AFTER_MS = 250;
/** After this time, a hazard has had its effect: it only waits for the rest of a timeout. */
const HAZARD_STALL_MS = 100;
/** A server that allocates memory for an announced body does so with the head, within this time. */
const ANNOUNCED_STALL_MS = 40;
/** So many may wait for a time-out, however few are sent at a time. */
const LEAST_WAITING = 2;
/**
 * How work is scheduled. `beside`: together with others. `alone`: from beginning to end. `hazard`: starts when only
 * stalled work is in progress, and the next one waits until it has finished or stalls. `announced`: sends few bytes and
 * waits for a time-out. `waiting`: waits for a time-out, and counts as stalled from the start, within the stall
 * capacity.
 */
export type Placement = "beside" | "alone" | "hazard" | "announced" | "waiting";

/** Called when the work does not load the target any more. While a connection `lingers`, no hazard starts. */
export type Release = (release?: { lingers: boolean }) => void;

/** Manners that start one at a time, when no connection lingers. */
const HAZARDS: ReadonlySet<Placement> = new Set(["hazard", "announced"]);

/**
 * Runs work concurrently. Work that does not finish soon counts as stalled and frees its place, so
 * that timeouts overlap; at most `stallCapacity` wait at a time. Work that must be alone starts
 * when only stalled work is in progress, and blocks the rest.
 */
export class Schedule {
  concurrency: number;
  #stallCapacity: number;
  readonly #watches: Record<Exclude<Placement, "waiting">, StallWatch>;
  readonly #counts = { held: 0, stalled: 0, lingering: 0 };
  #pending = 0;
  #wake: (() => void)[] = [];
  #failure: { error: unknown } | undefined;

  constructor(options: { concurrency: number; stallCapacity: number }) {
    this.concurrency = options.concurrency;
    this.#stallCapacity = options.stallCapacity;
    const usual = new StallWatch(STALL_AFTER_MS);
    this.#watches = {
      beside: usual,
      alone: usual,
      hazard: new StallWatch(HAZARD_STALL_MS),
      announced: new StallWatch(ANNOUNCED_STALL_MS),
    };
  }

  /**
   * From here on, half as much work runs at a time, and no more waits: the target may count what it has not had whole. Returns how
   * much did before and does now; undefined if it is not less.
   */
  narrow(): { from: number; to: number } | undefined {
    const from = this.concurrency;
    const to = Math.max(1, Math.floor(from / 2));
    this.concurrency = to;
    this.#stallCapacity = Math.min(this.#stallCapacity, Math.max(LEAST_WAITING, to));
    return to < from ? { from, to } : undefined;
  }

  /**
   * Resolves when the work has a place and has started; rejects if earlier work failed. Work may free its place before
   * it is over, if the rest does not load the target. `stalled` is called before other work takes the place of this
   * one.
   */
  async start(
    work: (release: Release) => Promise<void>,
    placement: Placement,
    stalled?: () => void,
  ): Promise<void> {
    const places = placement === "beside" || placement === "waiting" ? this.concurrency : 1;
    const most = HAZARDS.has(placement) ? 0 : Infinity;
    // A target that is slow stalls on everything: together they are no more than it tolerates beside one request.
    const together = Math.max(this.concurrency, this.#stallCapacity);
    const isFree = (): boolean => {
      const { held, stalled, lingering } = this.#counts;
      return held < places && lingering <= most && held + stalled + lingering <= together;
    };
    if (this.#failure !== undefined || !isFree()) await this.#until(isFree);
    const place = new Place(this.#counts, this.#stallCapacity);
    this.#pending += 1;
    const stall = (): void => {
      if (!place.canStall) return;
      stalled?.();
      place.become("stalled");
      this.#notify();
    };
    if (placement === "waiting") stall();
    const stopWatching =
      placement === "waiting" ? undefined : this.#watches[placement].begin(stall);
    let resolveReleased: (() => void) | undefined;
    const released = new Promise<void>((resolve) => (resolveReleased = resolve));
    const release: Release = ({ lingers } = { lingers: false }): void => {
      stopWatching?.();
      if (!place.become(lingers ? "lingering" : "free")) return;
      this.#notify();
      resolveReleased?.();
    };
    const over = (): void => {
      this.#pending -= 1;
      release();
      if (this.#pending === 0 || this.#failure !== undefined) this.#notify();
    };
    work(release).then(over, (error: unknown) => {
      this.#failure ??= { error };
      over();
    });
    if (placement === "alone") await released;
  }

  async quiet(): Promise<void> {
    await this.#until(() => {
      const { held, lingering } = this.#counts;
      return held + lingering === 0;
    });
  }

  async finished(graceMs = Number.POSITIVE_INFINITY): Promise<void> {
    const all = this.#until(() => this.#pending === 0);
    if (Number.isFinite(graceMs))
      await Promise.race([all, sleep(graceMs, undefined, { ref: false })]);
    else await all;
  }

  async #until(condition: () => boolean): Promise<void> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      if (condition()) return;
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  #notify(): void {
    const waiting = this.#wake;
    this.#wake = [];
    for (const resolve of waiting) resolve();
  }
}

type Counts = { held: number; stalled: number; lingering: number };

/** The place of one piece of work. At first it is held; later it may be stalled or linger, within the capacity for that. */
class Place {
  readonly #counts: Counts;
  readonly #capacity: number;
  #state: keyof Counts | "free" = "held";

  constructor(counts: Counts, capacity: number) {
    this.#counts = counts;
    this.#capacity = capacity;
    counts.held += 1;
  }

  get canStall(): boolean {
    const { stalled, lingering } = this.#counts;
    return this.#state === "held" && stalled + lingering < this.#capacity;
  }

  /** Changes the state. False if there is no room, or the place is free. */
  become(next: "stalled" | "lingering" | "free"): boolean {
    const stays = next !== "free" && this.#state === "held" && !this.canStall;
    if (stays || this.#state === "free" || this.#state === next) return false;
    this.#counts[this.#state] -= 1;
    if (next !== "free") this.#counts[next] += 1;
    this.#state = next;
    return true;
  }
}

export async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) {
    // It may fail because of the signal, and nothing waits for it any more.
    work.catch(() => {});
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => resolve();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** From this share of the time on, the event loop is the bottleneck. */
const BUSY_SHARE = 0.9;
/** How often all work is looked at while some of it must not stall. */
const LOOKS = 5;

/**
 * Watches for work that does not finish within this many milliseconds, or up to a fifth more. Time in which this
 * process is busy does not count: then it cannot know whether the target stalls, and more work would not be done
 * sooner.
 */
class StallWatch {
  readonly #everyMs: number;
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
