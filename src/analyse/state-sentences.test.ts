import { expect, test } from "vitest";
import type { Observation, RequestResult } from "../model/index.ts";
import { emptyFold, type RunFold } from "./run-fold.ts";
import { stateSentences } from "./state-sentences.ts";

const result = (status: number): RequestResult => ({
  outcome: "answered",
  status,
  totalUs: 1,
  response: {
    status,
    reason: "",
    headers: [],
    framing: "length",
    body: { bytes: 2, sha256: String(status), text: "{}" },
  },
});

const SEQUENTIAL: Record<string, number> = {
  twice: 2,
  "3-times": 3,
  "5-times": 5,
  "after-250-ms": 2,
  "two-connections": 2,
  "3-connections": 3,
  "5-connections": 5,
};

/** A run in which the first of equal requests is accepted, and each later one as `isAccepted` says. */
function runOf(isAccepted: (isAtOnce: boolean, id: string) => boolean): RunFold {
  const run = emptyFold();
  const add = (id: string, count: number, isAtOnce: boolean): void => {
    const answers = Array.from({ length: count }, (_, at) =>
      result(at === 0 || isAccepted(isAtOnce, id) ? 201 : 409),
    );
    const observation: Observation = {
      type: "observation",
      seq: 0,
      case: id,
      attempt: 1,
      fresh: 0,
      atMs: 0,
      answers,
      end: "kept",
      timeoutMs: 1000,
    };
    const signature = answers.map(({ status }) => status).join(", ");
    run.cases.set(id, {
      case: {
        id,
        reason: id,
        clauses: ["states"],
        request: { sender: "wire", steps: [{ do: "read" }] },
        ...(id.endsWith("-twice") && { sameIdentity: true }),
      },
      signatures: [signature],
      first: new Map([[signature, observation]]),
    });
  };
  for (const [name, count] of Object.entries(SEQUENTIAL))
    add(`repetition/same-id-${name}`, count, false);
  for (const count of [2, 5, 10, 20]) add(`repetition/at-once-same-${count}`, count, true);
  return run;
}

const codesOf = (run: RunFold): string[] => stateSentences(run).map(({ code }) => code);

test("a race is named where all, and where many of the duplicates are accepted", () => {
  expect(codesOf(runOf((isAtOnce) => isAtOnce))).toEqual(["race", "refused"]);
  let nth = 0;
  expect(codesOf(runOf((isAtOnce) => isAtOnce && (nth += 1) % 2 === 0))).toEqual([
    "race",
    "refused",
  ]);
  expect(codesOf(runOf(() => false))).toEqual(["refused"]);
});

test("an identity that is accepted again after 250 ms is forgotten, and refused before", () => {
  const said = stateSentences(runOf((_, id) => id.endsWith("-after-250-ms")));
  expect(said.map(({ code, timesMs }) => [code, timesMs])).toEqual([
    ["refused", undefined],
    ["forgotten", [0, 250]],
  ]);
});

test("few accepted duplicates may be chance, and are not named", () => {
  let nth = 0;
  expect(codesOf(runOf((isAtOnce) => isAtOnce && (nth += 1) <= 2))).toEqual(["refused"]);
});

test("a server that accepts duplicates at random is called a race in less than 0.1% of runs", () => {
  // The generator of Numerical Recipes (Press et al., 3rd edition, 7.1).
  let drawn = 11;
  const draw = (): number => (drawn = (drawn * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
  const RUNS = 2000;
  for (const share of [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.9]) {
    let races = 0;
    for (let at = 0; at < RUNS; at += 1)
      if (codesOf(runOf(() => draw() < share)).includes("race")) races += 1;
    // 8 of 2,000 at a rate of 0.001: a chance of less than 0.2% (binomial).
    expect(races).toBeLessThan(8);
  }
});
