import { loadCatalogue, loadJob } from "../jobs/index.ts";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LoadSummary } from "../model/index.ts";
import { defaultOptions, type OptionsOf } from "../options/index.ts";
import { listening, type Listening } from "../servers/json-server.ts";
import { callWitness } from "../../test/cli/witness.ts";

const MAIN = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));
const SCHEMAS = fileURLToPath(new URL("../../dist/schemas/", import.meta.url));
// The ceiling is measured as long as a round, and keeps two processes busy: what is counted needs no time.
const SHORT = ["--duration", "300ms", "--warmup", "100ms", "--rounds", "2"];
const BRIEF: Partial<OptionsOf<"load">> = { durationMs: 300, warmupMs: 100, rounds: 2 };

type Handler = (response: ServerResponse, nth: number, request: IncomingMessage) => void;

let folder: string;
const servers: Listening[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-load-"));
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

/** A server that reads each request, and then does what `handle` says to the nth one. */
async function serve(handle: Handler): Promise<string> {
  let nth = 0;
  const server = await listening(
    createServer((request, response) => {
      request.resume();
      request.on("end", () => handle(response, (nth += 1), request));
    }),
  );
  servers.push(server);
  return server.url;
}

const created = (response: ServerResponse): void => {
  response.writeHead(201, { "Content-Type": "application/json" }).end("{}");
};

/** A server that responds at once keeps both processes busy: what a round counts needs no speed. */
const unhurried = (response: ServerResponse): void => void setTimeout(created, 5, response);

/** The program runs in this process, and what sends in one of its own. */
const witness = (...args: string[]) => callWitness(folder, args);

/** Rounds in the record of the only run in this folder, so far. */
function roundsIn(outputDir: string): number {
  const path = join(folder, outputDir);
  const [run] = existsSync(path) ? readdirSync(path) : [];
  const file = join(path, run ?? "", "run.ndjson");
  if (run === undefined || !existsSync(file)) return 0;
  const record = readFileSync(file, "utf8");
  return record.split('{"type":"round"').length - 1;
}

/** The load part of the summary. The job runs in this process, and what sends in one of its own. */
async function measured(
  baseUrl: string,
  options: Partial<OptionsOf<"load">> = {},
): Promise<LoadSummary> {
  const outputDir = mkdtempSync(join(folder, "measured-"));
  const given = { ...defaultOptions("load"), ...BRIEF, outputDir, ...options };
  const control = { signal: new AbortController().signal, events: {} };
  const { outcome, summary } = await loadJob(
    { name: "measured", baseUrl },
    await loadCatalogue({}),
    given,
    control,
  );
  if (summary.load === undefined) throw new Error(outcome.end);
  return summary.load;
}

/** A load on such a server until it holds, at most eight times: a busy machine sends too little to show anything. */
async function measuredUntil(
  handle: Handler,
  options: Partial<OptionsOf<"load">>,
  holds: (load: LoadSummary) => boolean,
): Promise<LoadSummary> {
  for (let turn = 1; ; turn += 1) {
    const load = await measured(await serve(handle), options);
    if (holds(load) || turn === 8) return load;
  }
}

/** All that was due has been sent, in every round. */
const isWhole =
  (rounds = BRIEF.rounds) =>
  (load: LoadSummary): boolean =>
    load.rounds.length === rounds && load.pooled?.dropped === 0;

const failed = (figures: LoadSummary["rounds"][number] | LoadSummary["pooled"]): string[] =>
  figures?.checks.filter(({ held }) => !held).map(({ name }) => name) ?? [];

describe.concurrent("witness load", () => {
  test("a rate limit: how often a usual status came after its first refusal", async () => {
    let [tokens, last] = [20, performance.now()];
    const load = await measuredUntil(
      (response) => {
        const now = performance.now();
        [tokens, last] = [Math.min(20, tokens + (now - last) / 20), now];
        if (tokens < 1) return void setTimeout(() => response.writeHead(429).end("{}"), 2);
        tokens -= 1;
        created(response);
      },
      { durationMs: 2000 },
      isWhole(),
    );
    const { text = "" } = load.pooled?.checks.find(({ name }) => name === "status-mix") ?? {};
    const per = /is a limit on requests; after the first 429, 201 at (\S+)\/s on average; /.exec(
      text,
    );
    // 50 tokens a second, and a full bucket after each pause.
    expect(Number(per?.[1]), text).toBeGreaterThan(25);
    expect(Number(per?.[1]), text).toBeLessThan(110);
  });

  test("names the target first, prints rounds and the whole, and records them", async () => {
    const url = await serve(unhurried);
    let ended = await witness("load", `mine=${url}`, ...SHORT, "--output-dir", "a");
    // 3 and 4: this machine was too busy for a round to get a response.
    for (let turn = 1; turn < 8 && [3, 4].includes(ended.code); turn += 1) {
      rmSync(join(folder, "a"), { recursive: true });
      ended = await witness("load", `mine=${url}`, ...SHORT, "--output-dir", "a");
    }
    const { code, stdout, stderr } = ended;
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(`target mine  ${url}`);
    expect(stdout).toContain("10 connections, 2 rounds of 300 ms");
    expect(stdout).toMatch(/^ +round +responses\/s +p50 +p90 +p95 +p99 +p99.9 +max +mean/m);
    expect(stdout).toMatch(/^ +1 +.*all 201/m);
    expect(stdout).toMatch(/^ +all +.*all 201/m);
    expect(stdout).toMatch(/the target is on this machine/);
    const [run = ""] = readdirSync(join(folder, "a"));
    expect(readdirSync(join(folder, "a", run)).sort()).toEqual([
      ".witness-files",
      "report.html",
      "report.md",
      "run.ndjson",
      "summary.json",
    ]);
    const lines = readFileSync(join(folder, "a", run, "run.ndjson"), "utf8")
      .trim()
      .split("\n");
    const schema = JSON.parse(readFileSync(join(SCHEMAS, "run-record.json"), "utf8"));
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    for (const line of lines) expect(validate(JSON.parse(line)), line.slice(0, 200)).toBe(true);
    expect(lines.filter((line) => line.startsWith('{"type":"round"'))).toHaveLength(3);

    const again = await callWitness(folder, [
      "report",
      join("a", run),
      "--save-hgrm",
      "again.hgrm",
    ]);
    expect(again.stdout).toBe(stdout);
    expect(readFileSync(join(folder, "again.hgrm"), "utf8")).toMatch(
      /Value +Percentile +TotalCount/,
    );
  });

  test("--json is one document that fits the shipped schema, and its counts add up", async () => {
    const url = await serve(unhurried);
    const { stdout } = await witness("load", url, ...SHORT, "--json", "--save-hgrm", "one.hgrm");
    const summary = JSON.parse(stdout);
    const schema = JSON.parse(readFileSync(join(SCHEMAS, "summary.json"), "utf8"));
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    expect(validate(summary), JSON.stringify(validate.errors)).toBe(true);
    const { rounds, pooled, ceilings, expectedStatuses } = summary.load as LoadSummary;
    expect(expectedStatuses).toEqual(["201"]);
    expect(ceilings).toHaveLength(1);
    const [one, two] = rounds;
    expect(pooled?.answered).toBe((one?.answered ?? 0) + (two?.answered ?? 0));
    expect(pooled?.statuses["201"]?.count).toBe(pooled?.answered);
    for (const each of rounds) expect(each.sent).toBe(each.answered + each.inFlight);
    const total = /TotalCount *= *(\d+)|Total count *= *(\d+)/.exec(
      readFileSync(join(folder, "one.hgrm"), "utf8"),
    );
    // The latencies of those that got a response after a round's end are there too.
    expect(Number(total?.[1] ?? total?.[2])).toBe(
      (pooled?.answered ?? 0) + (pooled?.inFlight ?? 0) - (pooled?.hung ?? 0),
    );
  });

  test("responses unlike those before the load are told, and are not goodput", async () => {
    const url = await serve((response, nth) => {
      if (nth > 10 && nth % 2 === 0) response.writeHead(503).end();
      else unhurried(response);
    });
    const { pooled, warnings } = await measured(url);
    expect(failed(pooled)).toContain("status-mix");
    expect(pooled?.goodput).toBeGreaterThan(0);
    expect((pooled?.goodput ?? 0) / (pooled?.perSecond ?? 1)).toBeCloseTo(0.5, 1);
    expect(warnings.join("\n")).toMatch(
      /503 in 5\d% of the responses; before the load the same request got 201|503 in 4\d%/,
    );
  });

  test("requests that hang are counted as hung, and Little's law misses their time", async () => {
    const hanging: Handler = (response, nth) => {
      if (nth < 20 || nth % 8 !== 0) unhurried(response);
    };
    // Long enough that each of the ten connections meets one of them.
    const eachHangs = ({ rounds: [only] }: LoadSummary): boolean => only?.hung === 10;
    const { rounds } = await measuredUntil(hanging, { durationMs: 600, rounds: 1 }, eachHangs);
    expect(rounds[0]?.hung).toBe(10);
    expect(failed(rounds[0])).toEqual(expect.arrayContaining(["hung", "little"]));
  });

  test("connections that are reset are told by their outcome", async () => {
    const url = await serve((response, nth, request) => {
      if (nth > 10 && nth % 10 === 0) request.socket.resetAndDestroy();
      else unhurried(response);
    });
    const { pooled, warnings } = await measured(url);
    expect(pooled?.unanswered.reset).toBeGreaterThan(0);
    expect(Object.keys(pooled?.unanswered ?? {})).toEqual(["reset"]);
    expect(warnings.join("\n")).toMatch(/requests got no response \(reset ×/);
  });

  test("no response at all under load is an error, not a zero", async () => {
    const load = async () => {
      const url = await serve((response, nth) => nth < 8 && unhurried(response));
      return witness("load", url, ...SHORT, "--timeout", "1s");
    };
    let { code, stdout } = await load();
    // 4: this machine was too busy to send.
    for (let turn = 1; turn < 8 && code === 4; turn += 1) ({ code, stdout } = await load());
    expect(code).toBe(3);
    expect(stdout).toMatch(/No response came back under load/);
  });

  test("is sent to no other host than the target", async () => {
    let elsewhere = 0;
    const other = await serve((response) => {
      elsewhere += 1;
      created(response);
    });
    const url = await serve((response) => {
      const moved = { Location: `${other}/api/user` };
      setTimeout(() => response.writeHead(307, moved).end(), 5);
    });
    const { pooled } = await measured(url, { rounds: 1 });
    expect(Object.keys(pooled?.statuses ?? {})).toEqual(["307"]);
    expect(elsewhere).toBe(0);
  });

  // On a busy machine a round may end without a response, and the load with it, before the signal.
  test("Ctrl-C keeps the rounds that were completed", { retry: 4 }, async () => {
    const cut = basename(mkdtempSync(join(folder, "cut-")));
    const url = await serve(unhurried);
    const args = ["--duration", "600ms", "--rounds", "1000", "--warmup", "0", "--json"];
    const child = spawn(process.execPath, [MAIN, "load", url, ...args, "--output-dir", cut], {
      cwd: folder,
      stdio: ["ignore", "pipe", "ignore"],
    });
    let stdout = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    const look = setInterval(() => {
      if (roundsIn(cut) < 2) return;
      clearInterval(look);
      child.kill("SIGINT");
    }, 50);
    const code = await new Promise((resolve) => child.once("close", resolve));
    clearInterval(look);
    expect(code).toBe(130);
    const { load, complete, end } = JSON.parse(stdout);
    expect({ complete, end }).toEqual({ complete: false, end: "interrupted" });
    expect(load.rounds).toHaveLength(roundsIn(cut));
    expect(load.rounds.length).toBeGreaterThanOrEqual(2);
  });

  test("a server that lets one request through at each tick has its knee before the last step", async () => {
    const waiting: ServerResponse[] = [];
    const ticks = setInterval(() => {
      const next = waiting.shift();
      if (next !== undefined) created(next);
    }, 20);
    const url = await serve((response) => waiting.push(response));
    const sweeping = { sweep: true, durationMs: 600, rounds: undefined };
    const { sweep, rounds, pooled } = await measured(url, sweeping);
    clearInterval(ticks);
    expect(pooled).toBeUndefined();
    // One connection brings what all bring. On a busy machine a tick may come late and make the
    // next step look worth it, but it takes thirteen such steps in a row to find no knee.
    expect(sweep?.ended).toMatch(/^(goodput|p99)$/);
    expect(sweep?.knee).toBeLessThan(rounds.length);
    expect(rounds.length).toBeGreaterThanOrEqual(4);
    expect(rounds.map(({ offered }) => offered.connections)).toEqual(
      rounds.map((_, index) => 2 ** index),
    );
  });
});

describe.concurrent("witness load --rate", () => {
  test("keeps the rate, and counts latency from when a request was due", async () => {
    const slow: Handler = (response) => void setTimeout(created, 20, response);
    const { pooled } = await measuredUntil(slow, { ratePerSecond: 100 }, isWhole());
    // Whatever a busy machine could not send in time is counted, and missing nowhere.
    expect((pooled?.sent ?? 0) + (pooled?.dropped ?? 0)).toBe(60);
    expect(pooled?.latencyUs.p50).toBeGreaterThanOrEqual(19_000);
    expect(pooled?.serviceUs?.p50).toBeGreaterThanOrEqual(19_000);
  });

  test("what cannot be sent is counted as dropped, and said", async () => {
    const url = await serve((response) => setTimeout(created, 100, response));
    const { pooled, warnings } = await measured(url, {
      ratePerSecond: 100,
      connections: 1,
      durationMs: 900,
      rounds: 1,
      arrivals: "poisson",
      seed: 3,
    });
    expect((pooled?.sent ?? 0) + (pooled?.dropped ?? 0)).toBeGreaterThan(60);
    expect(pooled?.dropped).toBeGreaterThan(50);
    expect(warnings.join("\n")).toMatch(/dropped because all 1 connections were busy/);
  });

  test("a stall cannot be hidden: whoever was due meanwhile has waited", async () => {
    const begun = performance.now();
    const stalling: Handler = (response) => {
      const phase = (performance.now() - begun) % 480;
      if (phase < 160) setTimeout(created, 160 - phase, response);
      else created(response);
    };
    // A third of all requests is due in a stall of 160 ms: they wait for 0 to 160 ms, evenly. So a tenth of
    // all waits for 112 ms or more, and a hundredth for 155 ms.
    const stalled = { ratePerSecond: 200, durationMs: 960, rounds: 1 };
    const { pooled } = await measuredUntil(stalling, stalled, isWhole(1));
    expect(pooled?.latencyUs.p90).toBeGreaterThan(100_000);
    expect(pooled?.latencyUs.p99).toBeGreaterThan(145_000);
  });
});

describe("nonsense", () => {
  test.each([
    ["no connections", ["--connections", "0"], /must be an integer from 1/],
    ["no time", ["--duration", "0"], /must be a duration >= 100ms/],
    ["rate with pipelining", ["--rate", "5", "--pipelining", "2"], /cannot be combined/],
    ["no rate", ["--rate", "0"], /must be a number > 0/],
    ["arrivals without a rate", ["--arrivals", "poisson"], /requires --rate/],
    ["more processes than connections", ["--processes", "3", "--connections", "2"], /cannot share/],
  ])("%s", async (_name, args, message) => {
    const { code, stderr } = await callWitness(folder, ["load", "http://127.0.0.1:1", ...args]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  test("pipelining to a server that closes", async () => {
    const url = await serve((response) => {
      response.setHeader("Connection", "close");
      created(response);
    });
    const { code, stderr } = await callWitness(folder, ["load", url, "--pipelining", "2"]);
    expect(stderr).toMatch(/closes the connection after a response/);
    expect(code).toBe(2);
  });

  test("nobody there", async () => {
    const { code, stderr } = await witness("load", "http://127.0.0.1:1");
    expect(stderr).toMatch(/cannot reach 127\.0\.0\.1 port 1: refused/);
    expect(code).toBe(3);
  });
});
