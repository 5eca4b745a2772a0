import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { suiteNamed } from "../../test/suites/suite-named.ts";
import { userSubmission } from "../contract/index.ts";
import { loadJob } from "../jobs/index.ts";
import { defaultOptions } from "../options/index.ts";
import { dyingServer, type Deadly } from "../../test/observe/dying-server.ts";

let outputDir: string;
beforeAll(() => {
  outputDir = mkdtempSync(join(tmpdir(), "witness-"));
});
afterAll(() => rmSync(outputDir, { recursive: true }));

async function loaded(deadly: Deadly, fresh: boolean) {
  const command = dyingServer(outputDir, deadly);
  const { fold } = await loadJob(
    { name: "served", baseUrl: "http://127.0.0.1:{port}" },
    { interface: userSubmission, suites: [suiteNamed("valid")] },
    {
      ...defaultOptions("load"),
      serve: command,
      fresh,
      rounds: 2,
      durationMs: 500,
      warmupMs: 0,
      connections: 2,
      timeoutMs: 2000,
      outputDir,
    },
    { signal: new AbortController().signal, events: {} },
  );
  return {
    starts: fold.starts.map(({ nth }) => nth),
    rounds: fold.load.rounds.map(({ nth }) => nth),
    deaths: fold.deaths,
  };
}

describe.skipIf(process.platform === "win32")("load on a served target", () => {
  test("has a process of its own for each round with --fresh", async () => {
    const { starts, rounds, deaths } = await loaded({ how: "exit", at: "none" }, true);
    expect({ starts, rounds, deaths }).toEqual({ starts: [1, 2], rounds: [1, 2], deaths: [] });
  });

  test("goes on with a new process where it died", async () => {
    const deadly = { how: "exit", at: "id", from: 60 } as const;
    const { starts, rounds, deaths } = await loaded(deadly, false);
    expect(starts).toEqual([1, 2]);
    expect(rounds).toEqual([1, 2]);
    expect(deaths[0]).toMatchObject({ kind: "ended", exitCode: 7, during: "load", cases: [] });
  });

  test("--fresh requires a target that witness serves", async () => {
    const options = { ...defaultOptions("load"), fresh: true, outputDir };
    const catalogue = { interface: userSubmission, suites: [suiteNamed("valid")] };
    const control = { signal: new AbortController().signal, events: {} };
    const target = { name: "a", baseUrl: "http://127.0.0.1:1" };
    await expect(loadJob(target, catalogue, options, control)).rejects.toThrow(
      "`--fresh` requires `--serve`",
    );
  });
});
