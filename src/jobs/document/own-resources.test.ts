import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDocument } from "../../openapi/index.ts";
import { defaultOptions } from "../../options/index.ts";
import { jsonReply, listening, sendReply } from "../../servers/json-server.ts";
import type { RequestResult } from "../../model/index.ts";
import { withCurrentValues } from "./entity-tags.ts";
import { documentJob } from "./send-document.ts";

const content = {
  "application/json": { schema: { type: "object", properties: { id: { type: "integer" } } } },
};
const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      post: { operationId: "makePet", responses: { 201: { description: "made", content } } },
    },
    "/pets/{petId}": {
      parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer" } }],
      delete: { operationId: "deletePet", responses: { 204: { description: "gone" } } },
      put: { operationId: "renamePet", responses: { 204: { description: "renamed" } } },
    },
    "/pets/{petId}/adopt": {
      parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer" } }],
      post: { operationId: "adoptPet", responses: { 204: { description: "adopted" } } },
    },
    "/visits": {
      post: { operationId: "makeVisit", responses: { 201: { description: "made", content } } },
    },
    "/visits/{id}/end": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      post: { operationId: "endVisit", responses: { 204: { description: "ended" } } },
    },
  },
};

test("each DELETE names a resource of its own, also by a parameter with capitals", async () => {
  const { row, named } = await sentTo("deletePet");
  expect(row?.accepts).toBe("held");
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((url) => !/^\/pets\/\d+$/.test(url))).toEqual([]);
});

test("what a change leaves behind is in no other response", async () => {
  const { row, named } = await sentTo("renamePet");
  expect(row?.classes).toMatchObject({ "2xx": 2, "4xx": 0 });
  expect(new Set(named).size).toBe(named.length);
  expect(row?.notes).toContain("each request changes a resource that makePet has made for it");
});

test.each([
  ["adoptPet", ""],
  ["endVisit", ", also where its own path has no operation"],
])("%s, which a resource takes once, has a resource for each request%s", async (operation) => {
  const { row, named } = await sentTo(operation);
  expect(row?.classes).toMatchObject({ "2xx": 2, "4xx": 0 });
  expect(new Set(named).size).toBe(named.length);
});

test("a resource serves again after a request that was refused, and not after one that may have changed it", async () => {
  const response = { reason: "", headers: [], framing: "none" as const, body: NOTHING };
  const withStatus = (status: number): RequestResult => ({
    outcome: "answered",
    status,
    totalUs: 1,
    response: { ...response, status },
  });
  let made = 0;
  const read = async () => new Map([["id", `${++made}`]]);
  const withCurrent = withCurrentValues(new Map(), read, { own: true });
  const ids: (string | undefined)[] = [];
  for (const status of [422, 400, 204, 500, 415, 404, 201])
    await withCurrent(async (found) => {
      ids.push(found.get("id"));
      return { results: [withStatus(status)] };
    });
  expect(ids).toEqual(["1", "1", "1", "2", "3", "3", "4"]);
  // A resource that refuses everything is not used for ever.
  for (let nth = 0; nth < 21; nth += 1)
    await withCurrent(async () => ({ results: [withStatus(422)] }));
  expect(made).toBe(6);
});

const NOTHING = { bytes: 0, sha256: "" };

/** The row of an operation, and the resources that its requests named. A pet takes each change once. */
async function sentTo(operation: string) {
  const folder = mkdtempSync(join(tmpdir(), "witness-own-"));
  writeFileSync(join(folder, "api.json"), JSON.stringify(document));
  let made = 0;
  const named: string[] = [];
  const server = await listening(
    createServer((request, response) => {
      const { method = "", url = "" } = request;
      request.resume();
      if (method === "POST" && ["/pets", "/visits"].includes(url)) {
        sendReply(response, jsonReply(201, { id: ++made }));
        return;
      }
      const isAgain = named.includes(url);
      named.push(url);
      response.writeHead(isAgain ? 409 : /^\/(?:pets|visits)\/\d+/.test(url) ? 204 : 400).end();
    }),
  );
  try {
    const options = {
      ...defaultOptions("run"),
      operation,
      grep: /^valid\/plain/,
      keepResources: true,
      outputDir: folder,
    };
    const { document: run } = await documentJob(
      { name: "pets", baseUrl: server.url },
      { name: "api.json", operations: readDocument(join(folder, "api.json")) },
      options,
      { signal: new AbortController().signal, events: {} },
    );
    return { row: run.operations[0], named };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

const made = (schema: object) => ({
  201: { description: "made", content: { "application/json": { schema } } },
});
const withId = (path: string, operationId: string) => ({
  [`${path}/{id}`]: {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
    delete: { operationId, responses: { 204: { description: "gone" } } },
  },
});
const named = { type: "object", properties: { id: { type: "integer" } } };
const bookOf = (member: string) => ({
  type: "object",
  properties: { [member]: { type: "integer" } },
  required: [member],
});
const library = (owners: string, member: string) => ({
  openapi: "3.1.0",
  info: { title: "Library", version: "1" },
  paths: {
    [`/${owners}`]: { post: { operationId: "makeOwner", responses: made(named) } },
    ...withId(`/${owners}`, "deleteOwner"),
    "/books": {
      post: {
        operationId: "makeBook",
        requestBody: {
          required: true,
          content: { "application/json": { schema: bookOf(member) } },
        },
        responses: made(named),
      },
    },
    ...withId("/books", "deleteBook"),
  },
});

/** A store whose owners cannot be deleted while a book refers to them. */
async function libraryServer(path: string, member: string) {
  let last = 0;
  const owners = new Set<number>();
  const books = new Map<number, number>();
  const reply = (method: string, target: string, body: string): [number, object?] => {
    const id = Number(target.split("/")[2]);
    if (method !== (Number.isNaN(id) ? "POST" : "DELETE")) return [405, {}];
    const isOwner = target.startsWith(`/${path}`);
    if (method === "POST" && isOwner) {
      owners.add(++last);
      return [201, { id: last }];
    }
    if (method === "POST") {
      const owner = Number(new RegExp(`"${member}":(\\d+)`).exec(body)?.[1]);
      if (!owners.has(owner)) return [422, {}];
      books.set(++last, owner);
      return [201, { id: last }];
    }
    if (isOwner && [...books.values()].includes(id)) return [409, {}];
    return (isOwner ? owners : books).delete(id) ? [204] : [404, {}];
  };
  const server = await listening(
    createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (text: string) => (body += text));
      request.on("end", () => {
        const [status, json] = reply(request.method ?? "", request.url ?? "", body);
        if (json === undefined) response.writeHead(status).end();
        else sendReply(response, jsonReply(status, json));
      });
    }),
  );
  return { server, owners, books };
}

test.each([
  ["authors", "authorId"],
  // Django's name for it, and not a letter of it names an id.
  ["categories", "category"],
])("what others refer to is made for each, and deleted after them: /%s by %s", async (...names) => {
  const folder = mkdtempSync(join(tmpdir(), "witness-own-"));
  writeFileSync(join(folder, "api.json"), JSON.stringify(library(...names)));
  const { server, owners, books } = await libraryServer(...names);
  try {
    const { document: run } = await documentJob(
      { name: "library", baseUrl: server.url },
      { name: "api.json", operations: readDocument(join(folder, "api.json")) },
      { ...defaultOptions("run"), grep: /^valid\/plain$/, outputDir: folder },
      { signal: new AbortController().signal, events: {} },
    );
    const all = ["/books/{id}", `/${names[0]}/{id}`];
    expect(run.deleted?.map(({ resource }) => resource)).toEqual(all);
    expect([books.size, owners.size]).toEqual([0, 0]);
    // One that an earlier sequence has deleted is not named.
    const lives = run.sequences?.filter(({ kind }) => kind === "life") ?? [];
    expect(lives.map(({ resource, value }) => [resource, value !== undefined])).toEqual(
      all.toReversed().map((resource) => [resource, true]),
    );
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
