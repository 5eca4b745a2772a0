import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Interrupted, WitnessError } from "../../errors.ts";
import { classOf, type OperationNotSent, resultWord } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import type { Control } from "../open-run.ts";
import { operationName } from "./choose-operations.ts";
import { rowOf } from "./operation-shares.ts";
import { breachOf } from "./sequences.ts";
import type { StatedExchange } from "./stated-sender.ts";

/** So much may be left by the runs of operations. Collecting after each of them takes a tenth of the time of many. */
const MOST_LEFT_BYTES = 150_000_000;

/** What the run of an operation leaves: V8 would keep it until there is far more, and a document has many runs. */
const collectGarbage = ((): (() => void) => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  return () => {
    if (process.memoryUsage().heapUsed > MOST_LEFT_BYTES) collect();
  };
})();

/** Takes operations one after the other, in the time that all of them have, and keeps why some were left out. */
export class OperationLoop {
  readonly left: OperationNotSent[] = [];
  /** Why no further operation is sent. */
  over: string | undefined;
  readonly #asked = new Map<
    DocumentOperation,
    { got: string; breach: OperationNotSent["breach"] }
  >();
  readonly #control: Control;
  readonly #untilMs: number;

  constructor(control: Control, maxTimeMs: number | undefined) {
    this.#control = control;
    this.#untilMs = Date.now() + (maxTimeMs ?? Infinity);
  }

  /** `send` gets the end of its share of the time; `more` shares are kept for what comes after. What is prevented is a row with the reason. */
  async takeAll(
    operations: readonly DocumentOperation[],
    send: (operation: DocumentOperation, untilMs: number) => Promise<void>,
    more = 0,
  ): Promise<void> {
    const count = operations.length;
    for (const [at, operation] of operations.entries()) {
      if (this.isEnded()) {
        this.leaveOut(operation, this.over ?? "");
        continue;
      }
      collectGarbage();
      const name = operationName(operation);
      this.#control.events.phase?.(`${at + 1} of ${count} operations: ${name}`);
      const now = Date.now();
      try {
        await send(operation, now + (this.#untilMs - now) / (count - at + more));
      } catch (error) {
        if (error instanceof Interrupted) this.over = "interrupted";
        else if (!(error instanceof WitnessError) || error.exitCode !== 2) throw error;
        this.leaveOut(operation, error.message);
      }
    }
  }

  /** Keeps the response to the stated request of an operation: its result, if no time is left for other requests. */
  noteAsked(operation: DocumentOperation, exchange: StatedExchange): void {
    const word = resultWord(exchange.result);
    // What is stored may be why a valid request is refused.
    const breach = breachOf(exchange, classOf(word) !== "4xx");
    this.#asked.set(operation, { got: `: its stated request got ${word}`, breach });
  }

  leaveOut(operation: DocumentOperation, reason: string): void {
    const { got = "", breach } = this.#asked.get(operation) ?? {};
    const why = reason === "interrupted" ? reason : `${reason}${got}`;
    this.left.push({ ...rowOf(operation), reason: why, breach });
  }

  /** Whether the target or the time is gone, or the user has ended it. */
  isEnded(): boolean {
    if (this.#control.signal.aborted) this.over = "interrupted";
    if (Date.now() >= this.#untilMs) this.over ??= "no time was left (--max-time)";
    return this.over !== undefined;
  }
}

/** What is left until then, as an option; nothing without a limit. */
export const maxTimeUntil = (untilMs: number): { maxTimeMs?: number } =>
  Number.isFinite(untilMs) ? { maxTimeMs: Math.max(1, Math.ceil(untilMs - Date.now())) } : {};
