import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { suiteNamed } from "../../test/suites/suite-named.ts";
import { userSubmission } from "../contract/index.ts";
import { exploreJob } from "../jobs/index.ts";
import { defaultOptions } from "../options/index.ts";
import { dyingServer } from "../../test/observe/dying-server.ts";

let outputDir: string;
beforeAll(() => {
  outputDir = mkdtempSync(join(tmpdir(), "witness-"));
});
afterAll(() => rmSync(outputDir, { recursive: true }));

test.skipIf(process.platform === "win32")(
  "an exploration goes on where a served target ended, and says after which request",
  { timeout: 120_000 },
  async () => {
    const serve = dyingServer(outputDir, { how: "exit", at: "45678" });
    const [finished] = await exploreJob(
      [{ name: "served", baseUrl: "http://127.0.0.1:{port}" }],
      { interface: userSubmission, suites: [suiteNamed("valid")] },
      {
        ...defaultOptions("explore"),
        serve,
        suite: ["valid"],
        runs: 0,
        parts: ["boundaries"],
        axes: ["date-fraction"],
        maxRequests: 40,
        outputDir,
      },
      { signal: new AbortController().signal, events: {} },
    );
    expect(finished?.outcome).toEqual({ end: "done" });
    const deaths = finished?.summary.deaths ?? [];
    expect(deaths.length).toBeGreaterThan(0);
    for (const { cases, exitCode, tried, times } of deaths) {
      expect([tried, times]).toEqual([2, 2]);
      expect(cases.join()).toMatch(/^explore\/ends-the-server\/\d+$/);
      expect(exitCode).toBe(7);
    }
  },
);

test.skipIf(process.platform === "win32")(
  "an exploration names no request where a served target ends at valid ones, too",
  { timeout: 120_000 },
  async () => {
    // Whatever it handles after the check of the target ends it.
    const serve = dyingServer(outputDir, { how: "exit", at: '"date"', from: 30 });
    const [finished] = await exploreJob(
      [{ name: "tired", baseUrl: "http://127.0.0.1:{port}" }],
      { interface: userSubmission, suites: [suiteNamed("valid")] },
      {
        ...defaultOptions("explore"),
        serve,
        suite: ["valid"],
        runs: 0,
        parts: ["boundaries"],
        axes: ["date-fraction"],
        maxRequests: 40,
        outputDir,
      },
      { signal: new AbortController().signal, events: {} },
    );
    const deaths = finished?.summary.deaths ?? [];
    expect(deaths.filter(({ cases }) => cases.length > 0)).toEqual([]);
  },
);
