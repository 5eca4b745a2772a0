import { randomBytes } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { echo } from "../../test/servers/echo.ts";
import type { Listening } from "../servers/json-server.ts";
import { callWitness, spawnWitness, type Finished } from "../../test/cli/witness.ts";

const TOKEN = "Zq7/secret+token=of_the-test.9";
/** Longer than a record keeps of a response when a server sends it back several times. */
const KEY = randomBytes(945).toString("base64").slice(0, 1259) + '"~';
const ENV = { TEST_TOKEN: TOKEN, WITNESS_HEADER_X_API_KEY: KEY };
const GIVEN = ["--bearer-from", "TEST_TOKEN"];
const FEW = ["--grep", "valid/|credentials/none|fields/id", "--runs", "1", "--repeats", "1"];
const REPORTERS = ["--reporter", "html,junit,ctrf,markdown,sarif"];
const EXPORTS = ["--trace", "--export", "openmetrics,otlp,csv,parquet,har"];

let server: Listening;
/** Sends the long key back. */
let keyed: Listening;
/** Sends a key of the query back. */
let queried: Listening;
let folder: string;
const printed: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-secrets-"));
  server = await echo("authorization");
  keyed = await echo("x-api-key");
  queried = await echo("api_key");
});
afterAll(async () => {
  await server.close();
  await keyed.close();
  await queried.close();
  rmSync(folder, { recursive: true });
});

/** Runs a verb, and keeps what it prints. */
const witness = (...args: string[]): Promise<Finished> => witnessWith({}, ...args);

async function witnessWith(env: Record<string, string>, ...args: string[]): Promise<Finished> {
  const finished = await callWitness(folder, args, { ...ENV, ...env });
  expect([args[0], finished.code, finished.code === 2 ? finished.stderr : ""]).toEqual([
    args[0],
    expect.toBeOneOf([0, 1, 3, 4]),
    "",
  ]);
  printed.push(`${args.join(" ")}\n${finished.stdout}${finished.stderr}`);
  return finished;
}

const files = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/** The text itself, and what a reader could make of it. */
function* readings(text: string): Generator<string> {
  yield text;
  yield text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  yield text.replace(/\\+u00([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{16,}/g))
    for (const from of [0, 1, 2, 3])
      yield Buffer.from(run.slice(from), "base64").toString("latin1");
}

/** Ten characters of a secret in a row are a leak, twelve of the long one. */
const PIECES = new Map(
  [TOKEN, KEY].map((secret, nth) => {
    const length = nth === 0 ? 10 : 12;
    const all = Array.from(secret.slice(length - 1), (_, at) => secret.slice(at, at + length));
    return [length, new Set(all)];
  }),
);
const leaks = (text: string): string[] =>
  [...readings(text)].flatMap((reading) => {
    for (let at = 0; at < reading.length; at += 1)
      for (const [length, pieces] of PIECES)
        if (pieces.has(reading.slice(at, at + length)))
          return [reading.slice(Math.max(0, at - 60), at + 40)];
    return [];
  });

let path: string;
/** A run without load, which a busy machine cannot make incomplete. */
let gated: string;

test("run, with every reporter", async () => {
  const short = ["--load-duration", "1s"];
  await witness("run", server.url, ...GIVEN, ...FEW, ...short, "--gate", ...REPORTERS, ...EXPORTS);
  const [run = ""] = readdirSync(join(folder, "reports"));
  path = join("reports", run);
  const text = readFileSync(join(folder, path, "run.ndjson"), "utf8");
  for (const outcome of ["answered", "malformed", "closed", "[redacted]", "sid=["])
    expect(text).toContain(outcome);
});

test("load and explore", async () => {
  const load = ["--duration", "1s", "--warmup", "0", "--rounds", "1"];
  await witness("load", server.url, ...GIVEN, ...load, ...EXPORTS);
  await witness("explore", server.url, ...GIVEN, "--suite", "fields", "--max-requests", "40");
});

test("compare and gate", async () => {
  const both = [`a=${server.url}`, `b=${server.url}`];
  await witness("compare", ...both, ...GIVEN, ...FEW, "--no-load", "--no-explore");
  const before = readdirSync(join(folder, "reports"));
  await witness("gate", server.url, ...GIVEN, ...FEW, "--no-load", ...REPORTERS);
  const [run = ""] = readdirSync(join(folder, "reports")).filter((name) => !before.includes(name));
  gated = join("reports", run);
});

test("replay, and what reads stored runs", async () => {
  const replay = ["replay", path, "valid/plain", ...GIVEN];
  for (const further of [[], ["--json"], ["--raw"], ["--curl"]])
    await witness(...replay, ...further);
  for (const verb of ["report", "show"]) await witness(verb, path);
  await witness("history");
  await witness("baseline", "save", gated, "--file", "baseline.json");
  await witness("print-config", "run", ...GIVEN, "--json");
  await witness("run", server.url, ...GIVEN, ...FEW, "--dry-run");
});

test("a key of 1,261 characters, with every verb that sends, and what a runner of CI reads", async () => {
  const env = { GITHUB_ACTIONS: "true" };
  const few = [...FEW, "--timeout", "1s"];
  const run = [
    "run",
    keyed.url,
    ...few,
    "--load-duration",
    "1s",
    "--gate",
    ...REPORTERS,
    ...EXPORTS,
  ];
  for (const further of [[], ["--read-limit", "2KiB"]]) await witnessWith(env, ...run, ...further);
  await witness("gate", keyed.url, ...few, "--no-load", ...REPORTERS, "--json");
  await witness("explore", keyed.url, "--suite", "fields", "--max-requests", "40");
  const both = [`a=${keyed.url}`, `b=${keyed.url}`];
  await witness("compare", ...both, ...few, "--no-load", "--no-explore", "--json");
});

const QUERIED = {
  openapi: "3.1.0",
  info: { title: "queried", version: "1" },
  components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" } } },
  paths: {
    "/items": {
      get: { security: [{ key: [] }], responses: { 201: { description: "" } } },
    },
  },
};

test("a key in the query of a whole document, and of its operation", async () => {
  writeFileSync(join(folder, "api.json"), JSON.stringify(QUERIED));
  const auth = ["--auth", "key=TEST_TOKEN", "--openapi", "api.json"];
  const few = ["--grep", "valid/|credentials/given", "--runs", "1", "--repeats", "1", "--no-load"];
  const to = ["--operation", "GET *,", "--output-dir", "queried"];
  await witness(
    "run",
    queried.url,
    ...auth,
    ...few,
    ...to,
    "--gate",
    ...REPORTERS,
    "--export",
    "har",
  );
  const [run = ""] = readdirSync(join(folder, "queried"));
  const own = join("queried", run, "GET-items");
  const record = readFileSync(join(folder, own, "run.ndjson"), "utf8");
  for (const text of ["given-query-api-key-wrong", "[redacted]"]) expect(record).toContain(text);
  const replay = ["replay", own, "valid/plain"];
  expect((await callWitness(folder, replay, ENV)).stderr).toContain("--auth key=VARIABLE");
  await witness(...replay, "--auth", "key=TEST_TOKEN");
  expect((await witness(...replay, "--curl")).stdout).toContain(
    '?api_key=\'"$WITNESS_QUERY_API_KEY"',
  );
});

test("resume, which asks for the header again", async () => {
  const record = join(folder, path, "run.ndjson");
  const lines = readFileSync(record, "utf8").split("\n");
  writeFileSync(record, `${lines.slice(0, lines.length / 2).join("\n")}\n`);
  const without = await callWitness(folder, ["resume", path]);
  expect([without.code, without.stderr]).toEqual([
    2,
    expect.stringContaining("sent X-Api-Key, Authorization"),
  ]);
  expect((await witness("resume", path, ...GIVEN)).stderr).not.toContain("error");
});

test("a configuration is not copied into the temporary folder", async () => {
  const temporary = join(folder, "temporary");
  mkdirSync(temporary);
  const file = join(folder, "own.config.ts");
  writeFileSync(file, 'export default { options: { headers: { "x-key": "a-secret" } } };\n');
  const env = { TMPDIR: temporary };
  const { code } = await spawnWitness(folder, ["print-config", "--config", file], env);
  expect([code, readdirSync(temporary)]).toEqual([0, []]);
});

test("after every verb and every reporter, the secret is in no file and in nothing that is printed", () => {
  expect(printed.length).toBeGreaterThan(15);
  expect(printed.flatMap(leaks)).toEqual([]);
  const all = files();
  expect(all.length).toBeGreaterThan(20);
  for (const file of all) expect([file, leaks(readFileSync(file, "latin1"))]).toEqual([file, []]);
});

test("what a run stores may be read by its owner alone", () => {
  const reports = join(folder, "reports");
  for (const name of readdirSync(reports, { recursive: true, encoding: "utf8" })) {
    const { mode } = statSync(join(reports, name));
    expect([name, (mode & 0o777).toString(8)]).toEqual([name, mode & 0o040000 ? "700" : "600"]);
  }
});
