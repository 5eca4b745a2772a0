import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { suiteNamed } from "../../test/suites/suite-named.ts";
import { exitCodeOf } from "../cli/run-exit-codes.ts";
import { userSubmission } from "../contract/index.ts";
import { defineSuite, post } from "../generate/index.ts";
import { withExtra } from "../generate/user-submission.ts";
import { runJob } from "../jobs/index.ts";
import { defaultOptions } from "../options/index.ts";
import { freePort } from "../../test/servers/free-port.ts";
import type { GivenTarget } from "../model/index.ts";
import { dyingServer } from "../../test/observe/dying-server.ts";

/** More than Node needs, and less than that with 64 MiB. */
const LIMIT = 96 * 1024 * 1024;

const valid = suiteNamed("valid");
const planted = defineSuite({
  name: "planted",
  about: "cases of which one takes 64 MiB each time",
  clauses: ["error-conditions"],
  cases: Array.from({ length: 20 }, (_, nth) => ({
    name: `case-${nth}`,
    reason: `number ${nth}`,
    request: post(withExtra([`"number ${nth}."`])),
  })),
});

let outputDir: string;
beforeAll(() => {
  outputDir = mkdtempSync(join(tmpdir(), "witness-memory-"));
});
afterAll(() => rmSync(outputDir, { recursive: true }));

type Own = {
  unixSocket?: string;
  targetMemoryBytes?: number;
  timeoutMs?: number;
  repeats?: number;
};

async function conduct(target: GivenTarget, own: Own = {}) {
  const { outcome, fold, summary, folder } = await runJob(
    target,
    { interface: userSubmission, suites: [valid, planted] },
    {
      ...defaultOptions("run"),
      load: false,
      suite: ["planted"],
      runs: 0,
      concurrency: 1,
      targetMemoryBytes: LIMIT,
      waitForMs: 20_000,
      outputDir,
      ...own,
    },
    { signal: new AbortController().signal, events: {} },
  );
  return { outcome, summary, deaths: fold.deaths, folder };
}

// Only Linux tells about the memory of other processes.
/** A run of a server that grows takes 21 s where no other work delays it. */
const QUICK_MS = 25_000;

describe.runIf(process.platform === "linux")("a server that takes 64 MiB a request", () => {
  const command = (): string => dyingServer(outputDir, { how: "take-64-mib", at: "number 7." });

  test("is ended where witness serves it: the case is found, and the others are sent", async () => {
    const { outcome, summary, deaths } = await conduct({
      name: "served",
      baseUrl: "http://127.0.0.1:{port}",
      serve: { command: command() },
    });
    expect(outcome).toEqual({ end: "done" });
    expect(
      summary.deaths,
      JSON.stringify(deaths.map(({ output: _output, ...rest }) => rest)),
    ).toHaveLength(1);
    const [death] = summary.deaths ?? [];
    expect(death).toMatchObject({ cases: ["planted/case-7"], tried: 3, times: 3 });
    expect(death?.memory?.limitBytes).toBe(LIMIT);
    expect(death?.memory?.bytes).toBeGreaterThan(LIMIT);
    expect(death?.text).toMatch(
      /^planted\/case-7 takes the server over its memory limit: ended at \d+ MiB, the limit is 96 MiB, 3 of 3 times$/,
    );
    expect(deaths.every(({ memory }) => memory !== undefined)).toBe(true);
    const others = summary.cases.filter(
      ({ id }) => id.startsWith("planted/") && id !== "planted/case-7",
    );
    expect(others.filter(({ outcomes }) => outcomes["201"] !== 2)).toEqual([]);
    expect(others).toHaveLength(19);
  });

  test("is sent nothing more where witness does not serve it: exit code 3, with figure and case", async () => {
    const port = await freePort();
    const child = spawn("sh", ["-c", command().replace("{port}", String(port))], {
      stdio: "ignore",
    });
    try {
      const target = { name: "alien", baseUrl: `http://127.0.0.1:${port}` };
      const run = await conduct(target);
      expect(run.outcome).toEqual({ end: "target-lost" });
      expect(exitCodeOf(run, target)).toBe(3);
      const notes = run.summary.notes.filter(({ kind }) => kind === "memory");
      expect(notes).toHaveLength(1);
      expect(notes[0]?.text).toMatch(
        /^stopped sending: the target uses \d+ MiB of memory, the limit is 96 MiB \(--target-memory\); the newest request was planted\/case-\d+$/,
      );
      expect(child.exitCode).toBeNull();
    } finally {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  });

  test("names no case where memory grows on while nothing is sent", async () => {
    const port = await freePort();
    const grow = dyingServer(outputDir, {
      how: "grow",
      at: "number 7.",
      from: 70,
      silentAt: "number 9.",
    });
    const child = spawn("sh", ["-c", grow.replace("{port}", String(port))], { stdio: "ignore" });
    try {
      const target = { name: "busy", baseUrl: `http://127.0.0.1:${port}` };
      const beganMs = performance.now();
      const { summary } = await conduct(target, {
        targetMemoryBytes: 2 ** 31,
        timeoutMs: 1000,
        repeats: 5,
      });
      expect(summary.growths ?? []).toEqual([]);
      // A server that allocates all the time is late now and then, on a busy machine.
      const notes = summary.notes.filter(({ text }) => text.includes("memory"));
      for (const { text } of notes)
        expect(text).toMatch(
          /^the server's memory goes on growing while nothing is sent: by \d+ MiB in [\d.]+ s; an earlier request may have begun it, and no case can be named$/,
        );
      // The server grows for 12 s: a run that takes longer looks at it when that is over.
      if (performance.now() - beganMs < QUICK_MS) expect(notes).toHaveLength(1);
    } finally {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  });

  test("is not the target where that listens on a unix socket", async () => {
    const port = await freePort();
    const child = spawn("sh", ["-c", command().replace("{port}", String(port))], {
      stdio: "ignore",
    });
    const unixSocket = join(outputDir, "app.sock");
    const server = createServer((request, response) => {
      request.resume().on("end", () => response.writeHead(201).end("{}"));
    }).listen(unixSocket);
    try {
      // Its neighbour on the port of the base URL has more memory than the target may have.
      const body = "number 7.";
      const grow = () => fetch(`http://127.0.0.1:${port}`, { method: "POST", body });
      while (!(await grow().catch(() => false))) await sleep(50);
      const run = await conduct(
        { name: "socket", baseUrl: `http://127.0.0.1:${port}` },
        { unixSocket },
      );
      expect(run.outcome).toEqual({ end: "done" });
    } finally {
      server.close();
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  });
});
