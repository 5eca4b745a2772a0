import { expect, test } from "vitest";
import { gateRun, told } from "../../test/policy/gate.ts";
import { post, user } from "../generate/index.ts";
import type { RunRecord } from "../model/index.ts";
import { parseThreshold } from "./threshold.ts";
import { judgeRuns } from "./judge-runs.ts";

const SUITES = ["fields", "valid"];
const idOf = (nth: number): string => `${SUITES[nth % 2] ?? ""}/case-${nth}`;

/** 400 requests of two suites, of which some were lost at first. */
const records = (isLost: (nth: number) => boolean): RunRecord[] =>
  Array.from({ length: 400 }, (_, nth): RunRecord[] => [
    {
      type: "case",
      case: { id: idOf(nth), reason: "one", clauses: ["body"], request: post(user()) },
    },
    {
      type: "observation",
      seq: nth,
      case: idOf(nth),
      attempt: 1,
      fresh: nth,
      atMs: nth,
      answers: [CREATED],
      end: "kept",
      timeoutMs: 5000,
      ...(isLost(nth) && { lost: [RESET] }),
    },
  ]).flat();

const CREATED = {
  outcome: "answered" as const,
  status: 201,
  response: {
    status: 201,
    reason: "Created",
    headers: [],
    framing: "length" as const,
    body: { bytes: 0, sha256: "0" },
  },
  totalUs: 1,
};
const RESET = { outcome: "reset", phase: "head", detail: "reset", totalUs: 1 } as const;

const judged = (isLost: (nth: number) => boolean): string =>
  told(
    judgeRuns({
      runs: [
        gateRun({ load: ["transport-noise<=0.5%", "transport-noise <= 5%"] }, records(isLost)),
      ],
    }),
  );

test("a limit for noise is judged by the share of lost requests, and needs no load", () => {
  expect(judged((nth) => nth % 100 < 2)).toMatchInlineSnapshot(`
    "fail policy.load[0] | transport-noise<=0.5%
      measured 2.0%
      - expected transport-noise<=0.5%, observed 2.0%
    pass policy.load[1] | transport-noise <= 5%
      measured 2.0%
    note go: 8 of 410 requests were lost (reset) at random; each got a response when sent again
    fail 1"
  `);
});

test("losses that depend on the request are no noise: they are results of their cases", () => {
  expect(judged((nth) => nth % 20 === 0)).toMatchInlineSnapshot(`
    "pass policy.load[0] | transport-noise<=0.5%
      measured 0%
    pass policy.load[1] | transport-noise <= 5%
      measured 0%
    pass 0"
  `);
});

test("a threshold that is not valid is told with an example", () => {
  expect(parseThreshold("transport-noise<0.5")).toContain('like "transport-noise<=0.5%"');
  expect(parseThreshold("p(95)<20")).toMatchObject({ about: "load" });
});
