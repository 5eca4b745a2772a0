import type { Cut } from "../model/index.ts";

/** Thrown if the next request would exceed the budget. */
export class Spent extends Error {
  readonly cut: Cut;

  constructor(cut: Cut) {
    super(`the budget is spent: ${cut}`);
    this.name = "Spent";
    this.cut = cut;
  }
}

type Limits = {
  maxRequests: number;
  maxTimeMs: number;
  signal: AbortSignal;
  /** A monotonic clock in milliseconds. */
  now: () => number;
};

/** Counts requests and time, and reports when either is used up. */
export class Budget {
  readonly #limits: Limits;
  readonly #deadlineMs: number;
  #requests = 0;
  #stopped: Cut | undefined;
  #refused: Cut | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#deadlineMs = limits.now() + limits.maxTimeMs;
  }

  get requests(): number {
    return this.#requests;
  }

  /** Why a request was not allowed; undefined if all were. */
  get refused(): Cut | undefined {
    return this.#refused;
  }

  get #cut(): Cut | undefined {
    if (this.#limits.signal.aborted) return "interrupted";
    if (this.#stopped !== undefined) return this.#stopped;
    if (this.#requests >= this.#limits.maxRequests) return "max-requests";
    return this.#limits.now() >= this.#deadlineMs ? "max-time" : undefined;
  }

  /** Takes one request from the budget. Throws `Spent` if there is none. */
  take(): void {
    const cut = this.#cut;
    this.#refused ??= cut;
    if (cut !== undefined) throw new Spent(cut);
    this.#requests += 1;
  }

  /** Stops sending: the target is gone, or a rate limit refuses more requests. */
  stop(cut: "target-lost" | "rate-limited"): void {
    this.#stopped ??= cut;
  }
}

/** The result of work that the budget may end: its value, or what cut it short. */
export async function untilSpent<T>(work: () => Promise<T>): Promise<T | Spent> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Spent) return error;
    throw error;
  }
}
