import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Journal } from "./journal.ts";

test("a record that cannot be written to is reported by the next result, and not by a sample that nobody waits for", async () => {
  const full = new Error("no space left");
  const writer = {
    write: () => {},
    flush: () => {
      throw full;
    },
    close: () => {},
  };
  const journal = new Journal(writer, () => {});
  const usage = { type: "usage", atMs: 1, processes: 1, rssBytes: 1, cpuUs: 1 } as const;
  journal.sample({ ...usage, files: 1, threads: 1 });
  // The writer is asked a few milliseconds later.
  await sleep(50);
  expect(() => journal.sample({ ...usage, files: 1, threads: 1 })).not.toThrow();
  expect(() => journal.note({ kind: "load", code: "not-started-again", failure: {} })).toThrow(
    full,
  );
});
