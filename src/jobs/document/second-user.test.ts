import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { resultWord } from "../../model/index.ts";
import { readDocument } from "../../openapi/index.ts";
import { defaultOptions } from "../../options/index.ts";
import { jsonReply, listening, sendReply } from "../../servers/json-server.ts";
import { documentJob } from "./send-document.ts";

const note = { type: "object", properties: { id: { type: "integer" } } };
const content = { "application/json": { schema: note } };
const refused = { 401: { description: "who" }, 403: { description: "not yours" } };
const document = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  security: [{ bearerAuth: [] }],
  components: { securitySchemes: { bearerAuth: { type: "http", scheme: "bearer" } } },
  paths: {
    "/notes": {
      post: {
        operationId: "makeNote",
        responses: { 201: { description: "", content }, ...refused },
      },
    },
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: {
        operationId: "readNote",
        responses: { 200: { description: "", content }, ...refused },
      },
      delete: { operationId: "dropNote", responses: { 204: { description: "gone" }, ...refused } },
    },
  },
};

/** A store of notes of two users; `isOwn`: only the user who made one may delete it. Everybody may read all if not. */
function notes(isOwn: boolean) {
  const owners = new Map<string, string>();
  let made = 0;
  return createServer((request, response) => {
    request.resume();
    const { method = "", url = "", headers } = request;
    const user = headers.authorization ?? "";
    const id = url.split("/")[2] ?? "";
    if (!/^Bearer (?:ann|bob)-token$/.test(user)) return response.writeHead(401).end();
    if (method === "POST") {
      made += 1;
      owners.set(String(made), user);
      return sendReply(response, jsonReply(201, { id: made }));
    }
    if (!owners.has(id)) return response.writeHead(404).end();
    if (isOwn && owners.get(id) !== user) return response.writeHead(403).end();
    if (method === "GET") return sendReply(response, jsonReply(200, { id: Number(id) }));
    owners.delete(id);
    return response.writeHead(204).end();
  });
}

/** The document, or one in which everybody may read. */
const documentFor = (isOpen: boolean) => {
  const path = document.paths["/notes/{id}"];
  const get = { ...path.get, ...(isOpen && { security: [] }) };
  return { ...document, paths: { ...document.paths, "/notes/{id}": { ...path, get } } };
};

async function tried(isOwn: boolean, isOpen = false) {
  const folder = mkdtempSync(join(tmpdir(), "witness-second-"));
  writeFileSync(join(folder, "api.json"), JSON.stringify(documentFor(isOpen)));
  const server = await listening(notes(isOwn));
  vi.stubEnv("ANN", "ann-token");
  vi.stubEnv("BOB", "bob-token");
  try {
    const { document: found } = await documentJob(
      { name: "notes", baseUrl: server.url },
      { name: "api.json", operations: readDocument(join(folder, "api.json")) },
      {
        ...defaultOptions("run"),
        auth: ["bearerAuth=ANN"],
        secondAuth: ["bearerAuth=BOB"],
        suite: ["valid"],
        outputDir: folder,
      },
      { signal: new AbortController().signal, events: {} },
    );
    const own = found.sequences?.find(({ kind }) => kind === "second user");
    const checks = found.checks?.filter(({ check }) => check === "open to another user");
    expect(JSON.stringify(found)).not.toMatch(/(?:ann|bob)-token/);
    const steps = own?.steps.map(
      ({ does, credentials = "own", result }) => `${does} ${credentials} ${resultWord(result)}`,
    );
    return [steps?.join(", "), ...(checks ?? []).map((each) => each.found)];
  } finally {
    vi.unstubAllEnvs();
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

test("what a second user may do with a resource of the first one", async () => {
  expect(await tried(true)).toEqual([
    "create own 201, read second 403, delete second 403, read own 200",
  ]);
  expect(await tried(false)).toEqual([
    "create own 201, read second 200, delete second 204, read own 404",
    "read by the second user got 200, of a resource that the first one has made",
    "delete by the second user got 204, of a resource that the first one has made",
  ]);
  // No read shows anything about users where the document demands no token; this server demands one.
  expect(await tried(false, true)).toEqual([
    "create own 201, delete second 204, read own 401",
    "delete by the second user got 204, of a resource that the first one has made",
  ]);
});
