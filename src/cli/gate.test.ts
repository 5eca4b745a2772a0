import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judge, run } from "../api/index.ts";
import { Baseline, type GateResult } from "../model/index.ts";
import { listening, type Listening } from "../servers/json-server.ts";
import type { Rules } from "../../test/servers/planted-rules/rules.ts";
import { startRuled } from "../../test/servers/planted-rules/lax-server.ts";
import { sampled } from "../../test/statistics.ts";
import { callWitness, killSpawned, spawnWitness } from "../../test/cli/witness.ts";
import { suiteNamed } from "../../test/suites/suite-named.ts";

const fields = suiteNamed("fields");

let folder: string;
const servers: Listening[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-gate-"));
});

afterAll(async () => {
  killSpawned();
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function ruled(rules: Rules): Promise<string> {
  const server = await startRuled(rules);
  servers.push(server);
  return server.url;
}

/** Responds with 201 and this body after a delay. */
async function slow(ms: number, body: object = { id: 1 }): Promise<string> {
  const server = await listening(
    createServer((request, response) => {
      request.resume();
      request.on("end", () =>
        setTimeout(() => {
          response.writeHead(201, { "Content-Type": "application/json" });
          response.end(JSON.stringify(body));
        }, ms),
      );
    }),
  );
  servers.push(server);
  return server.url;
}

const witness = (args: string[], env: Record<string, string> = {}) =>
  callWitness(folder, args, env);
const spawned = (args: string[]) => spawnWitness(folder, args);

function config(name: string, value: object): string[] {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(value, null, 2));
  return ["--config", `${name}.json`, "--output-dir", name, "--quiet"];
}

/** Runs a target and keeps what it saw as a baseline. */
async function baselineOf(
  name: string,
  url: string,
  args: string[],
  carryOut: typeof spawned = witness,
): Promise<string> {
  await carryOut(["run", `app=${url}`, "--output-dir", `${name}-before`, "--quiet", ...args]);
  const [run = ""] = readdirSync(join(folder, `${name}-before`));
  const file = `${name}.baseline.json`;
  const saved = await witness(["baseline", "save", join(`${name}-before`, run), "--file", file]);
  expect(saved.stderr).toBe("");
  return file;
}

const VALID = ["--suite", "valid", "--runs", "0", "--no-load"];
/** The cases in which a rule about a missing field shows. */
const MISSING = ["--suite", "fields", "--grep", "^fields/missing", "--runs", "0", "--no-load"];

describe("a server changed in one rule makes the gate fail with a sentence that names it", () => {
  test("a status", async () => {
    const before = await baselineOf("status", await ruled({}), MISSING);
    const now = await ruled({ missingId: "accept" });
    const gate = ["gate", `app=${now}`, ...MISSING, "--baseline", before, "--output-dir", "status"];
    const { code, stdout } = await spawned([...gate, "--quiet"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/rule broken: baseline\.cases/);
    expect(stdout.split("\n")[2]).toMatch(
      /^ {4}fields\/\S+ {3}expected 422, observed (201|400) \(\d+ of \d+ times\)$/,
    );
    expect(stdout).toMatch(/replay: witness replay status\/\S+ fields\//);
  });

  test("a limit moved by one", async () => {
    const args = ["--suite", "valid", "--runs", "0", "--no-load", "--axis", "id-upwards"];
    const before = await baselineOf("limit", await ruled({ idBands: [{ to: 2147483647n }] }), args);
    const now = await ruled({ idBands: [{ to: 2147483646n }] });
    const gate = ["gate", `app=${now}`, ...args, "--baseline", before, "--output-dir", "limit"];
    const { code, stdout } = await witness([...gate, "--quiet"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/broken: baseline\.boundaries/);
    expect(stdout).toMatch(/id-upwards: 422 from 2147483648, observed 422 from 2147483647/);
  });

  test("one field's type", async () => {
    const body = { type: "object", properties: { id: { type: "integer" } }, required: ["id"] };
    const rules = { policy: { behaviour: { valid: { body } } } };
    const good = await slow(0, { id: 1 });
    const bad = await slow(0, { id: "1" });
    const passed = await witness(["gate", good, ...VALID, ...config("type", rules)]);
    expect(passed.code).toBe(0);
    const failed = await witness(["gate", bad, ...VALID, ...config("type-now", rules)]);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toMatch(/rule broken: policy\.behaviour\.valid\.body/);
    expect(failed.stdout).toMatch(/id/);
  });
});

describe("the gate", () => {
  test("judges a stored run as it judged the run itself, and writes what CI reads", async () => {
    const rules = { policy: { behaviour: { valid: { only: 201, stable: true } } } };
    const flags = [...config("stored", rules), "--reporter", "junit,ctrf,markdown"];
    const url = await ruled({});
    const run = await witness(["run", url, "--gate", ...VALID, ...flags]);
    expect(run.code).toBe(0);
    const first = readFileSync(join(folder, "stored", "gate.json"), "utf8");
    const names = readdirSync(join(folder, "stored"));
    expect(names).toEqual(expect.arrayContaining(["ctrf.json", "gate.md", "junit.xml"]));
    const stored = names.find((name) => name.startsWith("20")) ?? "";
    const again = await witness(["gate", join("stored", stored), ...flags]);
    expect(again.code).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, "stored", "gate.json"), "utf8"))).toEqual(
      JSON.parse(first),
    );
  });

  const TURNS = sampled("judgements of an unchanged server", { all: 20, some: 8, sample: 2 });

  test(`an unchanged server passes, ${TURNS} times out of ${TURNS}`, async () => {
    const url = await ruled({});
    const before = await baselineOf("same", url, VALID);
    for (let turn = 1; turn <= TURNS; turn += 1) {
      const outputDir = join(folder, "same");
      const options = { suite: ["valid"], runs: 0, load: false as const, outputDir };
      const { folder: kept } = await run(`app=${url}`, options);
      const result = await judge(kept, {}, { baseline: join(folder, before) });
      expect(result.judgements.filter(({ verdict }) => verdict !== "pass")).toEqual([]);
    }
  });

  test("tells GitHub Actions, at most ten times", async () => {
    const ids = fields.cases.slice(0, 12).map(({ id }) => id);
    const each = ids.map((id) => [id, { only: 418 }]);
    const rules = { policy: { behaviour: Object.fromEntries(each) } };
    const page = join(folder, "summary.md");
    const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: page };
    const few = ["--grep", `^(${ids.join("|")})$`, "--runs", "0", "--no-load"];
    const args = ["gate", await ruled({}), ...few];
    const { code, stdout, stderr } = await witness([...args, ...config("github", rules)], env);
    expect(code).toBe(1);
    const annotations = `${stdout}${stderr}`.match(/^::error /gm) ?? [];
    expect(annotations).toHaveLength(10);
    expect(readFileSync(page, "utf8")).toMatch(/fields/);
  });
});

describe("what cannot be judged has its own error", () => {
  test.each<[string, object, string[], RegExp]>([
    ["a typo in a key", { policy: { behavior: {} } }, [], /policy\.behavior[^]*behaviour/],
    ["a suite that is none", { policy: { behaviour: { feilds: { never: "5xx" } } } }, [], /feilds/],
    ["an axis that is none", { policy: { boundaries: { "id-up": { atLeast: 1 } } } }, [], /id-up/],
    ["a threshold that is none", { policy: { load: ["p95 under 20"] } }, [], /p95 under 20/],
    ["a baseline that is not there", {}, ["--baseline", "nowhere.json"], /nowhere\.json/],
    [
      "a reporter that is none",
      {},
      ["--reporter", "morse"],
      /'morse' is invalid. It must be one or more of html, junit/,
    ],
  ])("%s", async (name, value, args, message) => {
    const url = await ruled({});
    const { code, stdout, stderr } = await witness([
      "gate",
      url,
      ...VALID,
      ...config(name.replaceAll(" ", "-"), value),
      ...args,
    ]);
    expect(`${stdout}${stderr}`).toMatch(message);
    expect(code).toBe(2);
  });

  test("a rule that matched nothing is no pass", async () => {
    const rules = { policy: { behaviour: { "fields/mising-*": { never: "5xx" } } } };
    const { code, stdout } = await witness([
      "gate",
      await ruled({}),
      ...VALID,
      ...config("nothing", rules),
    ]);
    expect(code).toBe(2);
    expect(stdout).toMatch(/fields\/mising-\*/);
  });

  test("a baseline of another catalogue says so", async () => {
    const url = await ruled({});
    const before = await baselineOf("other", url, MISSING);
    const gate = ["gate", `app=${url}`, ...VALID, "--baseline", before, "--output-dir", "other"];
    const { code, stdout } = await witness([...gate, "--quiet"]);
    expect(code).toBe(2);
    expect(stdout).toMatch(/catalogue|suite/);
  });
});

test("what has changed is accepted in part, with a reason, or as a whole", async () => {
  const args = [...MISSING, "--quiet"];
  const before = await baselineOf("accept", await ruled({}), args);
  const now = await ruled({ missingId: "accept" });
  await witness(["run", `app=${now}`, ...args, "--output-dir", "accept-now"]);
  const run = join("accept-now", readdirSync(join(folder, "accept-now"))[0] ?? "");
  const alone = await witness(["baseline", "update", run, "--file", before, "--accept", "x/*"]);
  expect(alone.code).toBe(2);
  expect(alone.stderr).toMatch(/--accept requires --reason/);
  const axis = await baselineOf("axis", now, [...args, "--axis", "id-upwards"]);
  const walked = JSON.parse(readFileSync(join(folder, axis), "utf8")).boundaries;
  expect(Object.keys(walked)).toEqual(["id-upwards"]);
  expect((await witness(["baseline", "update", run, "--file", axis])).code).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, axis), "utf8")).boundaries).toEqual(walked);
  expect((await witness(["baseline", "save"])).code).toBe(2);
  const why = ["--accept", "fields/*", "--reason", "id is optional since 2.0"];
  const accepted = await witness(["baseline", "update", run, "--file", before, ...why]);
  expect(accepted.code).toBe(0);
  expect(readFileSync(join(folder, before), "utf8")).toContain("id is optional since 2.0");
  const judged = await witness(["gate", run, "--baseline", before, "--output-dir", "accept-now"]);
  expect(judged.code).toBe(0);
});

test("a third slower is never a pass", async () => {
  // A process of its own: this one serves.
  const args = ["--suite", "valid", "--runs", "0", "--load-duration", "300ms"];
  const before = await baselineOf("slower", await slow(10), args, spawned);
  // The baseline gets three quarters of the times: what else this machine did is in both alike.
  const baseline = Baseline.parse(JSON.parse(readFileSync(join(folder, before), "utf8")));
  for (const round of baseline.load?.rounds ?? []) round.p50 *= 0.75;
  writeFileSync(join(folder, before), JSON.stringify(baseline));
  const rules = { policy: { load: ["p(50) <= 1.15 * baseline"] } };
  const now = join("slower-before", readdirSync(join(folder, "slower-before"))[0] ?? "");
  const gate = ["gate", now, "--baseline", before];
  const { stdout } = await witness([...gate, ...config("slower", rules), "--json"]);
  const { judgements } = JSON.parse(stdout) as GateResult;
  const [judged] = judgements.filter(({ kind }) => kind === "threshold");
  // Where the machine is too busy to tell, it says so.
  expect(judged?.verdict).toMatch(/^(fail|inconclusive)$/);
  expect(judged?.text).toBe("p(50) <= 1.15 * baseline");
  expect(judged?.found).not.toBe("");
});
