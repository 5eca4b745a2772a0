import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { interfaceOfOperation } from "../openapi/index.ts";
import { startDocumented } from "../../test/servers/documented.ts";
import type { Listening } from "../servers/json-server.ts";
import { callWitness } from "../../test/cli/witness.ts";

const DOCUMENT = `openapi: 3.0.3
info: { title: Notes, version: "1" }
paths:
  /notes:
    post:
      operationId: addNote
      parameters: [{ name: sid, in: cookie, schema: { type: string } }]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [id]
              properties: { id: { type: integer }, text: { type: string, maxLength: 9 } }
      responses:
        "201":
          description: made
          content: { application/json: { schema: { type: object, required: [id] } } }
        "400": { description: refused }
`;
const RESPONSES = "api.yaml#/paths/~1notes/post/responses";
const LEFT = "api.yaml#/paths/~1notes/post/parameters/0: cookie sid is not sent";
const HEAD = "1 part of the document not expressed by the requests";
const OPENAPI = ["--openapi", "api.yaml"];

const folder = mkdtempSync(join(tmpdir(), "witness-openapi-verbs-"));
let fitting: Listening;
let other: Listening;

beforeAll(async () => {
  writeFileSync(join(folder, "api.yaml"), DOCUMENT);
  const from = interfaceOfOperation(join(folder, "api.yaml"), undefined);
  fitting = await startDocumented(from);
  other = await startDocumented(from, (fits) => (fits ? { status: 202 } : {}));
});
afterAll(async () => {
  await fitting.close();
  await other.close();
  rmSync(folder, { recursive: true });
});

const onlyIn = (name: string): string =>
  join(folder, name, readdirSync(join(folder, name))[0] ?? "");

describe("what the requests do not express is listed", () => {
  test.each([
    ["suites", ["suites"]],
    ["--list", ["run", ":1", "--suite", "valid", "--list"]],
    ["--dry-run", ["run", ":1", "--suite", "valid", "--grep", "/plain$", "--dry-run"]],
  ])("%s", async (_, args) => {
    const { code, stdout, stderr } = await callWitness(folder, [...args, ...OPENAPI]);
    expect(code).toBe(0);
    expect(stdout + stderr).toContain(HEAD);
    expect((stdout + stderr).split(LEFT)).toHaveLength(2);
  });

  test("suites --json", async () => {
    const { stdout } = await callWitness(folder, ["suites", ...OPENAPI, "--json"]);
    expect((JSON.parse(stdout) as { notExpressed: string[] }).notExpressed).toEqual([LEFT]);
  });

  test("suites reads it from the configuration", async () => {
    const text = `export default { options: { openapi: "api.yaml" } };`;
    writeFileSync(join(folder, "mine.config.mjs"), text);
    const { code, stdout } = await callWitness(folder, ["suites", "--config", "mine.config.mjs"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(LEFT)]);
  });

  test("compare says it before, of stored runs too, and on its page", async () => {
    const targets = [`fitting=${fitting.url}`, `other=${other.url}`];
    const args = ["--suite", "valid", "--runs", "1", "--no-load", "--output-dir", "compared"];
    const parts = ["--no-explore", "--repeats", "1"];
    const ended = await callWitness(folder, ["compare", ...targets, ...OPENAPI, ...args, ...parts]);
    expect(ended.code).toBe(1);
    expect((ended.stdout + ended.stderr).split(LEFT)).toHaveLength(2);
    expect(ended.stdout).toMatch(
      /other: not held; \d+ of \d+ responses not as documented, first valid\/plain: status 202;/,
    );
    const page = readFileSync(join(onlyIn("compared"), "report.html"), "utf8");
    expect(page).toContain(HEAD);
    expect(page).toContain(LEFT);
    const runs = ["fitting", "other"].map((name) => join(onlyIn("compared"), name));
    const stored = await callWitness(folder, ["compare", ...runs, "--output-dir", "again"]);
    expect(stored.stderr).toContain(LEFT);
  });
});

describe("responses that are not as documented", () => {
  test("explore says it, and exits with 1", async () => {
    // What is not as documented shows before bodies are long.
    const args = [
      "--axis",
      "text-longer",
      "--parts",
      "boundaries",
      "--cap-body",
      "100KiB",
      "--quiet",
    ];
    const explored = (server: Listening, name: string) =>
      callWitness(folder, ["explore", server.url, ...OPENAPI, ...args, "--output-dir", name]);
    const { code, stdout } = await explored(other, "explored");
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /stated by the specification {3}not held: \d+ of \d+ responses not as documented/,
    );
    expect(stdout).toContain(`✗ ${RESPONSES}`);
    const held = await explored(fitting, "explored-fitting");
    expect(held.code).toBe(0);
    expect(held.stdout).toMatch(/stated by the specification {3}held: .* as documented/);
  });

  test("load judges the statuses, and exits with 1", async () => {
    const times = ["--duration", "900ms", "--rounds", "1", "--warmup", "50ms", "--quiet"];
    const args = ["load", other.url, ...OPENAPI, ...times, "--output-dir", "loaded"];
    const { code, stdout } = await callWitness(folder, args);
    expect(code).toBe(1);
    expect(stdout).toMatch(/under load with a status that is not documented: 202/);
    expect(stdout).toMatch(
      /expected a documented status: 201, 400, observed status 202 under load \([\d,]+ responses/,
    );
    expect(readFileSync(join(onlyIn("loaded"), "report.html"), "utf8")).toContain(
      "status 202 under load",
    );
  });
});
