import { createServer, type Server } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeDocuments, writeDocument } from "../../test/openapi/documents.ts";
import type { Interface, Summary } from "../model/index.ts";
import { interfaceOfOperation } from "../openapi/index.ts";
import { defaultOptions } from "../options/index.ts";
import { listening } from "../servers/json-server.ts";
import { loadCatalogue } from "./load-suites.ts";
import { runJob } from "./run.ts";

removeDocuments();
const folder = mkdtempSync(join(tmpdir(), "witness-form-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DOCUMENT = `openapi: 3.1.0
info: { title: Door, version: "1" }
paths:
  /login:
    post:
      operationId: login
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              required: [username, age]
              properties:
                username: { type: string, minLength: 3, maxLength: 40 }
                age: { type: integer, minimum: 0, maximum: 150 }
                scope: { type: string }
                place: { type: object, properties: { zip: { type: string } } }
      responses:
        "200": { description: in }
        "415": { description: no form }
        "422": { description: not as stated }
`;

const read = (): Interface =>
  interfaceOfOperation(writeDocument({ "api.yaml": DOCUMENT }), "login");

/** Reads the form as the document states it. */
function door(): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => {});
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const end = (status: number): void => void response.writeHead(status).end();
      if (request.method !== "POST" || request.url?.split("?")[0] !== "/login") return end(404);
      if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers["content-type"] ?? ""))
        return end(415);
      const form = new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
      const length = Array.from(form.get("username") ?? "").length;
      const age = form.get("age") ?? "";
      const isRight =
        form.getAll("username").length === 1 &&
        length >= 3 &&
        length <= 40 &&
        /^\d{1,3}$/.test(age);
      end(isRight && Number(age) <= 150 ? 200 : 422);
    });
  });
}

test("a form of a document is read as parameters in it, and a part that it cannot have is left out", () => {
  const from = read();
  expect(from.body).toBeUndefined();
  expect(from.parameters?.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ["username", "form", true],
    ["age", "form", true],
    ["scope", "form", false],
  ]);
  expect(from.notExpressed?.join()).toContain("place of the form has parts: it is left out");
  expect(from.clauses.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      "Content-Type is application/x-www-form-urlencoded.",
      "The body is a form with the fields username, age and scope.",
    ]),
  );
});

describe("a run of a form", () => {
  let summary: Summary;
  beforeAll(async () => {
    const server = await listening(door());
    const options = { ...defaultOptions("run"), load: false, runs: 30, seed: 1, repeats: 1 };
    const control = { signal: new AbortController().signal, events: {} };
    const catalogue = await loadCatalogue({ interface: read() });
    const sending = { ...options, profile: "safe" as const, outputDir: folder };
    ({ summary } = await runJob(
      { name: "door", baseUrl: server.url },
      catalogue,
      sending,
      control,
    ).finally(() => server.close()));
  }, 240_000);

  const outcomesOf = (id: string): string[] =>
    Object.keys(summary.cases.find((each) => each.id === id)?.outcomes ?? {});

  test("accepts every valid request", () => {
    expect(summary.stated.text).toMatch(/^all \d+ valid requests got a complete HTTP response/);
    const valid = summary.cases.filter(({ id }) => id.startsWith("valid/"));
    expect(valid.length).toBeGreaterThan(5);
    expect(new Set(valid.flatMap(({ outcomes }) => Object.keys(outcomes)))).toEqual(
      new Set(["200"]),
    );
  });

  test("shows what each field accepts", () => {
    expect(outcomesOf("field-form-username/missing")).toEqual(["422"]);
    expect(outcomesOf("field-form-scope/missing")).toEqual(["200"]);
    expect(outcomesOf("field-form-age/minus-one")).toEqual(["422"]);
    expect(summary.suites.map(({ name }) => name)).not.toContain("malformed-json");
  });
});
