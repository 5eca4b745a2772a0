import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";
import { DocumentRun } from "../model/index.ts";
import { jsonReply, listening, sendReply } from "../servers/json-server.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-misfit-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DOCUMENT = `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets:
    post: { operationId: createPet, responses: { "200": { description: made } } }
  /pets/{petId}:
    get:
      operationId: getPet
      parameters: [{ name: petId, in: path, required: true, schema: { type: integer, minimum: 1 } }]
      responses: { "200": { description: found } }
`;

test("an id that breaks its own schema is named, and is not said to be missing", async () => {
  // As a mock that makes up the smallest integer.
  const server = await listening(
    createServer((_, response) => sendReply(response, jsonReply(200, { id: 0 }))),
  );
  writeFileSync(join(folder, "pets.yaml"), DOCUMENT);
  const args = `run ${server.url} --openapi pets.yaml --operation createPet,getPet --suite valid --runs 1 --json`;
  const { stdout } = await callWitness(folder, args.split(" "));
  await server.close();
  const { operations } = DocumentRun.parse(JSON.parse(stdout));
  expect(operations.find(({ name }) => name === "getPet")?.notes).toEqual([
    "petId 0 of createPet does not fit what the document states of it",
  ]);
});

const ONE = `{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }`;
const USERS = `openapi: 3.1.0
info: { title: Users, version: "1" }
paths:
  /users:
    post:
      operationId: createUser
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }
      responses: { "201": { description: made }, "400": { description: no } }
    get: { operationId: listUsers, responses: { "200": { description: all } } }
  /users/{id}:
    get: { operationId: getUser, parameters: [${ONE}], responses: { "200": { description: it }, "400": { description: no } } }
  /orders:
    post:
      operationId: createOrder
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [userId], properties: { userId: { type: integer, minimum: 1 } } } } } }
      responses: { "201": { description: made }, "400": { description: no } }
  /settings:
    post:
      operationId: configure
      requestBody: { required: true, content: { application/x-www-form-urlencoded: { schema: { type: object, required: [mode], properties: { mode: { type: string, maxLength: 20 }, level: { type: integer, minimum: 1, maximum: 40 } } } } } }
      responses: { "200": { description: done }, "400": { description: no } }
`;

/** Users of whom the list leaves out the newest; orders of users that exist; settings that keep neither `mode` nor the maximum. */
function usersServer() {
  const users = Array.from({ length: 33 }, (_, at) => ({ id: at + 1, name: "a".repeat(200) }));
  const reply = (method: string | undefined, url: string, text: string) => {
    if (url === "/settings" && method === "POST") {
      const sent = new URLSearchParams(text);
      const isLevel = /^[1-9]\d{0,2}$/.test(sent.get("level") ?? "1");
      return jsonReply(isLevel && Array.from(sent.get("mode") ?? "").length <= 20 ? 200 : 400, {});
    }
    const id = /^\/users\/(.+)$/.exec(url)?.[1];
    if (id !== undefined && method !== "GET") return jsonReply(405, {});
    if (id !== undefined && !/^[1-9]\d*$/.test(id)) return jsonReply(400, {});
    if (id !== undefined) {
      const user = users.find((each) => String(each.id) === id);
      return jsonReply(user === undefined ? 404 : 200, user ?? {});
    }
    if (url === "/users" && method === "GET") return jsonReply(200, users.slice(0, 33));
    if (method !== "POST") return jsonReply(405, {});
    let sent: { name?: unknown; userId?: unknown } | null;
    try {
      sent = JSON.parse(text) as typeof sent;
    } catch {
      return jsonReply(400, {});
    }
    if (url === "/orders") {
      if (!Number.isInteger(sent?.userId)) return jsonReply(400, {});
      return jsonReply(users.some((each) => each.id === sent?.userId) ? 201 : 422, { id: 1 });
    }
    if (typeof sent?.name !== "string") return jsonReply(400, {});
    users.push({ id: users.length + 1, name: sent.name });
    return jsonReply(201, users.at(-1) ?? {});
  };
  return listening(
    createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () =>
        sendReply(
          response,
          reply(request.method, request.url ?? "", Buffer.concat(parts).toString("utf8")),
        ),
      );
    }),
  );
}

test("a user who does not exist is no rule, a form and a long list have theirs, and --exclude is for those that have it", async () => {
  const server = await usersServer();
  writeFileSync(join(folder, "users.yaml"), USERS);
  const args = `run ${server.url} --openapi users.yaml --runs 1 --repeats 1 --seed 1 --json --exclude`;
  const few = "field-name --suite valid,field-name,field-user-id,field-form-level,field-form-mode";
  const { stdout } = await callWitness(folder, [...args.split(" "), ...few.split(" ")]);
  const { code, stderr } = await callWitness(folder, [...args.split(" "), "field-nothing"]);
  const nowhere = "field-name --suite valid,field-nam".split(" ");
  const unknown = await callWitness(folder, [...args.split(" "), ...nowhere]);
  await server.close();
  expect([code, stderr]).toEqual([2, expect.stringContaining('"field-nothing" matches nothing')]);
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringMatching(/no operation has a suite named "field-nam"\n.*field-name/),
  ]);
  const { checks = [], notSent, operations } = DocumentRun.parse(JSON.parse(stdout));
  expect(notSent).toEqual([]);
  expect(checks.map(({ check, operation, found }) => [check, operation, found])).toEqual([
    // The id 0 breaks the minimum, and there is no such user.
    ["undocumented refusal", "createOrder", "invalid requests get 422, which is not documented"],
    [
      "invalid input accepted",
      "configure",
      expect.stringContaining("level maximum: 40 documented"),
    ],
    ["parameter not required", "configure", "mode is documented as required, and may be left out"],
    ["list without it", "listUsers", expect.stringContaining("(33 elements)")],
  ]);
  const declared = operations.flatMap((row) => row.declared ?? []);
  expect(declared.filter(({ part, verdict }) => part === "userId" && verdict !== "same")).toEqual(
    [],
  );
}, 120_000);

const ITEMS = `openapi: 3.1.0
info: { title: Items, version: "1" }
paths:
  /items:
    post:
      operationId: createItem
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }
      responses: { "201": { description: made }, "400": { description: no } }
  /items/{id}:
    get: { operationId: getItem, parameters: [${ONE}], responses: { "200": { description: it }, "400": { description: no } } }
`;

/** Items in memory; a name that is the empty text ends the process. */
const ENDING = `import { createServer } from "node:http";
const items = [];
createServer((request, response) => {
  let text = "";
  request.on("data", (part) => (text += part));
  request.on("end", () => {
    const reply = (status, value) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (request.method === "GET") return items[Number(request.url.split("/")[2]) - 1] ? reply(200, {}) : reply(404, {});
    if (request.method !== "POST") return reply(405, {});
    let name;
    try { name = JSON.parse(text).name; } catch { return reply(400, {}); }
    if (name === "") process.exit(7);
    if (typeof name !== "string") return reply(400, {});
    reply(201, { id: items.push(name) });
  });
}).listen(Number(process.argv[2]), "127.0.0.1");
`;

test("one process is started for all operations, and again when one of them ends it", async () => {
  writeFileSync(join(folder, "items.yaml"), ITEMS);
  writeFileSync(join(folder, "ending.mjs"), ENDING);
  const given = ["run", "http://127.0.0.1:{port}", "--openapi", "items.yaml", "--json"];
  const few = "--suite valid,field-name --runs 1 --repeats 1 --seed 1 --grep plain$|empty$".split(
    " ",
  );
  const serve = ["--serve", "exec node ending.mjs {port}"];
  const { stdout, stderr } = await callWitness(folder, [...given, ...few, ...serve]);
  const { operations, target } = DocumentRun.parse(JSON.parse(stdout || stderr));
  const row = (wanted: string) => operations.find(({ name }) => name === wanted);
  expect([row("createItem")?.end, row("getItem")?.end]).toEqual(["done", "done"]);
  expect(row("createItem")?.classes.noAnswer).toBeGreaterThan(0);
  expect(row("getItem")?.values[0]?.from).toBe("createItem");
  expect(row("getItem")?.classes["2xx"]).toBeGreaterThan(0);
  await expect(fetch(target.baseUrl)).rejects.toThrow("fetch failed");
  const failing = [...given, "--serve", "exit 3"];
  const failed = await callWitness(folder, failing);
  expect([failed.code, failed.stderr]).toEqual([3, expect.stringContaining("the served command")]);
}, 120_000);
