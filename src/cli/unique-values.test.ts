import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listening, type Listening } from "../servers/json-server.ts";
import { callWitness } from "../../test/cli/witness.ts";

// A sign-up: three members that must match their schema and be new.
const UNIQUE = ["sku", "email", "username"];
const SKU = /^[A-Z]{3}-\d{4}[a-z]$/;
const DOCUMENT = `openapi: 3.0.3
info: { title: Articles, version: "1" }
paths:
  /articles:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [sku, email, username, country]
              properties:
                sku: { type: string, pattern: "${SKU.source.replace("\\", "\\\\")}" }
                email: { type: string, format: email }
                username: { type: string, minLength: 3, maxLength: 20 }
                country: { type: string, pattern: "^[A-Z]{2}$", example: DE }
      responses: { "201": { description: made }, "400": { description: refused } }
`;

const folder = mkdtempSync(join(tmpdir(), "witness-unique-"));
const seen = new Map(UNIQUE.map((name): [string, Set<unknown>] => [name, new Set()]));
const made: Record<string, unknown>[] = [];
let server: Listening;

/** 409 for a value that any earlier request had, 400 for a wrong one. */
function statusFor(text: string): number {
  const body = JSON.parse(text) as Record<string, unknown>;
  if (!SKU.test(String(body["sku"]))) return 400;
  if (UNIQUE.some((name) => seen.get(name)?.has(body[name]))) return 409;
  for (const name of UNIQUE) seen.get(name)?.add(body[name]);
  made.push(body);
  return 201;
}

beforeAll(async () => {
  writeFileSync(join(folder, "api.yaml"), DOCUMENT);
  server = await listening(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        response.statusCode = statusFor(Buffer.concat(chunks).toString("utf8"));
        response.end();
      });
    }),
  );
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test("values that match a pattern are new in every request, so that no server refuses a second one", async () => {
  const args = ["--openapi", "api.yaml", "--suite", "valid", "--no-load", "--output-dir", "runs"];
  const { code, stdout } = await callWitness(folder, ["run", server.url, ...args]);
  expect(stdout).not.toMatch(/^valid .*409/m);
  for (const name of UNIQUE)
    expect(stdout).toContain(`${name} is unique: 409 for the second request with the same value`);
  expect([code, stdout]).toEqual([0, expect.stringContaining("held")]);
  expect(made.length).toBeGreaterThan(100);
  // Few texts match this pattern, so that its example is sent.
  expect(made[0]?.["country"]).toBe("DE");
});
