import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Listening } from "../servers/json-server.ts";
import { startStrict } from "../servers/references.ts";
import { type RunOptions, explore, judge, load, run } from "./run.ts";

describe("the functions of the package", () => {
  const outputDir = mkdtempSync(join(tmpdir(), "witness-api-"));
  let server: Listening;
  beforeAll(async () => {
    server = await startStrict();
  });
  afterAll(async () => {
    await server.close();
    rmSync(outputDir, { recursive: true });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["an option that does not exist", { timeout: 100 }, '"timeout"'],
    ["an invalid number", { repeats: 0 }, "repeats"],
    ["a fraction of a millisecond", { timeoutMs: 1.5 }, "timeoutMs"],
  ])("refuse %s", async (_, options, named) => {
    const refused = run(server.url, options as RunOptions);
    await expect(refused).rejects.toMatchObject({ name: "WitnessError", code: "options" });
    await expect(refused).rejects.toThrow(named);
  });

  test("refuse what the verbs refuse", async () => {
    await expect(load("no url", {})).rejects.toMatchObject({ code: "base-url" });
    await expect(load(server.url, { connections: 1, processes: 2 })).rejects.toMatchObject({
      code: "load-options",
    });
    await expect(explore(server.url, { axes: ["no-axis"] })).rejects.toMatchObject({
      code: "axis",
    });
    await expect(
      explore([`a=${server.url}`, { name: "a", baseUrl: server.url }]),
    ).rejects.toMatchObject({ code: "target-name" });
    await expect(judge("no-folder")).rejects.toMatchObject({ code: "run-folder" });
    const misspelt = { behavior: {} } as never;
    await expect(judge("no-folder", misspelt)).rejects.toMatchObject({ code: "policy" });
  });

  test("run, print nothing, and leave the folder that a verb leaves", async () => {
    const phases: string[] = [];
    const { outcome, folder, report, summary } = await run(
      { name: "mine", baseUrl: server.url },
      {
        suite: ["valid"],
        runs: 2,
        load: false,
        outputDir,
        seed: 7,
        firstId: 200_000_000,
        events: { progress: ({ suite }) => phases.push(suite) },
      },
    );
    expect(outcome).toEqual({ end: "done" });
    expect(summary.target).toEqual({ name: "mine", baseUrl: server.url });
    expect([summary.seed, summary.firstId]).toEqual([7, 200_000_000]);
    expect(summary.cases).toHaveLength(52);
    expect(folder.startsWith(outputDir)).toBe(true);
    for (const file of [report, join(folder, "run.ndjson"), join(folder, "summary.json")])
      expect(existsSync(file), file).toBe(true);
    expect(new Set(phases)).toEqual(new Set(["valid"]));
    const gate = await judge([folder]);
    expect(gate).toMatchObject({ verdict: "pass", exitCode: 0 });
  });

  test("end early where they are told to", async () => {
    const { outcome } = await run(server.url, {
      load: false,
      outputDir,
      signal: AbortSignal.timeout(300),
    });
    expect(outcome.end).toBe("interrupted");
  });
});
