import type { CaseRequest, Cut } from "../model/index.ts";

export type Reply = {
  signature: string;
  /** A limit of witness itself ended it, so it shows nothing about the target. */
  own?: true;
};

export type FindingEvidence = {
  name: string;
  reason: string;
  clauses: string[];
  request: CaseRequest;
};

export type Probe<R extends Reply = Reply> = {
  /** Sends a request once. Rejects with `Spent` if the budget is used up. */
  ask: (request: CaseRequest) => Promise<R>;
  keep: (evidence: FindingEvidence, replies: R[]) => string;
  width: number;
};

export type RequestOperations = {
  /** What shrinking must keep, in words; its parts are joined by ` + `. */
  familyOf: (request: CaseRequest) => string;
  sizeOf: (request: CaseRequest) => number;
  simplerRequests: (request: CaseRequest) => Iterable<CaseRequest>;
};

/** Whether a family is this one, or contains it as a part: `id: text + date missing` contains `id: text`. */
export function holdsFamily(family: string, part: string): boolean {
  const parts = partsOf(family);
  return partsOf(part).every((each) => parts.includes(each));
}

const partsOf = (family: string): string[] => family.split(" + ");

/** Words as part of a case's id: lower case, digits and dashes. */
export function slug(text: string): string {
  const dashed = text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return dashed.replace(/^-|-$/g, "") || "none";
}

/** Thrown if the next request would exceed the budget. */
export class Spent extends Error {
  readonly cut: Cut;

  constructor(cut: Cut) {
    super(`the budget is spent: ${cut}`);
    this.name = "Spent";
    this.cut = cut;
  }
}

type Limits = { maxRequests: number; maxTimeMs: number; signal: AbortSignal; now?: () => number };

export class Budget {
  readonly #limits: Required<Limits>;
  readonly #deadlineMs: number;
  #requests = 0;
  #stopped: Cut | undefined;
  #refused: Cut | undefined;

  constructor(limits: Limits) {
    this.#limits = { now: () => performance.now(), ...limits };
    this.#deadlineMs = this.#limits.now() + limits.maxTimeMs;
  }

  get requests(): number {
    return this.#requests;
  }

  /** How much of it is used up: 0 to 1, by requests or by time. */
  get share(): number {
    const { maxRequests, maxTimeMs, now } = this.#limits;
    const left = (this.#deadlineMs - now()) / maxTimeMs;
    return Math.min(1, Math.max(this.#requests / maxRequests, 1 - left));
  }

  get leftMs(): number {
    return this.#deadlineMs - this.#limits.now();
  }

  get refused(): Cut | undefined {
    return this.#refused;
  }

  get isInterrupted(): boolean {
    return this.#limits.signal.aborted;
  }

  get #cut(): Cut | undefined {
    if (this.isInterrupted) return "interrupted";
    if (this.#stopped !== undefined) return this.#stopped;
    if (this.#requests >= this.#limits.maxRequests) return "max-requests";
    return this.#limits.now() >= this.#deadlineMs ? "max-time" : undefined;
  }

  /** Takes requests that are sent together from the budget. Throws `Spent` if there are none. */
  take(requests = 1): void {
    const cut = this.#cut;
    this.#refused ??= cut;
    if (cut !== undefined) throw new Spent(cut);
    this.#requests += requests;
  }

  /** Stops sending: the target is gone, or turns requests away whatever they are. */
  stop(cut: "target-lost" | "rate-limited" | "turned-away"): void {
    this.#stopped ??= cut;
  }
}

export async function untilSpent<T>(work: () => Promise<T>): Promise<T | Spent> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Spent) return error;
    throw error;
  }
}

/** At most `width` at a time, in order. After a rejection no more work starts, and it rejects when all running work has ended. */
export async function sideBySide<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = Array.from({ length: items.length });
  let next = 0;
  let failure: { error: unknown } | undefined;
  const lane = async (): Promise<void> => {
    while (next < items.length && failure === undefined) {
      const index = next;
      next += 1;
      try {
        results[index] = await work(items[index] as T, index);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  if (failure !== undefined) throw failure.error;
  return results;
}

/** How often each side is sent again, in both orders; more often if the target has responded at random. */
const AGAIN = 2;
const AGAIN_IN_DOUBT = 8;

/** Sends all items again, one at a time, forward and backward in turn; the responses to each item, in the order of the items. */
export async function confirm<T, R>(
  items: readonly T[],
  send: (item: T) => Promise<R>,
  inDoubt: boolean,
): Promise<R[][]> {
  const got: R[][] = items.map(() => []);
  const order = [...items.keys()];
  for (let turn = 0; turn < (inDoubt ? AGAIN_IN_DOUBT : AGAIN); turn += 1) {
    for (const index of order) got[index]?.push(await send(items[index] as T));
    order.reverse();
  }
  return got;
}
