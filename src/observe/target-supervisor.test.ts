import { expect, test } from "vitest";
import { createServer } from "node:http";
import { parseBaseUrl } from "../contract/index.ts";
import type { Case, RequestResult } from "../model/index.ts";
import { listening } from "../servers/json-server.ts";
import { GrowthWatch } from "./growth-watch.ts";
import { TargetSupervisor } from "./target-supervisor.ts";

const sent: Case = {
  id: "connection/sequence-2",
  reason: "r",
  clauses: [],
  request: { sender: "client", body: ["{}"] },
};

test("a sequence that is cut off is held back until a case begins after its end, not after its last request", async () => {
  const server = await listening(createServer());
  let nowMs = 0;
  const life = new TargetSupervisor({
    served: {},
    settings: { target: parseBaseUrl(server.url) },
    journal: { nowMs: () => nowMs },
  } as unknown as ConstructorParameters<typeof TargetSupervisor>[0]);
  const returned = (atMs: number, answers: RequestResult[]) => ({
    sending: { case: sent, suite: "connection", fresh: 0, attempt: 1, tries: 1 },
    dispatched: { answers, fresh: 0, end: "closed" as const, settled: undefined },
    atMs,
  });
  const reply: RequestResult = {
    outcome: "answered",
    status: 201,
    response: {
      status: 201,
      reason: "",
      headers: [],
      framing: "none",
      body: { bytes: 0, sha256: "" },
    },
    totalUs: 90_000,
  };
  const cut: RequestResult = { outcome: "reset", phase: "head", detail: "", totalUs: 1000 };
  nowMs = 100;
  const settle = (): void => {};
  expect(await life.judge(returned(0, [reply, cut]) as never, settle)).toEqual([]);
  // It began before the end of the sequence: the target may have ended since.
  expect(await life.judge(returned(50, [reply]) as never, settle)).toHaveLength(1);
  expect(await life.judge(returned(101, [reply]) as never, settle)).toHaveLength(2);
  await server.close();
});

test("what is in flight is over before a process is replaced to measure its memory, and the new one is in the record", async () => {
  const MIB = 2 ** 20;
  const done: string[] = [];
  const written: unknown[] = [];
  const start = { type: "served-start", nth: 2, readyMs: 9 };
  let sampled = 0;
  const watch = new GrowthWatch({
    settings: {
      header: {},
      signal: new AbortController().signal,
      memory: {
        since: () => [
          { atMs: 0, rssBytes: 50 * MIB },
          { atMs: 20, rssBytes: 500 * MIB },
        ],
        now: () => (done.includes("renew") ? undefined : 50 * MIB + (sampled += 1)),
      },
    },
    journal: { nowMs: () => 10, write: (record: unknown) => written.push(record) },
    dispatcher: { send: async () => void done.push("send") },
    asking: sent,
    life: {
      kills: () => false,
      renew: async () => {
        done.push("renew");
        return start;
      },
    },
  } as unknown as ConstructorParameters<typeof GrowthWatch>[0]);
  watch.note(sent, 5);
  await watch.search(async () => void done.push("over"));
  // Before the suspects are chosen, which a slow case may be, and before the process is replaced.
  expect(done.slice(0, 3)).toEqual(["over", "over", "renew"]);
  // What the former process was sent is not in the memory of this one.
  expect(written).toEqual([start]);
});
