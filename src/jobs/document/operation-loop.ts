import { Interrupted, WitnessError } from "../../errors.ts";
import type { OperationNotSent } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import type { Control } from "../open-run.ts";
import { operationName } from "./choose-operations.ts";
import { rowOf } from "./operation-shares.ts";

/** Takes operations one after the other, in the time that all of them have, and keeps why some were left out. */
export class OperationLoop {
  readonly left: OperationNotSent[] = [];
  /** Why no further operation is sent. */
  over: string | undefined;
  readonly #control: Control;
  readonly #untilMs: number;

  constructor(control: Control, maxTimeMs: number | undefined) {
    this.#control = control;
    this.#untilMs = Date.now() + (maxTimeMs ?? Infinity);
  }

  /** `send` gets its share of the time that is left. What the document or the selection prevents is a row with the reason. */
  async takeAll(
    operations: readonly DocumentOperation[],
    send: (operation: DocumentOperation, maxTimeMs: number | undefined) => Promise<void>,
  ): Promise<void> {
    const count = operations.length;
    for (const [at, operation] of operations.entries()) {
      if (this.isEnded()) {
        this.leaveOut(operation, this.over ?? "");
        continue;
      }
      const name = operationName(operation);
      this.#control.events.phase?.(`${at + 1} of ${count} operations: ${name}`);
      const shareMs = Math.ceil((this.#untilMs - Date.now()) / (count - at));
      try {
        await send(operation, Number.isFinite(shareMs) ? shareMs : undefined);
      } catch (error) {
        if (error instanceof Interrupted) this.over = "interrupted";
        else if (!(error instanceof WitnessError) || error.exitCode !== 2) throw error;
        this.leaveOut(operation, error.message);
      }
    }
  }

  leaveOut(operation: DocumentOperation, reason: string): void {
    this.left.push({ ...rowOf(operation), reason });
  }

  /** Whether the target or the time is gone, or the user has ended it. */
  isEnded(): boolean {
    if (this.#control.signal.aborted) this.over = "interrupted";
    if (Date.now() >= this.#untilMs) this.over ??= "no time was left (--max-time)";
    return this.over !== undefined;
  }
}
