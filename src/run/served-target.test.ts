import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { suiteNamed } from "../../suites/suite-named.fixture.ts";
import { userSubmission } from "../contract/user-submission.ts";
import { defineSuite } from "../generate/define-suite.ts";
import { post, user, wirePost, withExtra } from "../generate/user-submission.ts";
import { runJob } from "../jobs/run.ts";
import { defaultOptions } from "../options/resolve.ts";
import { sampled } from "../statistics.fixture.ts";
import { dyingServer, type Deadly } from "./dying-server.fixture.ts";

const valid = suiteNamed("valid");

/** Forty cases: those of even number by the ordinary client, the others on the wire. */
const planted = defineSuite({
  name: "planted",
  about: "cases of which one can end a server",
  clauses: ["error-conditions"],
  cases: Array.from({ length: 40 }, (_, nth) => {
    const body = withExtra([`"number ${nth}."`]);
    return {
      name: `case-${nth}`,
      reason: `number ${nth}`,
      request: nth % 2 === 0 ? post(body) : wirePost({ body }),
    };
  }),
});
const after = defineSuite({
  name: "after",
  about: "a suite that is sent later",
  clauses: ["body"],
  cases: [{ name: "plain", reason: "the stated request", request: post(user()) }],
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function conduct(deadly: Deadly, seed: number) {
  const command = dyingServer(folder, deadly);
  const { outcome, fold, summary } = await runJob(
    { name: "dying", baseUrl: "http://127.0.0.1:{port}", serve: { command } },
    { interface: userSubmission, suites: [valid, planted, after] },
    {
      ...defaultOptions("run"),
      load: false,
      suite: ["planted", "after"],
      runs: 0,
      seed,
      timeoutMs: deadly.how === "hang" ? 1000 : 5000,
      outputDir: folder,
    },
    { signal: new AbortController().signal, events: {} },
  );
  expect(outcome).toEqual({ end: "done" });
  const outcomes = Object.fromEntries(summary.cases.map((each) => [each.id, each.outcomes]));
  return { deaths: fold.deaths, outcomes, summary };
}

/** Two numbers of 40 that differ, another pair for each seed. */
const pair = (seed: number): [number, number] => [
  (seed * 7) % 40,
  (seed * 7 + 1 + ((seed * 11) % 39)) % 40,
];

const id = (nth: number): string => `planted/case-${nth}`;

/** Every case but this one got what the server gives, and was sent as often as it was planned. */
function expectOthersWhole(outcomes: Record<string, Record<string, number>>, but: number): void {
  const others = Object.fromEntries(
    planted.cases.filter((each) => each.id !== id(but)).map((each) => [each.id, { "201": 2 }]),
  );
  expect(outcomes).toMatchObject({ ...others, "after/plain": { "201": 2 } });
  expect(Object.values(outcomes[id(but)] ?? {}).reduce((sum, count) => sum + count, 0)).toBe(2);
}

const seeds = Array.from(
  { length: sampled("seeds of a served target that dies", { all: 20, sample: 1 }) },
  (_, nth) => nth + 1,
);

describe.skipIf(process.platform === "win32")("a served target that dies goes on", () => {
  test.each(seeds)("seed %i: exits at a case", { timeout: 120_000 }, async (seed) => {
    const [nth] = pair(seed);
    const { deaths, outcomes } = await conduct({ how: "exit", at: `number ${nth}.` }, seed);
    expect(deaths[0]).toMatchObject({
      kind: "ended",
      exitCode: 7,
      output: "Out of memory (allocated 2097152 bytes)\n",
      cases: [id(nth)],
      tried: 3,
      times: 3,
    });
    expect(deaths.every(({ cases }) => cases.join() === id(nth))).toBe(true);
    expectOthersWhole(outcomes, nth);
  });

  test.each(seeds)("seed %i: is ended by a signal", { timeout: 120_000 }, async (seed) => {
    const [nth] = pair(seed + 1);
    const { deaths, outcomes } = await conduct({ how: "abort", at: `number ${nth}.` }, seed);
    expect(deaths[0]).toMatchObject({ signal: "SIGABRT", cases: [id(nth)], tried: 3, times: 3 });
    expectOthersWhole(outcomes, nth);
  });

  test.each(seeds)("seed %i: hangs", { timeout: 300_000 }, async (seed) => {
    const [nth] = pair(seed + 2);
    const { deaths, outcomes } = await conduct({ how: "hang", at: `number ${nth}.` }, seed);
    expect(deaths[0]).toMatchObject({ kind: "hung", cases: [id(nth)], tried: 3, times: 3 });
    expectOthersWhole(outcomes, nth);
  });

  test.each(seeds)(
    "seed %i: exits at the second of two certain requests",
    { timeout: 300_000 },
    async (seed) => {
      const [first, second] = pair(seed + 3);
      const deadly = { how: "exit", at: `number ${second}.`, after: `number ${first}.` } as const;
      const { deaths, outcomes } = await conduct(deadly, seed);
      expect(deaths[0]).toMatchObject({ cases: [id(first), id(second)], tried: 3, times: 3 });
      expectOthersWhole(outcomes, second);
    },
  );

  test.each(seeds)("seed %i: exits one time in three", { timeout: 300_000 }, async (seed) => {
    const [nth] = pair(seed + 4);
    const deadly = { how: "exit", at: `number ${nth}.`, chance: 1 / 3 } as const;
    const { deaths, outcomes } = await conduct(deadly, seed);
    // It may have survived both sendings.
    expect(deaths.every(({ cases }) => cases.join() === id(nth))).toBe(true);
    expectOthersWhole(outcomes, nth);
  });
});
