import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSilent } from "../../test/servers/faulty/no-response.ts";
import type { Listening } from "../servers/json-server.ts";
import { startPlanted } from "../../test/servers/planted.ts";
import { callWitness, killSpawned, spawnWitness } from "../../test/cli/witness.ts";

const SCHEMAS = fileURLToPath(new URL("../../dist/schemas/", import.meta.url));

let folder: string;
let server: Listening;

const witness = (...args: string[]) => callWitness(folder, args);
const spawned = (...args: string[]) => spawnWitness(folder, args);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-cli-"));
  server = await startPlanted();
});

afterAll(async () => {
  killSpawned();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const onlyRun = (outputDir: string): string => {
  const [run] = readdirSync(join(folder, outputDir));
  return join(outputDir, run ?? "");
};

describe("witness run", () => {
  test("prints the result, writes record, summary and page, and exits 0", async () => {
    const { code, stdout } = await spawned(
      "run",
      `planted=${server.url}/`,
      "--suite",
      "media-type,valid",
      "--runs",
      "20",
      "--seed",
      "7",
      "--load-duration",
      "100ms",
      "--output-dir",
      "one",
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^load +10 connections, 3 rounds of 100 ms: .* responses\/s .* p50 .* all 201$/m,
    );
    expect(stdout).toMatch(/^ {2}suite +cases +requests +2xx .*cases by response$/m);
    expect(stdout).toMatch(/^ {2}media-type +\d+/m);
    expect(stdout).toContain("held: all");
    expect(stdout).toContain("seed 7 ·");
    expect(readdirSync(join(folder, onlyRun("one"))).sort()).toEqual([
      ".witness-files",
      "report.html",
      "report.md",
      "run.ndjson",
      "summary.json",
    ]);
  });

  test("--json prints exactly one document, which is the summary and fits the shipped schema", async () => {
    const { code, stdout } = await witness(
      "run",
      server.url,
      "--suite",
      "valid",
      "--runs",
      "5",
      "--no-load",
      "--json",
      "--output-dir",
      "json",
    );
    expect(code).toBe(0);
    const summary = JSON.parse(stdout);
    expect(summary).toEqual(
      JSON.parse(readFileSync(join(folder, onlyRun("json"), "summary.json"), "utf8")),
    );
    const schema = JSON.parse(readFileSync(join(SCHEMAS, "summary.json"), "utf8"));
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    expect(validate(summary), JSON.stringify(validate.errors)).toBe(true);
    expect(summary.$schema).toBe(schema.$id);
    expect(validate({ ...summary, complete: "yes" })).toBe(false);
    expect(summary).toMatchObject({
      accepts: "held",
      complete: true,
      target: { baseUrl: server.url },
    });
    const counted = Object.values(summary.suites[0].outcomes as Record<string, number>);
    expect(counted.reduce((sum, n) => sum + n, 0)).toBe(summary.suites[0].observations);
  });

  test("every line of the record fits the shipped schema", async () => {
    const lines = readFileSync(join(folder, onlyRun("one"), "run.ndjson"), "utf8")
      .trim()
      .split("\n");
    const schema = JSON.parse(readFileSync(join(SCHEMAS, "run-record.json"), "utf8"));
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    for (const line of lines) expect(validate(JSON.parse(line)), line.slice(0, 200)).toBe(true);
  });

  test("the same seed and first id give the same requests in every process, and --dry-run sends none", async () => {
    const args = [
      "run",
      "http://127.0.0.1:1",
      "--suite",
      "fields",
      "--seed",
      "5",
      "--first-id",
      "100000000",
      "--dry-run",
    ];
    const [one, other] = await Promise.all([witness(...args), spawned(...args)]);
    expect(one.code).toBe(0);
    expect(one.stdout).toBe(other.stdout);
    expect(one.stdout).toContain("POST /api/user HTTP/1.1");
  });

  test("--list names the cases that --grep leaves", async () => {
    const { stdout } = await witness("run", server.url, "--list", "--grep", "^valid/plain");
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => line.split("  ")[0]),
    ).toEqual(["valid/plain", "valid/plain-on-the-wire"]);
  });

  test("--corpus sends every file as body and spliced in", async () => {
    mkdirSync(join(folder, "corpus"));
    writeFileSync(join(folder, "corpus", "a b.json"), '{"id":1,"date":"2024-01-02T03:04:05.678Z"}');
    writeFileSync(join(folder, "corpus", "bad.json"), Buffer.from([0xff, 0xfe]));
    const { code } = await witness(
      "run",
      server.url,
      "--suite",
      "corpus",
      "--corpus",
      "corpus",
      "--no-load",
      "--output-dir",
      "corpus-run",
    );
    expect(code).toBe(0);
    const summary = JSON.parse(
      readFileSync(join(folder, onlyRun("corpus-run"), "summary.json"), "utf8"),
    );
    const outcomes = new Map(
      summary.cases.map((each: { id: string; outcomes: object }) => [each.id, each.outcomes]),
    );
    expect(outcomes.get("corpus/a_b.json")).toEqual({ "201": 2 });
    expect(outcomes.get("corpus/a_b.json.as-id")).toEqual({ "422": 2 });
    expect(outcomes.get("corpus/a_b.json.as-extra")).toEqual({ "201": 2 });
    expect(outcomes.get("corpus/bad.json")).toEqual({ "400": 2 });
  });

  test("--suites sends the user's own suite, written with defineSuite in TypeScript", async () => {
    writeFileSync(
      join(folder, "mine.ts"),
      `import { defineSuite, post, user } from "api-witness";
       enum Kind { One = "one" }
       export default defineSuite({ name: "mine", about: "my own", clauses: ["id-values"],
         cases: [{ name: Kind.One, reason: "id is a string", request: post(user({ id: '"x"' })) }] });`,
    );
    const { code, stdout } = await witness(
      "run",
      server.url,
      "--suites",
      "mine.ts",
      "--suite",
      "mine",
      "--no-load",
      "--json",
      "--output-dir",
      "mine",
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).cases).toContainEqual({
      id: "mine/one",
      outcomes: { "422": 2 },
      stability: "stable",
    });
  });
});

describe("witness replay and report", () => {
  test("replay shows then and now; --curl and --raw print it; --base-url aims elsewhere", async () => {
    const run = onlyRun("one");
    const then = await witness("replay", run, "valid/plain");
    expect(then.code).toBe(0);
    expect(then.stdout).toContain("the same: 201");
    const raw = await witness(
      "replay",
      run,
      "valid/plain",
      "--raw",
      "--base-url",
      "http://other:99/p/",
    );
    expect(raw.stdout).toMatch(
      /^POST \/p\/api\/user HTTP\/1\.1\r\nhost: other:99\r\nconnection: keep-alive\r\n/,
    );
    const curl = await witness("replay", run, "valid/plain", "--curl");
    expect(curl.stdout).toMatch(/^curl .*--data-binary '\{"id":\d{9},"date":"[^"]+"\}'/);
    const none = await witness("replay", run, "nothing/there");
    expect(none).toMatchObject({ code: 2, stdout: "" });
  });

  test("report writes the same summary again, and names damage", async () => {
    const run = join(folder, onlyRun("one"));
    const before = readFileSync(join(run, "summary.json"), "utf8");
    const { code, stdout } = await witness("report", run, "--json");
    expect(code).toBe(0);
    expect(stdout).toBe(before);
    const lines = readFileSync(join(run, "run.ndjson"), "utf8").trim().split("\n");
    const damaged = join(folder, "damaged");
    mkdirSync(damaged);
    writeFileSync(
      join(damaged, "run.ndjson"),
      [...lines.slice(0, 9), "{broken", ...lines.slice(9, -2)].join("\n"),
    );
    const again = await witness("report", damaged, "--json");
    expect(again.code).toBe(4);
    expect(again.stderr).toContain("line 10");
    expect(again.stderr).toContain("cut off");
    expect(JSON.parse(again.stdout)).toMatchObject({ complete: false, end: "cut-off" });
  });
});

describe("witness suites", () => {
  test("--json has suites, cases, properties and the ledger", async () => {
    const { stdout } = await spawned("suites", "--json");
    const { suites, ledger } = JSON.parse(stdout);
    expect(suites[0]).toMatchObject({
      name: "valid",
      cases: expect.any(Array),
      properties: expect.any(Array),
    });
    expect(suites[0].cases[0]).toEqual({
      id: "valid/plain",
      reason: expect.any(String),
      clauses: expect.any(Array),
    });
    for (const clause of ledger)
      expect(clause.cases.length > 0 || clause.reason !== undefined).toBe(true);
  });
});

describe("bad input gets a sentence and a code", () => {
  const hopeless = "http://127.0.0.1:1";
  // Not asked for before the run begins, because it may come later.
  const waited = [hopeless, "--wait-for", "1s"];
  type Row = [name: string, args: string[], code: number, message: RegExp];
  const refusedBy =
    (call: typeof witness) =>
    async (...[, args, code, message]: Row) => {
      const finished = await call(...args);
      expect(finished.stderr).toMatch(message);
      expect(finished.stderr).not.toMatch(/\n\s+at .*\d+:\d+/);
      expect(finished.code).toBe(code);
    };

  test.each<Row>([
    ["no URL", ["run", "nonsense"], 2, /not a base URL/],
    ["refused", ["run", hopeless], 3, /cannot reach 127\.0\.0\.1 port 1: refused/],
  ])("%s, and the process ends with it", refusedBy(spawned));

  test.each<Row>([
    ["unknown command", ["rnu"], 2, /unknown command|too many arguments/],
    [
      "a name alone",
      ["run", "localhost"],
      2,
      /write its port, localhost:3000, or http:\/\/localhost for port 80/,
    ],
    ["a port alone", ["run", "3000"], 2, /write :3000/],
    [
      "an unknown folder",
      ["gate", "reports/none"],
      2,
      /no run at reports\/none: the file or folder does not exist/,
    ],
    ["no verb", ["localhost:3000"], 2, /unknown command[^]*witness run localhost:3000/],
    ["query", ["run", "http://h/?a=1"], 2, /has a query/],
    ["fragment", ["run", "http://h/#a"], 2, /has a fragment/],
    ["credentials", ["run", "http://u:p@h/"], 2, /carries credentials/],
    ["scheme", ["run", "ftp://h/"], 2, /scheme "ftp:"/],
    [
      "unknown suite",
      ["run", hopeless, "--suite", "nope"],
      2,
      /no suite named "nope"[^]*id-bounds/,
    ],
    ["nothing left", ["run", ...waited, "--grep", "^zzz$"], 2, /no case is selected/],
    ["seed", ["run", hopeless, "--seed", "x"], 2, /must be an integer from -2147483648/],
    ["grep", ["run", hopeless, "--grep", "("], 2, /regular expression/i],
    ["missing corpus", ["run", hopeless, "--corpus", "nowhere"], 2, /no corpus folder/],
    ["missing suite file", ["run", hopeless, "--suites", "nowhere.ts"], 2, /no suite file/],
    ["missing run", ["report", "nowhere"], 2, /no run at nowhere/],
    ["unknown option", ["run", hopeless, "--sede", "1"], 2, /unknown option '--sede'/],
    [
      "no such host",
      ["run", "http://nothing.invalid:81"],
      3,
      /cannot reach nothing\.invalid port 81/,
    ],
  ])("%s", refusedBy(witness));

  test("a port where nobody listens: two lines, and no run", async () => {
    writeFileSync(
      join(folder, "two.json"),
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "two", version: "1" },
        paths: { "/a": { get: { responses: {} } }, "/b": { get: { responses: {} } } },
      }),
    );
    for (const verb of ["run", "load"])
      for (const more of [[], ["--openapi", "two.json"]]) {
        const finished = await witness(verb, hopeless, ...more, "--output-dir", "nothing");
        expect([verb, ...more, finished.code, finished.stdout]).toEqual([verb, ...more, 3, ""]);
        expect(finished.stderr).toMatch(
          /^error: cannot reach 127\.0\.0\.1 port 1: .*\n {2}check .*\n$/,
        );
      }
    expect(existsSync(join(folder, "nothing"))).toBe(false);
  });

  test("an empty corpus folder, a suite that does not fit, an output folder that is a file, a run without a header", async () => {
    mkdirSync(join(folder, "empty"), { recursive: true });
    expect(await witness("run", hopeless, "--corpus", "empty")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is empty"),
    });
    writeFileSync(
      join(folder, "bad.mjs"),
      "export default { name: 'Bad Name', about: 'x', cases: [], properties: [] };",
    );
    const suite = await witness("run", hopeless, "--suites", "bad.mjs");
    expect(suite).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/bad\.mjs[^]*\[0\]\.name/),
    });
    writeFileSync(join(folder, "file"), "");
    expect(await witness("run", ...waited, "--output-dir", "file/below")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("cannot write to"),
    });
    mkdirSync(join(folder, "headless"), { recursive: true });
    writeFileSync(join(folder, "headless", "run.ndjson"), '{"type":"footer"}\n');
    expect(await witness("report", "headless")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no readable header"),
    });
  });

  test("a target that never responds: not held, exit 1, and it is described", async () => {
    const silent = await startSilent();
    try {
      const { code, stdout } = await witness(
        "run",
        silent.url,
        "--timeout",
        "1s",
        "--output-dir",
        "silent",
      );
      expect(code).toBe(1);
      expect(stdout).toMatch(/not held/);
      expect(stdout).toMatch(/ordinary client: timed-out/);
      expect(stdout).toMatch(/raw bytes: timed-out/);
    } finally {
      await silent.close();
    }
  });
});
