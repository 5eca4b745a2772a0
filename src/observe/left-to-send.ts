import type { RunEnd } from "../model/index.ts";
import type { Journal } from "./journal.ts";
import type { PlannedSuite } from "./plan.ts";

/** So much longer than the time that the user gives, results in doubt are sent again. */
const LATE = { ms: 1000, share: 0.05 };

/** What a run has still to send, by suite, and the time that it may take for it. */
export class LeftToSend {
  readonly #left = new Map<string, number>();
  readonly #untilMs: number;
  readonly #journal: Pick<Journal, "nowMs" | "note">;
  #planned = 0;

  constructor(untilMs: number, journal: Pick<Journal, "nowMs" | "note">) {
    this.#untilMs = untilMs;
    this.#journal = journal;
  }

  plan(planned: readonly PlannedSuite[]): void {
    for (const { name, total } of planned) {
      this.#left.set(name, total);
      this.#planned += total;
    }
  }

  /** The time for new cases is over. */
  get isOver(): boolean {
    return this.#journal.nowMs() >= this.#untilMs;
  }

  /** So is that for sending cases again. */
  get isLate(): boolean {
    return this.#journal.nowMs() >= this.#untilMs + LATE.ms + LATE.share * this.#untilMs;
  }

  sent(suite: string): void {
    this.#left.set(suite, (this.#left.get(suite) ?? 0) - 1);
  }

  /** Agents have sent the whole suite. */
  sentAll(suite: string): void {
    this.#left.delete(suite);
  }

  /** What was sent counts for nothing, and is not sent again. */
  leaves(suite: string): void {
    this.#left.set(suite, (this.#left.get(suite) ?? 0) + 1);
  }

  /** Records what was not sent; the end of the run, if it is only the time. */
  note(end: RunEnd): RunEnd {
    const unsent = Object.fromEntries([...this.#left].filter(([, count]) => count > 0));
    const isCut = end === "target-lost" || end === "turned-away";
    if (Object.keys(unsent).length === 0 || (end !== "done" && !isCut)) return end;
    const why = isCut ? ({ why: "ended" } as const) : {};
    this.#journal.note({ kind: "time", code: "unsent", unsent, planned: this.#planned, ...why });
    return isCut ? end : "out-of-time";
  }
}
