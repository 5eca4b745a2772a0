import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { suiteNamed } from "../../test/suites/suite-named.ts";
import { userSubmission } from "../contract/index.ts";
import { defineSuite, post, user, wirePost } from "../generate/index.ts";
import { withExtra } from "../generate/user-submission.ts";
import { judgeStored, readSummary, runJob } from "../jobs/index.ts";
import { defaultOptions } from "../options/index.ts";
import { gateMarkdown, junitXml, renderTerminal, Screen } from "../report/index.ts";
import { plain } from "../text/index.ts";
import { sampled } from "../../test/statistics.ts";
import { dyingServer, type Deadly } from "../../test/observe/dying-server.ts";

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

let outputDir: string;
beforeAll(() => {
  outputDir = mkdtempSync(join(tmpdir(), "witness-"));
});
afterAll(() => rmSync(outputDir, { recursive: true }));

async function conduct({ timeoutMs, ...deadly }: Deadly & { timeoutMs?: number }, seed: number) {
  const command = dyingServer(outputDir, deadly);
  const { outcome, fold, summary, folder } = await runJob(
    { name: "dying", baseUrl: "http://127.0.0.1:{port}", serve: { command } },
    { interface: userSubmission, suites: [valid, planted, after] },
    {
      ...defaultOptions("run"),
      load: false,
      suite: ["planted", "after"],
      runs: 0,
      seed,
      timeoutMs: timeoutMs ?? (deadly.how === "hang" ? 1000 : 5000),
      outputDir,
    },
    { signal: new AbortController().signal, events: {} },
  );
  expect(outcome).toEqual({ end: "done" });
  const outcomes = Object.fromEntries(summary.cases.map((each) => [each.id, each.outcomes]));
  return { deaths: fold.deaths, outcomes, summary, folder };
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

/** It stands first in what the stored run is shown as. */
async function expectFirst(folder: string, text: string): Promise<void> {
  const summary = await readSummary(folder, () => {});
  const where = { run: folder, report: "report.html" };
  const lines = String(renderTerminal(summary, new Screen(plain), where)).split("\n");
  expect(lines[0]).toBe(`✗ ${text}`);
  const page = readFileSync(join(folder, "report.html"), "utf8");
  const shown = page.indexOf("ends the server: exit code 7");
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThan(page.indexOf("Stated by the specification"));
  const judged = await judgeStored([folder], {}, {});
  expect(judged.judgements[0]?.breaches[0]?.observed).toBe(text);
  const junit = junitXml(judged, [summary]);
  expect(junit.slice(junit.indexOf("<failure"))).toContain(`observed  ${text}`);
  expect(gateMarkdown(judged, { reports: "gate" })).toContain(text.slice(0, 40));
}

const seeds = Array.from(
  { length: sampled("seeds of a served target that dies", { all: 20, some: 1, sample: 1 }) },
  (_, nth) => nth + 1,
);

describe.skipIf(process.platform === "win32")("a served target that dies goes on", () => {
  test.each(seeds)("seed %i: exits at a case", { timeout: 120_000 }, async (seed) => {
    const [nth] = pair(seed);
    const deadly = { how: "exit", at: `number ${nth}.` } as const;
    const { deaths, outcomes, summary, folder } = await conduct(deadly, seed);
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
    const text = `${id(nth)} ends the server: exit code 7, "Out of memory (allocated 2097152 bytes)", 3 of 3 times`;
    expect(summary.deaths).toMatchObject([{ text, count: 2, cases: [id(nth)] }]);
    expect(summary.accepts).toBe("not-held");
    expect(summary.stated.text).toContain(`after ${id(nth)} the server was gone`);
    await expectFirst(folder, text);
  });

  test("what never gets a response is not cut off by those that end it", async () => {
    const deadly = { how: "exit", at: '8."', silentAt: "number 6.", timeoutMs: 1000 } as const;
    const { deaths, outcomes } = await conduct(deadly, 1);
    const deadlyIds = [8, 18, 28, 38].map(id);
    expect(new Set(deaths.flatMap(({ cases }) => cases))).toEqual(new Set(deadlyIds));
    expect(outcomes[id(6)]).toEqual({ "timed-out": 2 });
    const silent = Object.entries(outcomes).filter(
      ([each, own]) => each.startsWith("planted/") && own["201"] !== 2,
    );
    expect(silent.map(([each]) => each).toSorted()).toEqual([...deadlyIds, id(6)].toSorted());
  }, 120_000);

  test.each(seeds)("seed %i: is ended by a signal", { timeout: 120_000 }, async (seed) => {
    const [nth] = pair(seed + 1);
    const { deaths, outcomes } = await conduct({ how: "abort", at: `number ${nth}.` }, seed);
    expect(deaths[0]).toMatchObject({ signal: "SIGABRT", cases: [id(nth)], tried: 3, times: 3 });
    expectOthersWhole(outcomes, nth);
  });

  test.runIf(process.platform === "linux").each(
    seeds.flatMap((seed) => [
      { seed, how: "take-150-mib" as const },
      // As a busy machine does it: between two looks at it, no server grows by 64 MiB.
      { seed, how: "take-150-mib-slowly" as const },
    ]),
  )("seed $seed: keeps memory: $how", { timeout: 300_000 }, async ({ seed, how }) => {
    const [nth] = pair(seed + 5);
    const { summary, deaths, folder } = await conduct({ how, at: `number ${nth}.` }, seed);
    expect(deaths).toEqual([]);
    expect(summary.growths).toMatchObject([{ case: id(nth), tried: 3, times: 3 }]);
    const [{ beforeBytes = 0, afterBytes = 0 } = {}] = summary.growths ?? [];
    expect((afterBytes - beforeBytes) / 2 ** 20).toBeGreaterThan(140);
    const [text = ""] = (summary.growths ?? []).map((growth) => growth.text);
    const lines = renderTerminal(summary, new Screen(plain), { run: folder, report: "" });
    expect(String(lines).split("\n")[0]).toBe(`! ${text}`);
    const judged = await judgeStored([folder], {}, {});
    expect(judged.findings).toEqual([{ target: "dying", case: id(nth), text }]);
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

  test(
    "ends at its 31st request, whatever that is: no case is named",
    { timeout: 120_000 },
    async () => {
      const { deaths } = await conduct({ how: "exit", at: "", from: 30 }, 1);
      expect(deaths.length).toBeGreaterThan(1);
      for (const each of deaths) expect(each).toMatchObject({ cases: [], tried: 0, times: 0 });
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
