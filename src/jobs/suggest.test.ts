import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { userSubmission } from "../contract/index.ts";
import { defaultOptions } from "../options/index.ts";
import { startStrict } from "../servers/references.ts";
import { sampled } from "../../test/statistics.ts";
import { judgeStored } from "./gate.ts";
import { suggestFor, suggestionText } from "./suggest.ts";
import { runJob } from "./run.ts";

const RUNS = sampled("runs of the same server that keep a suggested policy", {
  all: 10,
  sample: 2,
});

test("a suggested policy is kept by the run itself and by further runs of the same server", async () => {
  const folder = mkdtempSync(join(tmpdir(), "witness-suggest-"));
  const folders: string[] = [];
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const server = await startStrict();
    const options = { ...defaultOptions("run"), load: false, runs: 20, seed, outputDir: folder };
    const run = await runJob(
      { name: "strict", baseUrl: server.url },
      { interface: userSubmission, suites: [...suites] },
      { ...options, suite: ["valid", "media-type"] },
      { signal: new AbortController().signal, events: {} },
    );
    await server.close();
    folders.push(run.folder);
  }
  const suggestion = await suggestFor(folders.slice(0, 1), () => {});
  expect(suggestion.rules.map(({ selector }) => selector)).toEqual(["*", "valid", "media-type"]);
  expect(suggestion.rules[1]).toMatchObject({
    expectation: { only: "2xx", stable: true, contentType: "application/json" },
    why: expect.stringMatching(/^\d+ cases: 201 ×\d+/),
  });
  expect(suggestion.invariants).toContainEqual(
    expect.stringMatching(/^Location ends with the id that was sent/),
  );
  expect(suggestionText(suggestion, ["a run"])).toContain('"valid": {"only":"2xx"');
  const behaviour = Object.fromEntries(
    suggestion.rules.map(({ selector, expectation }) => [selector, expectation]),
  );
  const { judgements } = await judgeStored(folders, { behaviour }, {});
  expect(judgements.filter(({ verdict }) => verdict !== "pass")).toEqual([]);
  // Every rule was judged in every run.
  const judged = judgements.filter(({ kind }) => kind === "policy");
  expect(judged.length).toBeGreaterThanOrEqual(RUNS * suggestion.rules.length);
  rmSync(folder, { recursive: true });
});
