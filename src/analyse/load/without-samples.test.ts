import { expect, test } from "vitest";
import type { Tally } from "../../model/index.ts";
import { endWithoutSamples } from "./load-fold.ts";

type Given = {
  answered?: number;
  unanswered?: Tally["counts"]["unanswered"];
  after?: number;
  loopDelayMs?: number;
};

const TIMEOUT_MS = 5000;

const endOf = ({ answered = 0, unanswered = {}, after = 0, loopDelayMs = 1 }: Given) =>
  endWithoutSamples(
    {
      counts: { sent: 10, answered, unanswered, withdrawn: 0, inFlight: 0 },
      drained: { forMs: 1, answered: after, waitedUs: 0, ended: 0, silent: 0 },
      generators: [{ utilisation: 0.5, loopDelayP99Us: loopDelayMs * 1000, cpuUs: 1 }],
    },
    TIMEOUT_MS,
  );

test.each<[string, Given, string | undefined]>([
  ["something got a response", { answered: 1, loopDelayMs: 9000 }, undefined],
  ["nothing came", {}, "no-samples"],
  ["everything was reset", { unanswered: { reset: 10 } }, "no-samples"],
  ["all timed out", { unanswered: { "timed-out": 10 }, loopDelayMs: 500 }, "no-samples"],
  ["the generator was late", { unanswered: { "timed-out": 10 }, loopDelayMs: 501 }, "not-measured"],
  ["over the size limit", { unanswered: { "too-large": 10 } }, "not-measured"],
  ["a response after the end of the round", { after: 2 }, "not-measured"],
])("%s", (_name, given, end) => {
  expect(endOf(given)).toBe(end);
});
