import { expect, test } from "vitest";
import type { DocumentOperation } from "../../openapi/index.ts";
import { OperationLoop } from "./operation-loop.ts";

test("what comes after all operations has a share of the time, too", async () => {
  const operation = { operationId: "list", method: "GET", path: "/" } as DocumentOperation;
  const shareOf = async (more: number): Promise<number> => {
    const control = { signal: new AbortController().signal, events: {} };
    const fromMs = Date.now();
    const loop = new OperationLoop(control, 1_000_000);
    let shareMs = 0;
    const send = async (_: DocumentOperation, untilMs: number): Promise<void> => {
      shareMs = untilMs - fromMs;
    };
    await loop.takeAll([operation], send, more);
    return Math.round(shareMs / 250_000) / 4;
  };
  expect([await shareOf(0), await shareOf(1)]).toEqual([1, 0.5]);
});
