import { createServer } from "node:net";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Summary } from "../model/index.ts";
import { listening, type Listening } from "../servers/json-server.ts";
import { startRuled } from "../../test/servers/planted-rules/lax-server.ts";
import { startStrict } from "../servers/references.ts";
import { callWitness, killSpawned, spawnWitness } from "../../test/cli/witness.ts";

const SCHEMAS = fileURLToPath(new URL("../../dist/schemas/", import.meta.url));

let folder: string;
let int32: Listening;
let textual: Listening;
let strict: Listening;

const witness = (...args: string[]) => callWitness(folder, args);
const spawned = (...args: string[]) => spawnWitness(folder, args);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-explore-"));
  int32 = await startRuled({ idBands: [{ from: -(2n ** 31n), to: 2n ** 31n - 1n }] });
  textual = await startRuled({ idText: "accept" });
  strict = await startStrict();
});

afterAll(async () => {
  killSpawned();
  await Promise.all([int32, textual, strict].map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

describe("witness explore", () => {
  test("prints a boundary, records its evidence, and replays it", async () => {
    const args = ["--axis", "id-upwards", "--parts", "boundaries", "--output-dir", "a"];
    const { code, stdout, stderr } = await spawned("explore", `mine=${int32.url}`, ...args);
    expect(code).toBe(0);
    expect(stderr).toContain(`target mine  ${int32.url}`);
    expect(stdout).toMatch(/422 from 2147483648 \(the\s+largest signed 32-bit integer\)/);
    const [run = ""] = readdirSync(join(folder, "a"));
    const again = await witness("report", join("a", run));
    expect(again.stdout).toBe(stdout);
    const schema = JSON.parse(readFileSync(join(SCHEMAS, "run-record.json"), "utf8"));
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const lines = readFileSync(join(folder, "a", run, "run.ndjson"), "utf8")
      .trim()
      .split("\n");
    for (const line of lines) expect(validate(JSON.parse(line)), line.slice(0, 200)).toBe(true);
    const replayed = await witness("replay", join("a", run), "explore/id-upwards/2147483648");
    expect(replayed.stdout).toMatch(/the same: 422/);
  });

  test("--json of one target fits the shipped schema, and the same seed finds the same", async () => {
    const args = ["--seed", "7", "--first-id", "200000000", "--runs", "60", "--json", "--quiet"];
    const parts = ["--parts", "examples", "--suite", "fields,id-bounds"];
    const once = await witness("explore", int32.url, ...args, ...parts, "--output-dir", "b");
    const twice = await witness("explore", int32.url, ...args, ...parts, "--output-dir", "c");
    const [first, second] = [once, twice].map(({ stdout }) => JSON.parse(stdout) as Summary);
    const schema = JSON.parse(readFileSync(join(SCHEMAS, "summary.json"), "utf8"));
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    expect(validate(first), JSON.stringify(validate.errors)).toBe(true);
    expect(first?.exploration?.examples.length).toBeGreaterThan(0);
    expect(second?.exploration?.examples).toEqual(first?.exploration?.examples);
  });

  test("shows where several targets respond differently, with a record for each", async () => {
    const args = ["--suite", "id-bounds", "--runs", "200", "--max-requests", "3000"];
    const targets = [`one=${int32.url}`, `two=${textual.url}`];
    const { code, stdout } = await witness("explore", ...targets, ...args, "--output-dir", "d");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Differences/m);
    expect(stdout).toMatch(/422 +201 +.* id: text/);
    expect(readdirSync(join(folder, "d"))).toHaveLength(2);
  });

  test("an id that gets a different response the second time is told of, and hides no boundary", async () => {
    const args = [
      "--axis",
      "date-fraction,id-upwards",
      "--parts",
      "boundaries",
      "--output-dir",
      "e",
    ];
    const { stdout } = await witness("explore", strict.url, ...args);
    expect(stdout).toMatch(/409 instead of 201/);
    expect(stdout).toMatch(/201 up to 9007199254740991, 422 from 9007199254740992/);
  });

  test("a budget that is spent is said", async () => {
    const { code, stdout } = await witness("explore", int32.url, "--max-requests", "40");
    expect(code).toBe(0);
    expect(stdout).toMatch(/cut short/);
    expect(stdout).toMatch(/exploration 40\)/);
  });

  test("a target that connects and does not respond is told of, and the others are given up", async () => {
    const mute = await listening(createServer((socket) => socket.resume()));
    const args = ["--timeout", "300ms", "--output-dir", "mute"];
    const { code } = await witness("explore", `a=${int32.url}`, `b=${mute.url}`, ...args);
    await mute.close();
    expect(code).toBe(1);
  });

  test.each([
    ["an axis that is none", ["--axis", "id-sideways"], /unknown axis "id-sideways"/],
    ["divergences of one", ["--parts", "divergences"], /at least two targets/],
    ["a part that does not exist", ["--compare", "mood"], /must be one or more of status/],
    ["a cap that is none", ["--cap-body", "lots"], /must be a size from/],
  ])("%s", async (_name, args, message) => {
    const { code, stderr } = await witness("explore", int32.url, ...args);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  test("two targets of one name, and nobody there", async () => {
    const same = await witness("explore", `a=${int32.url}`, `a=${textual.url}`);
    expect(same.stderr).toMatch(/two targets are named a/);
    expect(same.code).toBe(2);
    const nobody = await spawned("explore", `a=${int32.url}`, "b=http://127.0.0.1:1");
    expect(nobody.stderr).toMatch(/cannot reach 127\.0\.0\.1 port 1/);
    expect(nobody.code).toBe(3);
    const first = await witness("explore", "b=http://127.0.0.1:1", `a=${int32.url}`);
    expect(first.stderr).toMatch(/cannot reach 127\.0\.0\.1 port 1/);
    expect(first.code).toBe(3);
  });
});
