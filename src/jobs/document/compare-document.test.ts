import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DocumentTable } from "../../model/index.ts";
import { readDocument } from "../../openapi/index.ts";
import { defaultOptions } from "../../options/index.ts";
import {
  jsonReply,
  listening,
  type Listening,
  type ServerReply,
  sendReply,
  withBody,
} from "../../servers/json-server.ts";
import { compareDocument } from "./compare-document.ts";

const number = { type: "integer", minimum: 1 };
const responses = (status: number) => ({
  [status]: { description: "done" },
  404: { description: "none" },
});
const withUser = {
  required: true,
  content: {
    "application/json": {
      schema: { type: "object", required: ["user_id"], properties: { user_id: number } },
    },
  },
};
const text = { type: "string", minLength: 1, example: "Reds" };
const withName = {
  required: true,
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["code", "name"],
        properties: { code: text, name: text },
      },
    },
  },
};
const taken = (status: number) => ({
  [status]: { description: "done" },
  409: { description: "taken" },
});
const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Items", version: "1" },
  paths: {
    "/users": { post: { operationId: "createUser", responses: responses(201) } },
    "/items": {
      get: {
        operationId: "listItems",
        parameters: [{ name: "user_id", in: "query", schema: number }],
        responses: responses(200),
      },
      post: { operationId: "createItem", requestBody: withUser, responses: responses(201) },
    },
    "/teams": { post: { operationId: "createTeam", requestBody: withName, responses: taken(201) } },
    "/teams/{team_id}": {
      parameters: [{ name: "team_id", in: "path", required: true, schema: number }],
      put: { operationId: "updateTeam", requestBody: withName, responses: taken(200) },
    },
    "/items/{item_id}": {
      parameters: [{ name: "item_id", in: "path", required: true, schema: number }],
      put: { operationId: "updateItem", requestBody: withUser, responses: responses(200) },
    },
  },
};

/** Teams, of which no two have one name. */
function teams(path: string, body: Buffer | undefined, names: string[]): ServerReply {
  const { name = "" } = JSON.parse(body?.toString("utf8") || "{}") as { name?: string };
  const id = Number(path.split("/")[2] ?? names.length);
  if (names.some((each, at) => each === name && at !== id)) return jsonReply(409, {});
  names[id] = name;
  return jsonReply(path === "/teams" ? 201 : 200, { id });
}

/** Users have numbers from `first` on; an item is found only with a user who exists. */
function start(first: number, created: number): Promise<Listening> {
  const names: string[] = [""];
  const made = { users: 0, items: 0 };
  const isIn = (kind: keyof typeof made, id: number): boolean =>
    id >= first && id < first + made[kind];
  return listening(
    createServer((request, response) => {
      const { method, url = "" } = request;
      withBody(request, 100_000, (body) => {
        const { pathname, searchParams } = new URL(url, "http://localhost");
        const [, kind, id] = pathname.split("/");
        if (kind === "teams") return sendReply(response, teams(pathname, body, names));
        const asked = searchParams.get("user_id");
        const user = method === "GET" ? Number(asked ?? first) : userIn(body);
        const isFound = kind === "users" || isIn("users", user);
        const isThere = id === undefined || isIn("items", Number(id));
        if (!isFound || !isThere) return sendReply(response, jsonReply(404, { error: "none" }));
        if (method !== "POST") return sendReply(response, jsonReply(200, []));
        const of = kind === "users" ? "users" : "items";
        made[of] += 1;
        sendReply(
          response,
          jsonReply(of === "users" ? 201 : created, { id: first + made[of] - 1 }),
        );
      });
    }),
  );
}

const userIn = (body: Buffer | undefined): number => {
  const { user_id } = JSON.parse(body?.toString("utf8") || "{}") as { user_id?: number };
  return Number(user_id);
};

const folder = mkdtempSync(join(tmpdir(), "witness-compared-"));
let servers: Listening[];
beforeAll(async () => {
  writeFileSync(join(folder, "api.json"), JSON.stringify(DOCUMENT));
  servers = await Promise.all([start(20, 201), start(700, 201), start(900, 200)]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true });
});

async function compared(...chosen: number[]): Promise<DocumentTable & { path: string }> {
  const targets = chosen.map((at) => ({ name: `s${at}`, baseUrl: servers[at]?.url ?? "" }));
  const { table, folder: path } = await compareDocument(
    targets,
    { name: "api.json", operations: readDocument(join(folder, "api.json")) },
    {
      ...defaultOptions("compare"),
      suite: ["valid"],
      grep: /^valid\/(?:plain|raw)$/,
      seed: 1,
      outputDir: folder,
    },
    { signal: new AbortController().signal, events: {} },
  );
  return { ...table, path };
}

test("two equal servers do not differ, and each operation has values that exist", async () => {
  const { found, operations, left, path } = await compared(0, 1);
  expect(found[0]).toMatch(/^none of your \d+ valid requests .*; no difference in 6 operations$/);
  expect(left).toEqual([]);
  expect(operations.map(({ word }) => word)).toEqual(Array(6).fill("same"));
  const [list, update] = ["listItems", "updateItem"].map((name) =>
    operations.find((each) => each.name === name),
  );
  expect(list?.texts).toEqual([]);
  const namedBy = (row: typeof list) =>
    row?.runs.map(({ values }) => values.map(({ parameter }) => parameter));
  // Its filter names a user who exists.
  expect(namedBy(list)).toEqual([["user_id"], ["user_id"]]);
  expect(namedBy(update)).toEqual([
    ["item_id", "user_id"],
    ["item_id", "user_id"],
  ]);
  // A team keeps its own name: that no other may have it is known from making them.
  const record = readFileSync(join(path, "updateTeam", "s0", "run.ndjson"), "utf8");
  expect(record).toMatch(/"unique":\[\{"path":"name"/);
}, 60_000);

test("another success is a difference, and one that the document does not state is said first", async () => {
  const { found, operations } = await compared(0, 2);
  expect(found[0]).toMatch(/ differs? by exact status only, in 1 of 6 operations$/);
  const [first, ...others] = operations;
  expect(others.map(({ word }) => word)).toEqual(Array(5).fill("same"));
  expect(first).toMatchObject({ name: "createItem", state: "alert", word: "not held" });
  expect(first?.texts).toEqual([
    expect.stringMatching(/^s2: .*not as documented.*: status 200/),
    expect.stringMatching(/^\d+ requests?: s0 201, s2 200 /),
  ]);
}, 60_000);
