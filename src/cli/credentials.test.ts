import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { gateway, type Gateway } from "../../test/servers/gateway.ts";
import { callWitness } from "../../test/cli/witness.ts";

const TOKEN = "aB3-token-of-the-test";
const ENV = { TEST_TOKEN: TOKEN, WITNESS_HEADER_X_API_KEY: "key-of-the-test" };
const GIVEN = ["--bearer-from", "TEST_TOKEN"];
const SHORT = ["--suite", "valid", "--runs", "2", "--repeats", "1"];

let server: Gateway;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-credentials-"));
  server = await gateway({ authorization: `Bearer ${TOKEN}`, "x-api-key": "key-of-the-test" });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => Object.assign(server.counts, { let: 0, refused: 0 }));

const lastRun = () => join("reports", readdirSync(join(folder, "reports")).toSorted().at(-1) ?? "");

test("every request of a run carries the headers that are given, by both senders and under load", async () => {
  const args = ["run", server.url, ...GIVEN, "--suite", "valid,malformed-json", "--runs", "2"];
  const { code } = await callWitness(folder, [...args, "--load-duration", "900ms"], ENV);
  expect(code).toBe(0);
  expect(server.counts.refused).toBe(0);
  expect(server.counts.let).toBeGreaterThan(100);
});

test("replay asks for the headers again, and says which are missing", async () => {
  const run = lastRun();
  const without = await callWitness(folder, ["replay", run, "valid/plain"], {});
  expect(without.code).toBe(2);
  expect(without.stderr).toContain(
    "this run sent X-Api-Key, Authorization, whose values are not stored",
  );
  expect(server.counts).toEqual({ let: 0, refused: 0 });
  const again = await callWitness(folder, ["replay", run, "valid/plain", ...GIVEN], ENV);
  expect(again.stdout).toContain("the same: 201");
  const curl = await callWitness(folder, ["replay", run, "valid/plain", "--curl"], {});
  expect(curl.stdout).toContain('-H "Authorization: $WITNESS_HEADER_AUTHORIZATION"');
});

test("load, explore and compare send them, from the configuration too", async () => {
  const headers = { Authorization: `Bearer ${TOKEN}`, "x-api-key": "key-of-the-test" };
  writeFileSync(join(folder, "own.json"), JSON.stringify({ options: { headers } }));
  const own = ["--config", "own.json"];
  const load = [
    "load",
    server.url,
    "--duration",
    "900ms",
    "--warmup",
    "0",
    "--rounds",
    "1",
    ...own,
  ];
  expect(await callWitness(folder, load)).toMatchObject({ code: 0 });
  const open = [...load, "--rate", "50", "--connections", "2"];
  expect(await callWitness(folder, open)).toMatchObject({ code: 0 });
  const explore = ["explore", server.url, "--suite", "fields", "--max-requests", "60", ...own];
  await callWitness(folder, explore);
  const targets = [`a=${server.url}`, `b=${server.url}`];
  const compare = ["compare", ...targets, ...SHORT, "--no-load", "--no-explore", ...own];
  expect(await callWitness(folder, compare)).toMatchObject({ code: 0 });
  expect(server.counts.refused).toBe(0);
  expect(server.counts.let).toBeGreaterThan(20);
});

test("a header that is not one, and a variable that is not set, are refused without the value", async () => {
  const bad = await callWitness(folder, ["run", server.url, "--header", "my-secret-value"]);
  expect(bad.code).toBe(2);
  const unset = await callWitness(folder, ["run", server.url, "--bearer-from", "my-secret-value"]);
  expect(unset.code).toBe(2);
  const mistyped = await callWitness(folder, ["run", server.url, "--heder=X: my-secret-value"]);
  expect(mistyped.stderr).toContain("unknown option '--heder'");
  expect(bad.stderr + unset.stderr + mistyped.stderr).not.toContain("my-secret-value");
  const twice = ["run", server.url, "--header", "authorization: a", ...GIVEN];
  expect((await callWitness(folder, twice, ENV)).stderr).toContain(
    "Authorization is given more than once",
  );
});

test("print-config and --dry-run show names only", async () => {
  const config = ["print-config", "run", ...GIVEN, "--header", "X-Other: my-secret-value"];
  const shown = await callWitness(folder, config, ENV);
  expect(shown.stdout).toContain("X-Api-Key: [redacted], X-Other: [redacted]");
  const json = await callWitness(folder, [...config, "--json"], ENV);
  const dry = await callWitness(folder, ["run", server.url, ...GIVEN, ...SHORT, "--dry-run"], ENV);
  expect(dry.stdout).toContain("Authorization: [redacted]");
  for (const { stdout, stderr } of [shown, json, dry])
    expect(stdout + stderr).not.toMatch(/aB3-token|key-of-the-test|my-secret/);
});
