import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { mersenne } from "pure-rand/generator/mersenne";
import { expect, test } from "vitest";
import { sampled } from "../../test/statistics.ts";
import { post, wirePost } from "../generate/index.ts";
import type { Observation } from "../model/index.ts";
import {
  emptyLost,
  foldLost,
  lostOnKept,
  lostOnKeptText,
  noiseText,
  transportNoise,
} from "./transport-noise.ts";

const RESET = { outcome: "reset", phase: "head", detail: "reset", totalUs: 1 } as const;
const response = (status: number) => ({
  outcome: "answered" as const,
  status,
  response: {
    status,
    reason: "",
    headers: [],
    framing: "length" as const,
    body: { bytes: 0, sha256: "0" },
  },
  totalUs: 1,
});

type Lose = (nth: number) => number;

/** 300 cases of ten suites, each sent twice; `lose` is how often a sending is lost before it gets a response. */
function sent(
  lose: Lose,
  got: typeof RESET | ReturnType<typeof response> = RESET,
  last: ReturnType<typeof response> = response(201),
) {
  const fold = emptyLost();
  for (let nth = 0; nth < 600; nth += 1) {
    const at = nth % 300;
    const lost = Array.from({ length: lose(nth) }, () => got);
    const observation: Observation = {
      type: "observation",
      seq: nth,
      case: `suite-${at % 10}/case-${at}`,
      attempt: 1,
      fresh: nth,
      atMs: nth,
      answers: [last],
      end: "kept",
      timeoutMs: 5000,
      ...(lost.length > 0 && { lost }),
    };
    const request = at % 3 === 0 ? wirePost({ body: ["1"] }) : post(["1"]);
    foldLost(fold, {
      case: {
        id: observation.case,
        reason: "",
        clauses: [],
        request,
        ...(at % 4 === 0 && { valid: true as const }),
      },
      observation,
    });
  }
  return transportNoise(fold);
}

test("of runs in which 3% are lost at random, at most 1 in 100 is not called noise", () => {
  const runs = sampled("simulated runs with noise", { all: 4000, some: 1000, sample: 100 });
  let missed = 0;
  for (let seed = 1; seed <= runs; seed += 1) {
    const random = mersenne(seed);
    const isLost = (): boolean => uniformFloat64(random) < 0.03;
    const lose = (): number => (isLost() ? (isLost() ? 2 : 1) : 0);
    if (sent(lose) === undefined) missed += 1;
  }
  // Two standard deviations above the rate; the seeds are always the same ones.
  expect(missed).toBeLessThanOrEqual(0.01 * runs + 2 * Math.sqrt(0.01 * runs));
});

test.each<[string, Lose]>([
  ["depend on the suite", (nth) => (nth % 10 === 0 ? Number(nth % 4 === 0) : 0)],
  ["are those of two cases", (nth) => (nth % 300 < 2 ? 1 : 0)],
  ["are more than those that got a response", () => 2],
  ["are both of one case", (nth) => Number(nth % 300 === 4)],
])("losses that %s are results", (_, lose) => {
  expect(sent(lose)).toBeUndefined();
});

test("losses that are few of each suite, but none of some, are noise that is not alike for all", () => {
  const random = mersenne(3);
  const isLost = (): boolean => uniformFloat64(random) < 0.06;
  const found = sent((nth) => Number(nth % 10 < 4 && isLost()), response(500));
  expect(found && noiseText(found)).toMatch(
    /^noise: .* of the requests got 500, few of each kind, but not alike for all: /,
  );
});

test("an error that is there again when the request is sent again is its result, and no noise", () => {
  expect(sent((nth) => Number(nth % 37 === 0), response(501))).toBeDefined();
  expect(sent((nth) => Number(nth % 37 === 0), response(501), response(501))).toBeUndefined();
});

test("a server that closes a connection between the requests of a case makes no noise", () => {
  const fold = emptyLost();
  const next = [...wirePost({ body: ["1"] }).steps, ...wirePost({ body: ["1"] }).steps];
  const request = { ...wirePost({ body: ["1"] }), steps: next };
  const lost = (result: typeof RESET | ReturnType<typeof response>): void =>
    foldLost(fold, {
      case: { id: "connection/sequence", reason: "", clauses: [], request },
      observation: {
        type: "observation",
        seq: 1,
        case: "connection/sequence",
        attempt: 1,
        fresh: 1,
        atMs: 1,
        answers: [response(201), response(201)],
        end: "kept",
        timeoutMs: 5000,
        lost: [result],
      },
    });
  lost(RESET);
  expect(transportNoise(fold)).toBeUndefined();
  lost(response(502));
  expect(transportNoise(fold)).toMatchObject({ words: [["502", 1]], lost: 1 });
});

test("one or two losses are told with their cases, and do not count as results", () => {
  const texts = [
    sent((nth) => Number(nth === 4)),
    sent((nth) => Number(nth === 4 || nth === 88), response(502)),
  ].map((told) => told && noiseText(told));
  expect(texts).toEqual([
    "1 of 601 requests was lost (reset): suite-4/case-4 got a response when sent again",
    "2 of 602 requests got 502: suite-4/case-4 and suite-8/case-88 got another response when sent again",
  ]);
});

test("requests that the client sent again by itself are counted, if they are many", () => {
  const kept = (sending: number, resent: number) =>
    lostOnKept({ ...emptyLost(), client: { sent: sending, resent } });
  expect([kept(616, 4), kept(2000, 9)]).toEqual([undefined, undefined]);
  const many = kept(616, 31);
  expect(many && lostOnKeptText(many)).toMatch(/^noise on kept connections: 31 of 616 requests /);
});

test("what a new connection loses, too, was not lost because a kept one had ended", () => {
  const counted = (last: typeof RESET | ReturnType<typeof response>): number => {
    const fold = emptyLost();
    foldLost(fold, {
      case: { id: "suite/case", reason: "", clauses: [], request: post(["1"]) },
      observation: {
        type: "observation",
        seq: 1,
        case: "suite/case",
        attempt: 1,
        fresh: 1,
        atMs: 1,
        answers: [last],
        end: "none",
        timeoutMs: 5000,
        resent: 1,
      },
    });
    return fold.client.resent;
  };
  expect([counted(RESET), counted(response(201))]).toEqual([0, 1]);
});

test("the sentence has the outcome, the share and the probability", () => {
  const noise = {
    words: [["502", 143]] as [string, number][],
    lost: 143,
    sent: 8206,
    p: 0.06,
    valid: 2,
  };
  expect(noiseText(noise)).toBe(
    "noise: 1.7% of the requests got 502, independent of the request: 143 of 8,206, p = 0.06, 2 valid ones among them; each got another response when sent again",
  );
});
