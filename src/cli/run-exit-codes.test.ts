import { expect, test } from "vitest";
import type { RunEnd, Summary } from "../model/index.ts";
import { exitCodeOf, exitCodeOfAll } from "./run-exit-codes.ts";

const target = { name: "t", baseUrl: "http://127.0.0.1:1" };
const ended = (accepts: Summary["accepts"], end: RunEnd = "done") => ({
  outcome: { end },
  summary: { accepts },
  folder: "reports/x",
});

test.each([
  ["held", "done", 0],
  ["not-held", "done", 1],
  ["not-probed", "done", 1],
  ["not-judged", "done", 4],
  ["not-shown", "done", 4],
  ["not-held", "not-answering", 1],
  ["not-judged", "not-answering", 4],
  ["not-judged", "target-lost", 3],
  ["not-judged", "interrupted", 130],
] as const)("%s and %s is %d", (accepts, end, code) => {
  expect(exitCodeOf(ended(accepts, end), target)).toBe(code);
});

test.each(["failed", "load-failed"] as const)(
  "%s is exit code 70, and says where the record is",
  (end) => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), {
      code: "ENOSPC",
      syscall: "write",
    });
    const run = { ...ended("held", end), outcome: { end, failure: full } };
    expect(() => exitCodeOf(run, target)).toThrow(
      expect.objectContaining({
        exitCode: 70,
        message: expect.stringMatching(/^the disk is full: ENOSPC/),
        hint: expect.stringContaining("reports/x"),
      }),
    );
  },
);

test("of several runs: lost, then not held, then not judged", () => {
  const all = [ended("held"), ended("not-judged"), ended("not-held"), ended("held", "target-lost")];
  const codes = [1, 2, 3, 4].map((count) => {
    const some = all.slice(0, count);
    return exitCodeOfAll(
      some,
      some.map(() => target),
    );
  });
  expect(codes).toEqual([0, 4, 1, 3]);
});
