import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { userSubmission } from "../contract/index.ts";
import { plain } from "../text/index.ts";
import { renderTerminal, Screen } from "../report/index.ts";
import { defaultOptions } from "../options/index.ts";
import {
  jsonReply,
  listening,
  type Listening,
  sendReply,
  withBody,
} from "../servers/json-server.ts";
import { calibrateTarget, drawUntilSeen, withRecord } from "../observe/index.ts";
import { concludeRun, type FinishedRun } from "./conclude-run.ts";
import { openRun } from "./open-run.ts";
import { planSuites, wantedSuites } from "./plan-suites.ts";
import { runJob } from "./run.ts";

let server: Listening;
const folder = mkdtempSync(join(tmpdir(), "witness-unseen-"));

/** Reads JSON, and nothing of it: bodies have few behaviours. */
beforeAll(async () => {
  server = await listening(
    createServer((request, response) => {
      withBody(request, 1_000_000, (body) => {
        const isRead = body !== undefined && body.length % 7 > 0;
        sendReply(response, jsonReply(isRead ? 201 : 400, {}));
      });
    }),
  );
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const runWith = (more: { untilUnseen?: number; runs?: number }): Promise<FinishedRun> =>
  runJob(
    { name: "planted", baseUrl: server.url },
    { interface: userSubmission, suites: [...suites] },
    {
      ...defaultOptions("run"),
      suite: ["fields"],
      load: false,
      seed: 1,
      outputDir: folder,
      ...more,
    },
    { signal: new AbortController().signal, events: {} },
  );

test("cases are drawn until the next one is new with a probability below the share", async () => {
  const run = await runWith({ untilUnseen: 0.05 });
  const written: unknown = JSON.parse(readFileSync(join(run.folder, "summary.json"), "utf8"));
  const [all] = run.summary.unseen?.estimates ?? [];
  expect(run.outcome.end).toBe("done");
  expect(all?.property).toBe("all properties");
  expect(all?.discoveryAtMost).toBeLessThan(0.05);
  expect(all?.drawn).toBeGreaterThan(50);
  expect(Object(written).unseen).toEqual(run.summary.unseen);
});

test("drawing stops at its bound, and a note says how far it came", async () => {
  const suite = ["fields"];
  const planned = planSuites(
    { suites, interface: userSubmission },
    { ...defaultOptions("run"), suite, runs: 0 },
    1,
  );
  const run = openRun(
    {
      verb: "run",
      target: { name: "planted", baseUrl: server.url },
      catalogue: { interface: userSubmission, suites: [...suites] },
      planned,
      explored: wantedSuites({ suites, interface: userSubmission }, { suite, hazards: false }),
      seed: 1,
    },
    { ...defaultOptions("run"), outputDir: folder },
    { signal: new AbortController().signal, events: {} },
  );
  const outcome = await withRecord(run, async (journal, settings) => {
    const approached = await calibrateTarget(settings, journal);
    if ("end" in approached) return approached;
    const bound = { maxRequests: 300, maxTimeMs: 600_000 };
    const end = await drawUntilSeen({ settings, approached, journal }, 0.000_001, bound);
    await approached.dispatcher.close();
    return { end };
  });
  const { summary } = concludeRun(run, outcome);
  expect(outcome.end).toBe("done");
  expect(summary.notes.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(
      /^drawing stopped after 300 requests: the next behaviour is new with a probability of at most \d+(\.\d+)?%, still not below 0\.0001%$/,
    ),
  );
});

test("a run without uniform draws says in one line that it has no estimate", async () => {
  const run = await runWith({ runs: 5 });
  const { summary } = run;
  expect(summary.unseen?.estimates).toEqual([]);
  expect(renderTerminal(summary, new Screen(plain), { report: "report.html", run: "run" })).toMatch(
    /^unseen {2}too few generated cases to estimate/m,
  );
});
