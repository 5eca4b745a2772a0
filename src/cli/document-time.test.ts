import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";
import { DocumentRun } from "../model/index.ts";
import { jsonReply, listening, sendReply } from "../servers/json-server.ts";

const PATHS = Array.from({ length: 30 }, (_, nth) => `/things${nth}`);
const BROKEN = "/things29";

const document = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: Object.fromEntries(
    PATHS.map((path) => [path, { get: { responses: { 200: { description: "ok" } } } }]),
  ),
};

test("with a short --max-time, each operation gets its stated request before one gets more", async () => {
  const folder = mkdtempSync(join(tmpdir(), "witness-time-"));
  const asked: string[] = [];
  const server = await listening(
    createServer((request, response) => {
      asked.push(request.url ?? "");
      sendReply(response, jsonReply(request.url === BROKEN ? 500 : 200, {}));
    }),
  );
  try {
    writeFileSync(join(folder, "api.json"), JSON.stringify(document));
    const where = ["--openapi", join(folder, "api.json"), "--output-dir", folder];
    const call = ["run", server.url, ...where, "--max-time", "1500ms", "--json"];
    const { stdout, code } = await callWitness(folder, call);
    const { operations, notSent, checks = [] } = DocumentRun.parse(JSON.parse(stdout));
    const things = asked.filter((path) => path.startsWith("/things"));
    // The first request asks whether the document is about this URL.
    expect(new Set(things.slice(0, 1 + PATHS.length))).toEqual(new Set(PATHS));
    expect(notSent.length).toBeGreaterThan(0);
    expect(operations.length + notSent.length).toBe(PATHS.length);
    for (const { path, reason } of notSent)
      expect(reason).toBe(
        `no time was left (--max-time): its stated request got ${path === BROKEN ? 500 : 200}`,
      );
    expect(checks.filter(({ source }) => source === "stated")).toMatchObject([
      { check: "undocumented status", operation: `GET ${BROKEN}` },
    ]);
    expect(code).toBe(1);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});

const thing = { type: "object", properties: { id: { type: "integer" } } };
const made = { 201: { description: "", content: { "application/json": { schema: thing } } } };
const withStore = {
  ...document,
  paths: {
    "/things": { post: { operationId: "makeThing", responses: made } },
    "/things/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { operationId: "readThing", responses: { 200: { description: "" } } },
    },
  },
};

test("resources that no sequence was sent to are named", async () => {
  const folder = mkdtempSync(join(tmpdir(), "witness-time-"));
  // One response takes most of the time.
  const server = await listening(
    createServer((request, response) => {
      const status = request.method === "POST" ? 201 : 200;
      setTimeout(() => sendReply(response, jsonReply(status, { id: 7 })), 500);
    }),
  );
  try {
    writeFileSync(join(folder, "api.json"), JSON.stringify(withStore));
    const where = ["--openapi", join(folder, "api.json"), "--output-dir", folder];
    const call = ["run", server.url, ...where, "--max-time", "600ms", "--json"];
    const { stdout } = await callWitness(folder, call);
    const { sequences, unfollowed } = DocumentRun.parse(JSON.parse(stdout));
    expect([sequences, unfollowed]).toEqual([[], ["/things/{id}"]]);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
