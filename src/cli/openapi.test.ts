import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GateResult, Summary } from "../model/index.ts";
import { interfaceOfOperation } from "../openapi/index.ts";
import { startDocumented, type Changed } from "../../test/servers/documented.ts";
import { callWitness } from "../../test/cli/witness.ts";

const DOCUMENT = `openapi: 3.1.0
info: { title: Orders, version: "1" }
servers: [{ url: https://api.example.com }]
paths:
  /v1/orders:
    post:
      operationId: createOrder
      parameters: [{ name: sid, in: cookie, schema: { type: string } }]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [orderId, state]
              additionalProperties: false
              properties:
                orderId: { type: integer, format: int32 }
                state: { enum: [new, paid] }
                note: { type: [string, "null"], maxLength: 20 }
      responses:
        "201":
          description: made
          content:
            application/json:
              schema: { type: object, required: [at], properties: { at: { type: string } } }
        "400":
          description: refused
          content: { application/problem+json: { schema: { type: object, required: [title] } } }
    get: { operationId: listOrders, responses: {} }
`;
const RESPONSES = "api.yaml#/paths/~1v1~1orders/post/responses";
const OPENAPI = ["--openapi", "api.yaml", "--operation", "createOrder"];

const folder = mkdtempSync(join(tmpdir(), "witness-openapi-"));
beforeAll(() => writeFileSync(join(folder, "api.yaml"), DOCUMENT));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs against a mock of the document that differs from it in this. */
async function runAgainst(change: (fits: boolean) => Changed) {
  const from = interfaceOfOperation(join(folder, "api.yaml"), "createOrder");
  const server = await startDocumented(from, change);
  const outputDir = mkdtempSync(join(folder, "run-"));
  try {
    const ended = await callWitness(folder, [
      "run",
      server.url,
      ...OPENAPI,
      "--suite",
      "valid,field-note,methods",
      "--runs",
      "2",
      "--repeats",
      "1",
      "--seed",
      "1",
      "--no-load",
      "--output-dir",
      outputDir,
    ]);
    const path = join(outputDir, readdirSync(outputDir)[0] ?? "");
    const summary = JSON.parse(readFileSync(join(path, "summary.json"), "utf8")) as Summary;
    return { ...ended, path, summary };
  } finally {
    await server.close();
  }
}

const breachesIn = ({ stated }: Summary) =>
  (stated.breaches ?? []).map(({ clause, at, expected, observed }) => [
    clause,
    at,
    expected,
    observed,
  ]);

describe("a server that does as its document says", () => {
  test("holds; what is not expressed is said before and in the summary", async () => {
    const { code, stdout, stderr, summary } = await runAgainst(() => ({}));
    expect(stdout).toContain("held");
    expect({ code, accepts: summary.accepts, breaches: breachesIn(summary) }).toEqual({
      code: 0,
      accepts: "held",
      breaches: [],
    });
    const line = "api.yaml#/paths/~1v1~1orders/post/parameters/0: cookie sid is not sent";
    expect(summary.notExpressed).toEqual([line]);
    expect(stderr.split(line)).toHaveLength(2);
    expect(stderr).toContain("servers of the document, as a hint: https://api.example.com");
    expect(stderr).toContain("POST http://127.0.0.1");
  });

  test("an invalid request may get a status of which the document says nothing", async () => {
    const { code, summary } = await runAgainst((fits) => (fits ? {} : { status: 500, body: "oh" }));
    expect([code, summary.accepts]).toEqual([0, "held"]);
  });
});

describe("a server that does not", () => {
  test.each<[name: string, change: (fits: boolean) => Changed, breach: string[]]>([
    [
      "a status that is not documented",
      (fits) => (fits ? { status: 202 } : {}),
      ["documented-status", RESPONSES, "a documented status: 201, 400", "status 202"],
    ],
    [
      "another content type",
      (fits) => (fits ? { contentType: "text/plain" } : {}),
      [
        "documented-201",
        `${RESPONSES}/201`,
        "Content-Type application/json",
        "Content-Type text/plain",
      ],
    ],
    [
      "a body that does not fit",
      (fits) => (fits ? { body: '{"at":1}' } : {}),
      [
        "documented-201",
        `${RESPONSES}/201`,
        "a body that matches the schema",
        "$.at must be string",
      ],
    ],
    [
      "a body that does not fit, and is longer than what is recorded",
      (fits) => (fits ? { body: `{"pad":"${"x".repeat(9000)}","at":1}` } : {}),
      [
        "documented-201",
        `${RESPONSES}/201`,
        "a body that matches the schema",
        "$.at must be string",
      ],
    ],
    [
      "an error whose body does not fit",
      (fits) => (fits ? {} : { body: "{}" }),
      [
        "documented-400",
        `${RESPONSES}/400`,
        "a body that matches the schema",
        "the body must have required property 'title'",
      ],
    ],
  ])("%s: not held, with its place in the document", async (_, change, breach) => {
    const { code, stdout, summary, path } = await runAgainst(change);
    expect({ code, accepts: summary.accepts, breaches: breachesIn(summary) }).toEqual({
      code: 1,
      accepts: "not-held",
      breaches: [breach],
    });
    const [, place = "", , observed = ""] = breach;
    expect(stdout).toContain(`✗ ${place}`);
    expect(stdout).toContain(observed);
    const page = readFileSync(join(path, "report.html"), "utf8");
    expect(page).toContain(place);
    // The record alone gives the same, without the document.
    rmSync(join(path, "summary.json"));
    await callWitness(tmpdir(), ["report", path]);
    const again = JSON.parse(readFileSync(join(path, "summary.json"), "utf8")) as Summary;
    expect(again.stated).toEqual(summary.stated);
    const gate = await callWitness(tmpdir(), ["gate", path, "--json"]);
    const { verdict, judgements } = JSON.parse(gate.stdout) as GateResult;
    const [first] = judgements.find(({ rule }) => rule === "stated")?.breaches ?? [];
    expect([gate.code, verdict]).toEqual([1, "fail"]);
    expect(first?.expected).toContain(place);
    expect(first?.observed).toContain(observed);
  });
});

describe("what is asked for", () => {
  test.each([
    [
      "--openapi and --interface",
      [...OPENAPI, "--interface", "mine.ts"],
      "--openapi and --interface exclude each other",
    ],
    ["--operation alone", ["--operation", "createOrder"], "--operation requires --openapi"],
    [
      "an unknown operation",
      ["--openapi", "api.yaml", "--operation", "createOder"],
      "did you mean createOrder (POST /v1/orders)? witness suites --openapi api.yaml lists all 2",
    ],
    ["no file", ["--openapi", "none.yaml"], "there is no file none.yaml"],
    ...["http://u:pw@h/api.yaml", "u:pw@h/api.yaml", "http://u:p/w@h:x/", "http://u@h/"].map(
      (each): [string, string[], string] => [
        `credentials in ${each}`,
        ["--openapi", each],
        "error: the URL of --openapi carries credentials\n  leave them out",
      ],
    ),
  ])("%s: exit code 2", async (_, args, text) => {
    const { code, stderr } = await callWitness(folder, ["suites", ...args]);
    expect(stderr).toContain(text);
    expect(code).toBe(2);
  });
});

test("suites lists the operations of a document, if none is chosen", async () => {
  const text = await callWitness(folder, ["suites", "--openapi", "api.yaml"]);
  expect([text.code, text.stdout]).toEqual([
    0,
    `2 operations

  GET   /v1/orders  listOrders
  POST  /v1/orders  createOrder

witness suites --openapi api.yaml --operation listOrders lists the suites of one
`,
  ]);
  const json = await callWitness(folder, ["suites", "--openapi", "api.yaml", "--json"]);
  expect([json.code, JSON.parse(json.stdout)]).toEqual([
    0,
    {
      operations: [
        { method: "GET", path: "/v1/orders", operationId: "listOrders" },
        { method: "POST", path: "/v1/orders", operationId: "createOrder" },
      ],
    },
  ]);
});
