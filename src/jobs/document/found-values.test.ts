import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resultWord } from "../../model/index.ts";
import { readDocument } from "../../openapi/index.ts";
import { defaultOptions } from "../../options/index.ts";
import { jsonReply, listening, sendReply } from "../../servers/json-server.ts";
import { documentJob } from "./send-document.ts";

const responses = { 200: { description: "read" }, 201: { description: "made" } };
const id = { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } };
const withBody = (properties: object) => ({
  operationId: "makeBook",
  responses,
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: { type: "object", required: Object.keys(properties), properties },
      },
    },
  },
});
const removed = { 204: { description: "gone" } };

/** Books are made inside of authors, and read by themselves. */
const libraryOf = (book: object) => ({
  openapi: "3.1.0",
  info: { title: "Library", version: "1" },
  paths: {
    "/authors": { post: { operationId: "makeAuthor", responses } },
    "/authors/{id}": { parameters: [id], get: { operationId: "readAuthor", responses } },
    "/authors/{id}/books": { parameters: [id], post: withBody(book) },
    "/books/{id}": {
      parameters: [id],
      get: { operationId: "readBook", responses },
      delete: { operationId: "deleteBook", responses: removed },
    },
  },
});

type Sent = { method: string; path: string; status: number };
type Reply = { status: number; json?: object; location?: string };

/** Runs a document against these responses; `sent` has all requests. */
async function runOf(
  document: object,
  reply: (method: string, path: string, body: string) => Reply,
  options: { given?: string[]; profile?: "safe"; grep?: RegExp; suite?: string[] } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "witness-found-"));
  writeFileSync(join(folder, "api.json"), JSON.stringify(document));
  const sent: Sent[] = [];
  const server = await listening(
    createServer((request, response) => {
      const { method = "", url = "" } = request;
      let body = "";
      request.setEncoding("utf8").on("data", (text: string) => (body += text));
      request.on("end", () => {
        const { status, json, location } = reply(method, url, body);
        sent.push({ method, path: url, status });
        if (location !== undefined) response.setHeader("location", location);
        if (json === undefined) response.writeHead(status).end();
        else sendReply(response, jsonReply(status, json));
      });
    }),
  );
  try {
    const finished = await documentJob(
      { name: "found", baseUrl: server.url },
      { name: "api.json", operations: readDocument(join(folder, "api.json")) },
      {
        ...defaultOptions("run"),
        suite: ["valid"],
        repeats: 1,
        grep: /^valid\/plain$/,
        ...options,
        outputDir: folder,
      },
      { signal: new AbortController().signal, events: {} },
    );
    return { document: finished.document, sent };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

/** Numbers authors from 1 and books from 1001; `made` is the response to a new book. */
function library(made: (book: number, author: number) => Reply) {
  let authors = 0;
  const books = new Set<number>();
  return (method: string, path: string): Reply => {
    const [, kind, text, inside] = path.split("/");
    const number = Number(text);
    const isThere = kind === "authors" ? number <= authors : books.has(number);
    if (method === "POST" && text === undefined) return { status: 201, json: { id: ++authors } };
    if (!isThere) return { status: 404, json: {} };
    if (method === "POST" && inside === "books") {
      books.add(1001 + books.size);
      return made(1000 + books.size, number);
    }
    if (method === "DELETE") return { status: 204 };
    return method === "GET" ? { status: 200, json: { id: number } } : { status: 405, json: {} };
  };
}

const title = { title: { type: "string" } };

test.each<[string, (book: number, author: number) => Reply]>([
  ["its id", (book) => ({ status: 201, json: { id: book } })],
  ["its Location", (book) => ({ status: 201, location: `/books/${book}` })],
  ["a Location and 200", (book) => ({ status: 200, json: {}, location: `/books/${book}` })],
])("a POST inside of another resource gives a book by %s", async (_, made) => {
  const { document, sent } = await runOf(libraryOf(title), library(made));
  const read = document.operations.find(({ name }) => name === "readBook");
  expect(read?.values).toEqual([
    { parameter: "id", value: expect.stringMatching(/^1\d{3}$/), from: "makeBook" },
  ]);
  expect(document.operations.map(({ accepts }) => accepts)).toEqual(Array(5).fill("held"));
  expect(document.sequences?.map(({ resource, kind }) => `${resource} ${kind}`)).toContain(
    "/books/{id} life",
  );
  expect(document.deleted).toMatchObject([{ resource: "/books/{id}" }]);
  const books = sent.filter(({ path }) => path.startsWith("/books"));
  expect(books.filter(({ path }) => !/^\/books\/1\d{3}$/.test(path))).toEqual([]);
});

test.each<[string, object, (book: number, author: number) => Reply]>([
  [
    "names an existing one",
    { bookId: { type: "integer" } },
    () => ({ status: 201, json: { id: 1 } }),
  ],
  ["does not say that it is new", title, (_, author) => ({ status: 200, json: { id: author } })],
])("a POST inside of another resource that %s gives none", async (_, book, made) => {
  const { document, sent } = await runOf(libraryOf(book), library(made));
  const read = document.operations.find(({ name }) => name === "readBook");
  expect(read?.values).toEqual([]);
  // One and two were not made here.
  expect(sent.filter(({ path }) => /^\/books\/\d\d?$/.test(path))).toEqual([]);
});

test("where the stated request is refused, another one of its run gives the value", async () => {
  const reply = library((book) => ({ status: 201, json: { id: book } }));
  const { document } = await runOf(
    libraryOf({ size: { type: "integer", minimum: 1, maximum: 100 } }),
    (method, path, body) =>
      body === "" || body.includes('"size":1}') || !path.endsWith("/books")
        ? reply(method, path)
        : { status: 422, json: {} },
    { grep: /^valid\// },
  );
  const read = document.operations.find(({ name }) => name === "readBook");
  expect(read).toMatchObject({ accepts: "held", values: [{ from: "makeBook" }] });
});

test("--given with a path is for that path only", async () => {
  const { document } = await runOf(
    libraryOf(title),
    library((book) => ({ status: 201, json: { id: book } })),
    { given: ["/books/{id}=7"] },
  );
  const values = new Map(document.operations.map((each) => [each.name, each.values]));
  expect(values.get("readBook")).toEqual([{ parameter: "id", value: "7" }]);
  expect(values.get("readAuthor")).toMatchObject([{ parameter: "id", from: "makeAuthor" }]);
});

const users = {
  openapi: "3.1.0",
  info: { title: "Users", version: "1" },
  paths: {
    "/users": {
      get: { operationId: "listUsers", responses },
      delete: { operationId: "clearUsers", responses: removed },
    },
    "/settings": { put: { operationId: "putSettings", responses } },
    "/users/{id}": {
      parameters: [id],
      get: { operationId: "readUser", responses },
      put: { operationId: "updateUser", responses },
      delete: { operationId: "deleteUser", responses: removed },
    },
    "/reset": { post: { operationId: "reset", responses: removed } },
    "/visits": { post: { operationId: "countVisit", responses } },
    "/users/{id}/block": { parameters: [id], post: { operationId: "blockUser", responses } },
    "/rooms/{id}": {
      parameters: [{ ...id, schema: { type: "integer", minimum: 1, maximum: 500 } }],
      delete: { operationId: "deleteRoom", responses: removed },
    },
    "/colours/{name}": {
      parameters: [{ ...id, name: "name", schema: { enum: ["red", "blue"] } }],
      put: { operationId: "setColour", responses },
    },
    "/desks/{id}": {
      parameters: [{ ...id, example: 3 }],
      delete: { operationId: "deleteDesk", responses: removed },
    },
  },
};
const isUser = (path: string): boolean => /^\/users\/7\b/.test(path);
const listed = (method: string, path: string): Reply => {
  if (method === "GET" && path === "/users") return { status: 200, json: [{ id: 7 }] };
  return isUser(path) ? { status: 200, json: { id: 7 } } : { status: 404, json: {} };
};

test("the profile safe changes nothing that was there before", async () => {
  const { document, sent } = await runOf(users, listed, { profile: "safe" });
  const changed = sent.filter(({ method }) => method !== "GET");
  expect(new Set(changed.map(({ path }) => path))).toEqual(
    new Set(["/users/100000000", "/users/100000000/block", "/visits"]),
  );
  expect(sent.some(({ method, path }) => method === "GET" && isUser(path))).toBe(true);
  expect(document.notSent.map(({ name }) => name).toSorted()).toEqual([
    "clearUsers",
    "deleteDesk",
    "deleteRoom",
    "putSettings",
    "reset",
    "setColour",
  ]);
  expect(document.notSent.find(({ name }) => name === "putSettings")?.reason).toBe(
    "it changes what was there before, which the profile safe leaves alone: --operation sends it alone",
  );
  expect(document.operations.find(({ name }) => name === "deleteUser")?.notes).toContain(
    "with the profile safe, only what the run has made is changed, and nothing makes id: --given '/users/{id}=VALUE' names what may be changed",
  );
});

test("the default profile deletes nothing of a list", async () => {
  const { document, sent } = await runOf(users, listed);
  const deleted = sent.filter(({ method, path }) => method === "DELETE" && isUser(path));
  expect(deleted).toEqual([]);
  expect(sent.some(({ method, path }) => method === "PUT" && isUser(path))).toBe(true);
  expect(document.operations.find(({ name }) => name === "deleteUser")?.notes).toContain(
    "nothing makes id, and what a list has is not deleted: --given '/users/{id}=VALUE' names what may be",
  );
});

test("what is made for each request is no difference between the refused ones and the others", async () => {
  let made = 0;
  const reply = (method: string, path: string): Reply => {
    if (method === "POST") return { status: 201, json: { id: ++made } };
    if (Number(path.split("/")[2]) > 10 ** 9) return { status: 400, json: { error: "too large" } };
    return method === "DELETE" ? { status: 204 } : { status: 200, json: {} };
  };
  const { document } = await runOf(
    {
      openapi: "3.1.0",
      info: { title: "Users", version: "1" },
      paths: {
        "/users": { post: { operationId: "makeUser", responses } },
        "/users/{id}": {
          parameters: [id],
          delete: { operationId: "deleteUser", responses: { ...removed, 400: removed[204] } },
        },
      },
    },
    reply,
    { suite: ["valid", "field-path-id"], grep: /^(?:valid\/plain$|field-path-id\/pow-)/ },
  );
  const [refused] = document.operations.flatMap(({ checks = [] }) =>
    checks.filter(({ check }) => check === "valid input refused"),
  );
  expect(refused?.found).toMatch(/^400 "too large" for: id is 2\^/);
});

test("what the first request has deleted is gone for the others, and nobody is turned away", async () => {
  let isThere = true;
  const reply = (): Reply => {
    const status = isThere ? 204 : 404;
    isThere = false;
    return { status };
  };
  const { document } = await runOf(
    {
      openapi: "3.1.0",
      info: { title: "Users", version: "1" },
      paths: {
        "/users/{id}": {
          parameters: [id],
          delete: { operationId: "deleteUser", responses: removed },
        },
      },
    },
    reply,
    {
      given: ["id=7"],
      suite: ["valid", "field-path-id", "repetition", "credentials"],
      grep: /^/,
    },
  );
  const [row] = document.operations;
  expect([row?.end, row?.notes?.join()]).toEqual([
    "done",
    expect.not.stringMatching(/challenge|ended early/),
  ]);
});

test("the profile safe changes what is given", async () => {
  const { sent } = await runOf(users, listed, { profile: "safe", given: ["/users/{id}=7"] });
  const changed = new Set(sent.filter(({ method }) => method !== "GET").map(({ path }) => path));
  expect(changed).toEqual(new Set(["/users/7", "/users/7/block", "/visits"]));
});

/** Tickets whose optional assignee must exist, and nobody does. */
const ticketsWith = (refusal: object) => ({
  openapi: "3.1.0",
  info: { title: "Tickets", version: "1" },
  paths: {
    "/tickets": {
      post: {
        operationId: "makeTicket",
        responses: { ...responses, ...refusal },
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["title"],
                properties: {
                  ...title,
                  note: { type: "string" },
                  assignee: { type: "string", format: "uuid" },
                },
              },
            },
          },
        },
      },
    },
    "/tickets/{id}": { parameters: [id], get: { operationId: "readTicket", responses } },
  },
});

test.each([
  { documented: true, refusal: { 422: { description: "refused" } } },
  { documented: false, refusal: {} },
])(
  "an optional value that is always refused is not in what makes others (documented: $documented)",
  async ({ documented, refusal }) => {
    let made = 0;
    const { document } = await runOf(ticketsWith(refusal), (method, path, body) => {
      if (body.includes("assignee")) return { status: 422, json: { message: "no such assignee" } };
      if (method === "POST") return { status: 201, json: { id: ++made } };
      return Number(path.split("/")[2]) <= made ? { status: 200 } : { status: 404, json: {} };
    });
    const [make, read] = ["makeTicket", "readTicket"].map((wanted) =>
      document.operations.find(({ name }) => name === wanted),
    );
    expect(make?.accepts).toBe(documented ? "held" : "not-held");
    expect(make?.notes).toEqual(
      documented
        ? ['sent without assignee: the request with all optional parts got 422 "no such assignee"']
        : [],
    );
    expect(read?.values).toMatchObject([{ parameter: "id", from: "makeTicket" }]);
    // The request that was refused was sent before the run.
    expect(make?.coverage?.filter(({ unseen }) => unseen).map(({ status }) => status)).toEqual([
      "200",
    ]);
    const [created] = document.sequences?.[0]?.steps ?? [];
    expect(created && resultWord(created.result)).toBe("201");
  },
);

test("an operation that refuses everybody gets what is about access, and the others get the rest", async () => {
  const operation = (operationId: string) => ({
    operationId,
    security: [{ key: [] }],
    responses: { ...responses, 401: { description: "refused" } },
    parameters: [{ name: "q", in: "query", schema: { type: "string" } }],
  });
  const closed = {
    openapi: "3.1.0",
    info: { title: "Closed", version: "1" },
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    paths: {
      "/a": { get: operation("readA") },
      "/b": { get: { ...operation("readB"), security: [] } },
      "/c": { get: operation("readC") },
    },
  };
  const limitedIf = async (status: (path: string) => number) => {
    const reply = (_: string, path: string): Reply => ({ status: status(path) });
    const { document } = await runOf(closed, reply, { suite: [] });
    const note = /^only the suites valid and credentials were sent/;
    return document.operations.filter(({ notes }) => notes.some((each) => note.test(each)));
  };
  const limited = await limitedIf((path) => (path.startsWith("/b") ? 200 : 401));
  expect(limited.map(({ name }) => name)).toEqual(["readA", "readC"]);
  expect(await limitedIf(() => 200)).toEqual([]);
});

test("where a pair of values has to be unique, a repeated pair is no breach", async () => {
  const review = { book: { type: "integer" }, stars: { type: "integer", minimum: 1, maximum: 5 } };
  const known = new Set<string>();
  const { document } = await runOf(
    {
      openapi: "3.1.0",
      info: { title: "Reviews", version: "1" },
      paths: {
        "/books": { post: { operationId: "makeBook", responses } },
        "/reviews": { post: { ...withBody(review), operationId: "makeReview" } },
      },
    },
    (_method, path, body) => {
      if (path === "/books") return { status: 201, json: { id: 1 } };
      const [pair] = /"book":1,"stars":\d/.exec(body) ?? [];
      if (pair === undefined || known.has(pair))
        return { status: 400, json: { detail: "not a new pair" } };
      known.add(pair);
      return { status: 201, json: {} };
    },
    { suite: ["valid"], grep: /^valid\// },
  );
  const row = document.operations.find(({ name }) => name === "makeReview");
  expect(row?.accepts).toBe("held");
  expect(row?.checks ?? []).toEqual([]);
});

test("a value inside of a list or an object names what was made, too", async () => {
  const named = {
    type: "object",
    required: ["user_id"],
    properties: { user_id: { type: "integer" } },
  };
  const line = {
    type: "object",
    required: ["product_id", "count"],
    properties: {
      product_id: { type: "string", example: "p-of-the-document" },
      count: { type: "integer", minimum: 1 },
    },
  };
  const order = {
    buyer: named,
    lines: { type: "array", minItems: 1, items: line, example: [{ product_id: "x", count: 2 }] },
    tag_ids: { type: "array", minItems: 1, items: { type: "integer" } },
  };
  const collection = (operationId: string) => ({ post: { operationId, responses } });
  const paths = {
    "/users": collection("makeUser"),
    "/products": collection("makeProduct"),
    "/tags": collection("makeTag"),
    "/orders": { post: withBody(order) },
  };
  const shop = { openapi: "3.1.0", info: { title: "Shop", version: "1" }, paths };
  const ids: Record<string, unknown> = { "/users": 71, "/products": "p-72", "/tags": 73 };
  const orders: unknown[] = [];
  const { document } = await runOf(shop, (_method, path, body) => {
    if (path !== "/orders") return { status: 201, json: { id: ids[path] } };
    if (!body.startsWith('{"buyer":{')) return { status: 400, json: {} };
    orders.push(JSON.parse(body));
    return { status: 201, json: { id: orders.length } };
  });
  expect(orders.length).toBeGreaterThan(0);
  for (const each of orders)
    expect(each).toMatchObject({
      buyer: { user_id: 71 },
      lines: [{ product_id: "p-72" }],
      tag_ids: [73],
    });
  const values = document.operations.find(({ path }) => path === "/orders")?.values;
  expect(values?.map(({ parameter, value }) => `${parameter}=${value}`)).toEqual([
    "buyer.user_id=71",
    "lines.product_id=p-72",
    "tag_ids=73",
  ]);
});

/** Users have notes, and orders are listed by user: only those of users who exist, or none for the others. */
const filtered = (method: "get" | "post", example?: number) => ({
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  paths: {
    "/users": { post: { operationId: "makeUser", responses } },
    "/orders": {
      [method]: {
        operationId: "orders",
        responses,
        ...(method === "get" && {
          parameters: [
            { name: "page", in: "query", schema: { type: "integer", minimum: 1 } },
            {
              name: "user_id",
              in: "query",
              schema: { type: "integer", minimum: 1, maximum: 999 },
              example,
            },
          ],
        }),
        ...(method === "post" && {
          requestBody: {
            required: true,
            content: {
              "application/x-www-form-urlencoded": {
                schema: {
                  type: "object",
                  required: ["user_id"],
                  properties: { user_id: { type: "integer" } },
                },
              },
            },
          },
        }),
      },
    },
    // The number `page` of the query above does not name one of these.
    "/pages": { post: { operationId: "makePage", responses } },
  },
});

test.each<[string, "get" | "post", boolean, number | undefined, string[]]>([
  ["a filter that must name somebody does", "get", true, undefined, ["user_id=71"]],
  ["a filter that need not, too", "get", false, undefined, ["user_id=71"]],
  ["but not where the document has an example", "get", false, 5, []],
  ["unless that names nobody", "get", true, 5, ["user_id=71"]],
  ["a field of a form names a user", "post", true, undefined, ["user_id=71"]],
])("%s", async (_, method, isStrict, example, expected) => {
  const asked: string[] = [];
  const { document } = await runOf(
    filtered(method, example),
    (_method, path, body) => {
      if (!path.startsWith("/orders")) return { status: 201, json: { id: 71 } };
      const [user] = /(?<=user_id=)[^&]*/.exec(path + body) ?? [];
      asked.push(user ?? "");
      const isThere = user === undefined || user === "71" || !isStrict;
      return isThere ? { status: 200, json: [] } : { status: 404, json: {} };
    },
    { suite: ["valid"], grep: /^valid\// },
  );
  const row = document.operations.find(({ name }) => name === "orders");
  expect(row?.values.map(({ parameter, value }) => `${parameter}=${value}`)).toEqual(expected);
  expect(row?.notes.filter((each) => each.startsWith("sent without"))).toEqual([]);
  expect(row?.accepts).toBe("held");
  expect(asked.at(-1)).toMatch(expected.length > 0 ? /^(?:71)?$/ : /./);
  // Where others are valid as well, they are sent, too; else only this one is.
  const others = asked.slice(2).filter((user) => !["71", ""].includes(user));
  expect(others.length > 0).toBe(!isStrict);
});

test("what a long response names is deleted, and nothing that it lists", async () => {
  const book = { title: { type: "string" } };
  const document = { ...libraryOf({}), paths: { ...libraryOf({}).paths, "/books": {} } };
  document.paths["/books"] = { post: withBody(book) };
  let made = 100;
  // The ids of pages come first, and that of the book after more than a record keeps.
  const pages = [{ id: 7, text: "a page ".repeat(1000) }];
  const { sent } = await runOf(document, (method, path) => {
    if (method === "POST" && path === "/books")
      return { status: 201, json: { pages, id: (made += 1) } };
    return method === "DELETE" ? { status: 204 } : { status: 200, json: { id: 1 } };
  });
  const ids = (wanted: string): string[] =>
    sent.flatMap(({ method, path }) =>
      method === wanted && path.startsWith("/books/") ? [path.slice("/books/".length)] : [],
    );
  expect(made).toBeGreaterThan(103);
  expect(new Set(ids("DELETE"))).toEqual(
    new Set(Array.from({ length: made - 100 }, (_, at) => String(101 + at))),
  );
  expect(ids("GET")).not.toContain("7");
});

test.each([
  ["sku", true],
  ["sku", false],
  ["article", true],
  ["article", false],
])(
  "a member with the name of what is in a path, or of its resource, names it if that makes the difference: %s (%s)",
  async (member, isReference) => {
    const sku = { name: "sku", in: "path", required: true, schema: { type: "string" } };
    const document = {
      ...libraryOf({}),
      paths: {
        "/articles": { post: { operationId: "makeArticle", responses } },
        "/articles/{sku}": { parameters: [sku], get: { operationId: "readArticle", responses } },
        "/orders": { post: withBody({ [member]: { type: "string" } }) },
      },
    };
    let made = 0;
    const { document: run, sent } = await runOf(document, (method, path, body) => {
      if (path === "/articles")
        return { status: 201, json: { tags: ["a"], sku: `P${(made += 1)}` } };
      if (method !== "POST") return { status: 200, json: {} };
      const isUnknown = !new RegExp(`"${member}":"P\\d+"`).test(body) && body !== "";
      return { status: isReference && isUnknown ? 422 : 201, json: {} };
    });
    const orders = run.operations.find(({ path }) => path === "/orders");
    expect(orders?.accepts).toBe("held");
    const named = {
      parameter: member,
      value: expect.stringMatching(/^P\d+$/),
      from: "makeArticle",
    };
    expect(orders?.values).toEqual(isReference ? [named] : []);
    const refused = sent.filter(({ status }) => status === 422);
    expect(refused).toHaveLength(isReference ? 1 : 0);
  },
);

test("a producer that was refused is named with its status", async () => {
  const { document } = await runOf(libraryOf(title), (method) =>
    method === "POST" ? { status: 422, json: {} } : { status: 404, json: {} },
  );
  const read = document.operations.find(({ name }) => name === "readAuthor");
  expect(read?.notes).toEqual(["no id in a response of makeAuthor (422)"]);
});
