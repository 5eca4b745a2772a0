import { freePort } from "../../test/servers/free-port.ts";
import { userSubmission } from "../contract/index.ts";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { runJob } from "../jobs/index.ts";
import { defaultOptions, type OptionsOf } from "../options/index.ts";
import { exitCodeOf } from "../cli/run-exit-codes.ts";
import { moody, type Mood } from "../../test/servers/moods.ts";
import { faulty } from "../../test/servers/faulty.ts";
import { listening, type Listening } from "../servers/json-server.ts";
import { suiteNamed } from "../../test/suites/suite-named.ts";

const valid = suiteNamed("valid");

type Control = Partial<OptionsOf<"run">> & { signal?: AbortSignal; done?: (count: number) => void };

/** Runs the suite `valid` once, and hands over what was recorded last, too. */
async function conduct(baseUrl: string, { signal, done, ...flags }: Control = {}) {
  const outputDir = mkdtempSync(join(tmpdir(), "witness-"));
  const target = { name: "target", baseUrl };
  const began = performance.now();
  try {
    const conducted = await runJob(
      target,
      { interface: userSubmission, suites: [valid] },
      {
        ...defaultOptions("run"),
        load: false,
        suite: [],
        runs: 0,
        repeats: 1,
        concurrency: 10,
        timeoutMs: 10_000,
        outputDir,
        waitForMs: 0,
        ...flags,
      },
      {
        signal: signal ?? new AbortController().signal,
        events: { progress: (state) => done?.(state.done) },
      },
    );
    const { runId } = conducted.summary;
    const lines = readFileSync(join(outputDir, runId, "run.ndjson"), "utf8")
      .trimEnd()
      .split("\n");
    const exitCode = () => exitCodeOf(conducted, target);
    const tookMs = performance.now() - began;
    const records = lines.map((line) => JSON.parse(line));
    const observed = records.filter(({ type }) => type === "observation");
    return { ...conducted, exitCode, tookMs, lines: records, observed };
  } finally {
    rmSync(outputDir, { recursive: true });
  }
}

const respondingServer = (): ReturnType<typeof createHttpServer> =>
  createHttpServer((request, response) =>
    request.resume().once("end", () => response.writeHead(201).end()),
  );

async function withServer<Result>(
  starting: Promise<Listening>,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = await starting;
  try {
    return await use(server.url);
  } finally {
    await server.close();
  }
}

describe.concurrent("a target that responds to no valid request", () => {
  test.each([
    ["silent", "timed-out (head), nothing more within 3 s, nothing received"],
    ["resetting", "reset (head), read ECONNRESET, nothing received"],
    ["truncating", "closed (body), the server closed the connection, 10 bytes received"],
  ] as const)("%s: told from both senders, and the run stops", async (name, seen) => {
    // Long enough that a busy test process does not read as slowness of witness: then nothing is judged.
    const timeout = name === "silent" ? 3000 : 5000;
    const run = await withServer(faulty[name].start(), (url) =>
      conduct(url, { timeoutMs: timeout }),
    );
    expect(run.outcome.end).toBe("not-answering");
    expect(run.exitCode()).toBe(1);
    expect(run.summary).toMatchObject({ accepts: "not-held", complete: false });
    expect(run.summary.stated).toMatchObject({ valid: 2, answered: 0 });
    expect(run.summary.notes.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      `check: a valid request by the ordinary client: ${seen}`,
      `check: a valid request by raw bytes: ${seen}`,
    ]);
    expect(run.lines.at(-1)).toMatchObject({ type: "footer", end: "not-answering" });
    expect(run.observed).toHaveLength(2);
  });

  test.each([
    ["garbage", "not-held", 1],
    ["closing", "not-held", 1],
    ["endless-head", "not-judged", 4],
    ["huge-body", "not-judged", 4],
  ] as const)("%s: is described, not an error", async (name, accepts, code) => {
    const run = await withServer(faulty[name].start(), (url) => conduct(url));
    expect(run.outcome.end).toBe("not-answering");
    expect(run.summary.accepts).toBe(accepts);
    expect(run.exitCode()).toBe(code);
    expect(run.summary.notes.length).toBe(2);
  });

  test("nobody listens: unreachable", async () => {
    const port = await freePort();
    const run = await conduct(`http://127.0.0.1:${port}`);
    expect(run.summary).toMatchObject({ accepts: "unreachable", end: "unreachable" });
    expect(run.lines.at(-1)).toMatchObject({ type: "footer", end: "unreachable" });
    expect(run.exitCode).toThrow(`cannot reach 127.0.0.1 port ${port}: refused: `);
    expect(run.observed).toEqual([]);
  });

  test.each([
    ["http://nothing.invalid", /^cannot reach nothing\.invalid port 80: unresolved: /],
    [
      "https://127.0.0.1:PORT",
      /^cannot reach 127\.0\.0\.1 port \d+: the target does not speak TLS: did you mean http:/,
    ],
  ])("%s: unreachable", async (url, message) => {
    const run = await withServer(listening(respondingServer()), (plain) =>
      conduct(url.replace("PORT", new URL(plain).port)),
    );
    expect(run.summary.accepts).toBe("unreachable");
    expect(run.exitCode).toThrow(message);
  });
});

describe.concurrent("a target that responds", () => {
  test("later than it was asked is waited for", async () => {
    const port = await freePort();
    const starting = sleep(700).then(() => listening(respondingServer(), port));
    const run = await conduct(`http://127.0.0.1:${port}`, { waitForMs: 20_000 });
    await (await starting).close();
    expect(run.outcome.end).toBe("done");
    expect(run.exitCode()).toBe(0);
    expect(run.summary).toMatchObject({ accepts: "held", complete: true });
  });

  test("too late is not waited for longer than was said", async () => {
    const run = await conduct(`http://127.0.0.1:${await freePort()}`, { waitForMs: 600 });
    expect(run.outcome.end).toBe("unreachable");
    expect(run.tookMs).toBeGreaterThan(300);
  });

  test.each([1, 2])("request %i of all is lost by chance: it is sent again", async (lost) => {
    const mood: Mood = ({ count }) => (count === lost ? "reset" : undefined);
    const run = await withServer(moody(mood), (url) => conduct(url));
    expect(run.outcome.end).toBe("done");
    expect(run.exitCode()).toBe(0);
    expect(run.summary.stated.text).toMatch(
      /^every valid request got .*; 1 of \d+ did not at first/,
    );
  });

  test("only the wire sender can hear: the run goes on", async () => {
    const run = await withServer(faulty.interim.start(), (url) => conduct(url));
    expect(run.outcome.end).toBe("done");
    expect(run.summary.notes).toEqual([]);
    const { cases } = run.summary;
    expect(cases.find(({ id }) => id === "valid/plain-on-the-wire")?.outcomes).toMatchObject({
      "201": expect.any(Number),
    });
    expect(cases.find(({ id }) => id === "valid/plain")?.outcomes).toMatchObject({
      malformed: expect.any(Number),
    });
  });
});

describe.concurrent("an interrupted run", () => {
  test("keeps what was recorded, and says so", async () => {
    const control = new AbortController();
    const run = await withServer(listening(respondingServer()), (url) =>
      conduct(url, {
        concurrency: 1,
        signal: control.signal,
        done: (count) => count === 20 && control.abort(),
      }),
    );
    expect(run.outcome.end).toBe("interrupted");
    expect(run.exitCode()).toBe(130);
    expect(run.summary).toMatchObject({ complete: false, end: "interrupted" });
    expect(run.lines.at(-1)).toMatchObject({ type: "footer", end: "interrupted" });
    const observed = run.observed.length;
    expect(observed).toBe(run.lines.at(-1).observations);
    expect(observed).toBeGreaterThanOrEqual(20);
    expect(observed).toBeLessThan(valid.cases.length);
    expect(run.summary.suites[0]?.observations).toBe(observed);
  });

  test("does not wait for cases that stall", async () => {
    const control = new AbortController();
    const server = await listening(
      createHttpServer((request, response) => {
        // The shortest valid bodies get a response, every longer one is not.
        request.on("data", (body: Buffer) => body.length === 50 && response.writeHead(201).end());
      }),
    );
    setTimeout(() => control.abort(), 1500);
    // Far longer than a test may take.
    const run = await conduct(server.url, { timeoutMs: 600_000, signal: control.signal });
    await server.close();
    expect(run.outcome.end).toBe("interrupted");
    expect(JSON.stringify(run.observed)).not.toContain("timed-out");
    expect(run.lines.at(-1)).toMatchObject({ type: "footer", end: "interrupted" });
  });

  test("while it waits for the target", async () => {
    const run = await conduct(`http://127.0.0.1:${await freePort()}`, {
      waitForMs: 600_000,
      signal: AbortSignal.timeout(300),
    });
    expect(run.outcome.end).toBe("interrupted");
    expect(run.observed).toEqual([]);
  });
});
