import { RUN_FORMAT } from "../model/run.ts";
import {
  loadCatalogue,
  loadJob,
  resumeJob,
  type Control,
  type FinishedRun,
} from "../jobs/index.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WitnessError } from "../errors.ts";
import type { ResumeSettings } from "../jobs/resume.ts";
import { defaultOptions } from "../options/index.ts";
import {
  canonicalOf,
  killedAfter,
  onlyRunIn,
  startCounting,
  type Canonical,
  type CountingServer,
} from "../../test/cli/resume.ts";
import { sampled } from "../../test/statistics.ts";
import { runVerb } from "../../test/cli/run-verb.ts";
import { verbCommands } from "./verbs.ts";
import { callWitness } from "../../test/cli/witness.ts";

/** How many kills: early and late in the run; 100 before a release (each takes about 2 s of a core). */
const KILLS = Number(process.env["WITNESS_KILLS"] ?? 2);

/** Runs that are killed side by side, each with a server of its own. */
const LANES = 2;

let folder: string;
let server: CountingServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-resume-"));
  server = await startCounting();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const RUN = ["--suite", "valid", "--runs", "200", "--no-load"];
const send = (
  verb: string,
  outputDir: string,
  args: readonly string[],
  target: CountingServer = server,
): string[] => [
  verb,
  `counted=${target.url}`,
  ...args,
  "--seed=7",
  "--first-id=200000000",
  `--output-dir=${join(folder, outputDir)}`,
  "--quiet",
];
const resumed = (run: string, over: Partial<Control> = {}): Promise<FinishedRun> =>
  resumeJob(run, {}, { signal: new AbortController().signal, events: {}, ...over });

/**
 * Carries a verb out without a break; returns what its record says, and how many requests that took.
 */
async function uninterrupted(verb: string, args: readonly string[]) {
  server.requests = 0;
  const outputDir = `whole-${verb}`;
  await callWitness(folder, send(verb, outputDir, args));
  const run = onlyRunIn(join(folder, outputDir));
  return { run, whole: await canonicalOf(run), requests: server.requests };
}

/**
 * Moments drawn by a seed: numbers of requests after which the process is killed. Every second one is in the last quarter of
 * the run, when the check of the target is over.
 */
function moments(count: number, below: number): number[] {
  const random = xoroshiro128plus(20_261_121);
  const late = Math.floor(0.75 * below);
  return Array.from({ length: count }, (_, nth) =>
    uniformInt(random, nth % 2 === 0 ? 1 : late, below),
  );
}

describe("a run that is killed", () => {
  let whole: Canonical;
  let requests: number;
  beforeAll(async () => {
    ({ whole, requests } = await uninterrupted("run", RUN));
    expect(whole).toMatchObject({ integrity: "intact", end: "done" });
    expect(whole.observations.length).toBeGreaterThan(300);
  });

  /** Kills a run, resumes it, and compares it with the uninterrupted one. Returns whether the check of the target was over. */
  async function killAndResume(own: CountingServer, outputDir: string, moment: number) {
    await killedAfter(own, moment, send("run", outputDir, RUN, own));
    const run = onlyRunIn(join(folder, outputDir));
    const before = await canonicalOf(run);
    expect(["incomplete", "damaged"], `killed after ${moment}`).toContain(before.integrity);
    own.requests = 0;
    const { outcome } = await resumed(run);
    expect(outcome.end).toBe("done");
    expect(await canonicalOf(run), `killed after ${moment}`).toEqual(whole);
    // Only what is missing is sent, two valid requests that ask whether the target is there, one that is kept open, five times of the
    // search for limits that move with the clock, and controls.
    const missing = whole.responses - before.responses;
    if (before.isApproached)
      expect(own.requests).toBeLessThanOrEqual(missing + 8 + Math.ceil(0.03 * missing));
    expect(existsSync(join(run, "run.lock"))).toBe(false);
    rmSync(join(folder, outputDir), { recursive: true });
    return before.isApproached;
  }

  test(
    `at ${KILLS} moments is continued to the same record`,
    async () => {
      const due = moments(KILLS, requests).entries();
      let approached = 0;
      const lanes = Array.from({ length: LANES }, async () => {
        const own = await startCounting();
        for (const [nth, moment] of due)
          if (await killAndResume(own, `killed-${nth}`, moment)) approached += 1;
        await own.close();
      });
      await Promise.all(lanes);
      expect(approached).toBeGreaterThanOrEqual(Math.floor(KILLS / 2));
    },
    120_000 + KILLS * 10_000,
  );

  test("again and again, and interrupted, ends in the same record", async () => {
    await killedAfter(server, 400, send("run", "often", RUN));
    const run = onlyRunIn(join(folder, "often"));
    for (const moment of [50, 50]) await killedAfter(server, moment, ["resume", run, "--quiet"]);
    const controller = new AbortController();
    const events = { progress: ({ done }: { done: number }) => done > 270 && controller.abort() };
    const cut = await resumed(run, { signal: controller.signal, events });
    expect(cut.outcome.end).toBe("interrupted");
    expect(cut.summary.record).toBeUndefined();
    const last = await runVerb(verbCommands("resume"), "resume", run, "--quiet");
    expect(last.code).toBe(0);
    expect(last.stdout).toContain("held: all");
    expect(await canonicalOf(run)).toEqual(whole);
    const summary = JSON.parse(readFileSync(join(run, "summary.json"), "utf8"));
    expect(summary).toMatchObject({ complete: true, resumed: 4 });
    expect(readFileSync(join(run, "report.html"), "utf8")).toContain("complete, resumed 4 times");
  });

  test("is on disk with its header before the first connection", async () => {
    let seen: string | undefined;
    server.requests = 0;
    const watched = join(folder, "watched");
    const before = server.onRequest;
    server.onRequest = () => {
      seen ??= readFileSync(join(onlyRunIn(watched), "run.ndjson"), "utf8");
    };
    await callWitness(
      folder,
      send("run", "watched", ["--suite", "valid", "--runs", "0", "--no-load"]),
    );
    server.onRequest = before;
    const [header, rest] = (seen ?? "").split("\n");
    expect(rest).toBe("");
    expect(JSON.parse(header ?? "")).toMatchObject({
      type: "header",
      format: RUN_FORMAT,
      target: { name: "counted", baseUrl: server.url },
      options: { verb: "run", only: ["valid"], runsPerProperty: 0, waitForMs: 0 },
    });
  });
});

describe("what else is killed", () => {
  test("an exploration is begun again, and finds the same", async () => {
    const args = ["--parts", "boundaries", "--axis", "id-digits,id-fraction"];
    const { whole, requests } = await uninterrupted("explore", args);
    expect(whole.findings.length).toBeGreaterThan(0);
    const count = sampled("kills of an exploration", { all: 2, sample: 1 });
    for (const moment of moments(count, requests)) {
      await killedAfter(server, moment, send("explore", `explore-${moment}`, args));
      const run = onlyRunIn(join(folder, `explore-${moment}`));
      expect((await resumed(run)).outcome.end).toBe("done");
      expect(await canonicalOf(run), `killed after ${moment}`).toEqual(whole);
    }
  });

  test("a load goes on with the rounds that are missing", async () => {
    const args = ["--duration", "600ms", "--warmup", "50ms", "--rounds", "3"];
    // Far more requests than before the load: the process is killed in a round, or in the warm-up.
    await killedAfter(server, 300, send("load", "load", args));
    const run = onlyRunIn(join(folder, "load"));
    const before = await canonicalOf(run);
    expect(before.integrity).not.toBe("intact");
    const { outcome, summary } = await resumed(run);
    expect(outcome.end).toBe("done");
    const after = await canonicalOf(run);
    expect(after).toMatchObject({ integrity: "intact", rounds: [1, 2, 3] });
    expect(after.observations).toEqual(before.observations);
    expect(summary.load?.rounds).toHaveLength(3);
  });

  test("a load that was interrupted keeps the rounds that it has", async () => {
    const controller = new AbortController();
    const rounds = new Set<string>();
    const events = {
      load: ({ part }: { part: string }) => {
        if (rounds.add(part).has("round 3 of 3")) controller.abort();
      },
    };
    const target = { name: "counted", baseUrl: server.url };
    const options = {
      ...defaultOptions("load"),
      seed: 7,
      outputDir: join(folder, "rounds"),
      connections: 2,
      warmupMs: 50,
      durationMs: 200,
      timeoutMs: 5000,
    };
    const cut = await loadJob(target, await loadCatalogue({}), options, {
      signal: controller.signal,
      events,
    });
    expect(cut.outcome.end).toBe("interrupted");
    const run = onlyRunIn(join(folder, "rounds"));
    const lines = (): string[] => readFileSync(join(run, "run.ndjson"), "utf8").split("\n");
    const kept = lines().filter((line) => line.startsWith('{"type":"round","nth":'));
    expect((await canonicalOf(run)).rounds).toEqual([1, 2]);
    expect((await resumed(run)).outcome.end).toBe("done");
    expect((await canonicalOf(run)).rounds).toEqual([1, 2, 3]);
    expect(lines()).toEqual(expect.arrayContaining(kept));
    expect(lines().filter((line) => line.startsWith('{"type":"ceiling"'))).toHaveLength(1);
  });
});

describe("what cannot be resumed is said, and left as it was", () => {
  let run: string;
  const refusal = async (path: string, flags: ResumeSettings = {}): Promise<string> => {
    const file = join(path, "run.ndjson");
    const before = readFileSync(file, "utf8");
    const control = { signal: new AbortController().signal, events: {} };
    const error: unknown = await resumeJob(path, flags, control).catch((thrown) => thrown);
    if (!(error instanceof WitnessError)) throw new Error("it was resumed");
    expect(readFileSync(file, "utf8")).toBe(before);
    return `${error.exitCode} ${error.message}`;
  };
  /** A record of these lines in a folder of its own. */
  const stored = (name: string, lines: readonly string[]): string => {
    const path = join(folder, name);
    mkdirSync(path);
    writeFileSync(join(path, "run.ndjson"), `${lines.join("\n")}\n`);
    return path;
  };
  const linesOf = (): string[] =>
    readFileSync(join(run, "run.ndjson"), "utf8").trimEnd().split("\n");
  const headed = (name: string, from: RegExp, to: string): string =>
    stored(name, [(linesOf()[0] ?? "").replace(from, to), ...linesOf().slice(1, 40)]);
  beforeAll(async () => {
    const args = ["--suite", "valid", "--runs", "0", "--no-load"];
    await callWitness(folder, send("run", "finished", args));
    run = onlyRunIn(join(folder, "finished"));
  });

  test("a finished run", async () => {
    expect(await refusal(run)).toBe(
      "2 this run cannot be resumed: the run is finished (done): there is nothing left to send",
    );
  });

  test("a damaged one", async () => {
    const lines = linesOf().slice(0, 40);
    expect(await refusal(stored("broken", lines.toSpliced(20, 1, "{")))).toMatch(
      /^2 this run cannot be resumed: the record is damaged: 1 of 40 lines cannot be read \(first: line 21\)/,
    );
    const end = (linesOf().at(-1) ?? "").replace('"end":"done"', '"end":"interrupted"');
    const changed = stored("changed", [...linesOf().toSpliced(20, 1).slice(0, -1), end]);
    expect(await refusal(changed)).toMatch(/do not match the checksum in its footer$/);
  });

  test("one of another catalogue, of another version, of an older format, of a comparison", async () => {
    expect(await refusal(headed("catalogue", /"catalogue":"./, '"catalogue":"x'))).toBe(
      "2 this run cannot be resumed: its cases differ from this catalogue",
    );
    expect(await refusal(headed("version", /"version":"[^"]*/, '"version":"0.0.1'))).toMatch(
      /^2 .* version 0\.0\.1 started it, this is .*: the same seed may give other cases$/,
    );
    expect(await refusal(headed("format", /"format":\d/, '"format":3'))).toMatch(
      /^2 .* the record has format 3, which does not contain what is left to send$/,
    );
    expect(await refusal(headed("part", /"verb":"run"/, '"verb":"compare","targets":2'))).toBe(
      "2 this run cannot be resumed: it is part of a comparison, which sends to all targets together",
    );
    expect(await refusal(headed("inline", /"verb":"run"/, '"verb":"run","suites":true'))).toBe(
      "2 this run cannot be resumed: a program passed its own suites",
    );
  });

  test("one whose target is gone", async () => {
    const path = headed("gone", new RegExp(server.url), "http://127.0.0.1:1");
    expect(await refusal(path)).toMatch(/^3 cannot reach 127\.0\.0\.1 port 1: refused/);
    expect(existsSync(join(path, "run.lock"))).toBe(false);
  });

  test("one that another process is still writing", async () => {
    const path = stored("locked", linesOf().slice(0, 40));
    const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    writeFileSync(join(path, "run.lock"), `${other.pid}`);
    expect(await refusal(path)).toBe(`2 process ${other.pid} is still writing to ${path}`);
    other.kill("SIGKILL");
    await once(other, "exit");
    expect((await resumed(path)).outcome.end).toBe("done");
  });
});
