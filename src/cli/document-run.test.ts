import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express, { type Express } from "express";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";
import { body, idOf, is, ITEM, NEW_ITEM } from "../../test/servers/items-service.ts";
import { DocumentRun, Summary, type OperationRun } from "../model/index.ts";

const DOCUMENT = {
  openapi: "3.0.3",
  info: { title: "planted", version: "1" },
  paths: {
    "/items": {
      get: {
        operationId: "listItems",
        tags: ["items"],
        responses: { 200: is({ type: "array", items: ITEM }) },
      },
      post: {
        operationId: "createItem",
        tags: ["items"],
        requestBody: body,
        responses: { 201: is(ITEM), 400: is() },
      },
    },
    "/items/{item_id}": {
      // 404 is documented for none of these: whether an item exists is nothing that a document states.
      get: {
        operationId: "getItem",
        tags: ["items"],
        parameters: idOf("item_id"),
        responses: { 200: is(ITEM), 400: is() },
      },
      put: {
        operationId: "updateItem",
        parameters: idOf("item_id"),
        requestBody: body,
        responses: { 200: is(ITEM), 400: is() },
      },
      delete: {
        operationId: "deleteItem",
        parameters: idOf("item_id"),
        responses: { 204: is(), 400: is() },
      },
    },
    "/login": {
      post: {
        operationId: "login",
        requestBody: {
          required: true,
          content: { "application/xml": { schema: NEW_ITEM } },
        },
        responses: { 200: is() },
      },
    },
    "/broken": { get: { operationId: "broken", responses: { 200: is() } } },
    "/orphans/{orphan_id}": {
      get: {
        operationId: "getOrphan",
        parameters: idOf("orphan_id"),
        responses: { 200: is(), 404: is() },
      },
    },
  },
};

type Item = { id: number; name: string };

/** Planted: `updateItem` responds with a name that is no text, `broken` with 500, `getOrphan` always with 404. */
function planted() {
  const items = new Map<number, Item>();
  const sent: { method: string; path: string; status: number }[] = [];
  const server: Express = express();
  server.use((request, response, next) => {
    const { method, path } = request;
    response.on("finish", () => sent.push({ method, path, status: response.statusCode }));
    next();
  });
  server.use(express.json());
  const named = (value: unknown): string | undefined => {
    const name = (value as { name?: unknown } | undefined)?.name;
    const length = typeof name === "string" ? Array.from(name).length : 0;
    return length >= 1 && length <= 40 ? (name as string) : undefined;
  };
  const found = (text: string): Item | undefined =>
    /^\d+$/.test(text) ? items.get(Number(text)) : undefined;
  server.get("/items", (_, response) => void response.json([...items.values()].slice(0, 3)));
  server.post("/items", (request, response) => {
    const name = named(request.body);
    if (name === undefined) return void response.sendStatus(400);
    const item = { id: 1000 + items.size, name };
    items.set(item.id, item);
    return void response.status(201).json(item);
  });
  server.get("/items/:id", (request, response) => {
    const item = found(request.params.id);
    return void (item === undefined ? response.sendStatus(404) : response.json(item));
  });
  server.put("/items/:id", (request, response) => {
    const item = found(request.params.id);
    if (item === undefined) return void response.sendStatus(404);
    if (named(request.body) === undefined) return void response.sendStatus(400);
    return void response.json({ id: item.id, name: 7 });
  });
  server.delete("/items/:id", (request, response) => {
    const item = found(request.params.id);
    if (item !== undefined) items.set(item.id, { ...item, id: -1 });
    return void response.sendStatus(item === undefined || item.id === -1 ? 404 : 204);
  });
  server.get("/openapi.json", (request, response) => {
    const isKnown = request.get("authorization") === "Bearer t0ken";
    return void (isKnown ? response.json(DOCUMENT) : response.sendStatus(401));
  });
  server.get("/docs", (_, response) => void response.type("html").send("<!doctype html>"));
  server.get("/large", (_, response) => void response.send(Buffer.alloc(20_000_001, " ")));
  server.get("/outside", (_, response) => {
    const get = { $ref: "other.json#/get" };
    return void response.json({
      openapi: "3.0.3",
      paths: { "/a": { get: { responses: { 200: get } } } },
    });
  });
  server.get("/broken", (_, response) => void response.sendStatus(500));
  return { server, sent };
}

const FEW = "--profile safe --runs 1 --repeats 1 --seed 1 --grep".split(" ");
const GREP = "^(valid|fields|field-path|malformed-json/(empty|arrays-10$))";

describe("a whole document", () => {
  const folder = mkdtempSync(join(tmpdir(), "witness-document-"));
  const { server, sent } = planted();
  let url = "";
  let close = (): void => {};
  let run: { code: number; stdout: string; stderr: string };
  let document: DocumentRun;

  beforeAll(async () => {
    writeFileSync(join(folder, "api.json"), JSON.stringify(DOCUMENT));
    await new Promise<void>((resolve) => {
      const listening = server.listen(0, "127.0.0.1", () => {
        const address = listening.address();
        url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
        close = () => {
          listening.close();
          listening.closeAllConnections();
        };
        resolve();
      });
    });
    const args = ["run", url, "--openapi", "api.json", ...FEW, GREP];
    run = await callWitness(folder, [...args, "--json"]);
    document = DocumentRun.parse(JSON.parse(run.stdout));
  }, 300_000);
  afterAll(() => {
    close();
    rmSync(folder, { recursive: true });
  });

  const row = (name: string): OperationRun => {
    const found = document.operations.find((each) => each.name === name);
    if (found === undefined) throw new Error(`no row of ${name}`);
    return found;
  };
  const folderOf = (name: string): string =>
    join(folder, "reports", readNames(folder)[0] ?? "", row(name).run);

  test.each<[name: string, accepts: OperationRun["accepts"]]>([
    ["createItem", "held"],
    ["listItems", "held"],
    ["getItem", "held"],
    ["updateItem", "not-held"],
    ["deleteItem", "held"],
    ["broken", "not-held"],
    ["getOrphan", "not-shown"],
  ])("has the row of %s: %s", (name, accepts) => {
    expect(row(name).accepts, row(name).stated).toBe(accepts);
    expect(row(name).requests).toBeGreaterThan(5);
  });

  test("names what is planted, and nothing else", () => {
    expect(run.code).toBe(1);
    expect(row("updateItem").stated).toContain("$.name must be string");
    expect(row("broken").stated).toContain("status 500");
    expect(row("broken").classes["5xx"]).toBeGreaterThan(0);
    expect(row("getOrphan").notes).toEqual([
      "no producer of orphan_id: 404 for every request may mean that it does not exist",
    ]);
    const noted = document.operations.filter(({ notes }) => notes.length > 0);
    expect(noted.map(({ name }) => name)).toEqual(["updateItem", "getOrphan", "deleteItem"]);
    for (const name of ["updateItem", "deleteItem"])
      expect(row(name).notes[0]).toContain("has made for it");
    expect(document.notSent.map(({ name }) => name)).toEqual(["login"]);
    expect(document.notSent[0]?.reason).toContain("application/xml");
  });

  test("lists what needs attention first", () => {
    expect(document.operations.slice(0, 3).map(({ name }) => name)).toEqual([
      "broken",
      "updateItem",
      "getOrphan",
    ]);
  });

  test("sends no method that the document does not have for a path, with the profile safe", () => {
    const known = /^(GET|POST) \/items$|^(GET|PUT|DELETE) \/items\/|^GET \/(broken|orphans\/)/;
    const others = sent.map(({ method, path }) => `${method} ${path}`);
    expect(others.filter((each) => !known.test(each))).toEqual([]);
  });

  test("gives each operation an item of its own, which existed when it was sent", () => {
    const ids = ["getItem", "updateItem", "deleteItem"].map((name) => {
      const [value] = row(name).values;
      expect(value).toMatchObject({ parameter: "item_id", from: "createItem" });
      return value?.value ?? "";
    });
    expect(new Set(ids).size).toBe(3);
    const [got, , deleted] = ids.map((id) => sent.filter(({ path }) => path === `/items/${id}`));
    expect(got?.filter(({ status }) => status === 200).length).toBeGreaterThan(5);
    // A read has confirmed that it exists; each request changes or deletes another one.
    expect(deleted?.[0]).toMatchObject({ method: "GET", status: 200 });
    const changed = sent.filter(({ method, status }) => method === "PUT" && status === 200);
    expect(new Set(changed.map(({ path }) => path)).size).toBe(changed.length);
    expect(row("deleteItem").classes["2xx"]).toBeGreaterThan(1);
  });

  test("sends suites about the server once", () => {
    const withSuite = document.operations.filter(({ name }) => {
      const text = readFileSync(join(folderOf(name), "summary.json"), "utf8");
      return Summary.parse(JSON.parse(text)).suites.some(
        (suite) => suite.name === "malformed-json",
      );
    });
    expect(withSuite.map(({ name }) => name)).toEqual(["createItem"]);
  });

  test("has a page that links to the page of each operation", () => {
    const [own = ""] = readNames(folder);
    const page = readFileSync(join(folder, "reports", own, "report.html"), "utf8");
    for (const { run: inner } of document.operations)
      expect(page).toContain(`href="${inner}/report.html"`);
    const markdown = readFileSync(join(folder, "reports", own, "report.md"), "utf8");
    expect(markdown).toContain("| GET `/broken` ");
    expect(markdown).toContain("| POST `/login` ");
  });

  test("a row has what was found and seen, and how long valid requests took", () => {
    const [own = ""] = readNames(folder);
    const markdown = readFileSync(join(folder, "reports", own, "report.md"), "utf8");
    expect(markdown).toMatch(/none \| findings \| +seen \| +p50 \| +p99 \|/);
    expect(markdown).toMatch(
      /\| POST `\/items`.*\| 2 of 2 \| [\d.]+ m?[sµ]s? \| [\d.]+ m?[sµ]s? \|/,
    );
    expect(row("updateItem").checks?.length).toBeGreaterThan(0);
    const { timesUs: { p50, p99 } = { p50: 0, p99: 0 } } = row("createItem");
    expect(p50).toBeGreaterThan(0);
    expect(p99).toBeGreaterThanOrEqual(p50);
  });

  test("warns of what it may change or exhaust, unless the profile is safe", async () => {
    const opening = async (...how: string[]): Promise<string> => {
      const few = ["--runs", "1", "--grep", "^valid/plain$", "--operation", "listItems,"];
      const args = ["run", url, "--openapi", "api.json", ...few, ...how];
      return (await callWitness(folder, args)).stderr;
    };
    expect(await opening()).toMatch(
      /1 of 8 operations\n.*some requests can exhaust a server; DELETE, PATCH and PUT also go .*for servers of your own/,
    );
    expect(await opening("--no-hazards")).toMatch(/1 of 8 operations\n {2}DELETE, PATCH and PUT/);
    expect(await opening("--profile", "safe")).not.toContain("for servers of your own");
  });

  test("prints a table that fits a terminal, and takes a choice and a given value", async () => {
    const chosen = ["--operation", "GET /items*,!listItems", "--tag", "items"];
    const { code, stdout } = await callWitness(
      folder,
      ["run", url, "--openapi", "api.json", ...FEW, "^valid", ...chosen, "--given", "item_id=1000"],
      { COLUMNS: "80" },
    );
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/GET \/items\/\{item_id\} +✓ held/);
    expect(stdout).toContain("1 operation ·");
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    expect(sent.at(-1)?.path).toBe("/items/1000");
  });

  const read = (from: string, target = url, ...more: string[]) => {
    const chosen = ["--operation", "listItems", "--list", "--bearer-from", "API_TOKEN", ...more];
    return callWitness(folder, ["run", target, "--openapi", from, ...FEW, "^valid", ...chosen], {
      API_TOKEN: "t0ken",
    });
  };

  test("a served target that the request of one operation ends is started again for the others", async () => {
    const of = (operationId: string) => ({ get: { operationId, responses: { 200: is() } } });
    const paths = {
      "/one": of("one"),
      "/deadly": of("deadly"),
      "/two": of("two"),
      "/three": of("three"),
    };
    writeFileSync(join(folder, "deadly.json"), JSON.stringify({ ...DOCUMENT, paths }));
    writeFileSync(
      join(folder, "deadly.mjs"),
      `import { createServer } from "node:http";
createServer(({ url }, response) => {
  if (url === "/deadly") process.exit(3);
  response.end();
}).listen(Number(process.argv[2]), "127.0.0.1");`,
    );
    const serve = ["--serve", "exec node deadly.mjs {port}"];
    const { code, stdout } = await callWitness(folder, [
      "run",
      "http://127.0.0.1:{port}",
      ...serve,
      "--openapi",
      "deadly.json",
      ...FEW,
      "^valid",
      "--json",
      "--max-time",
      "60s",
    ]);
    const { operations, notSent } = DocumentRun.parse(JSON.parse(stdout));
    expect(Object.fromEntries(operations.map(({ name, accepts }) => [name, accepts]))).toEqual({
      one: "held",
      deadly: "not-held",
      two: "held",
      three: "held",
    });
    expect(operations.find(({ name }) => name === "deadly")?.stated).toMatch(
      /^2 of 2 valid requests got no complete HTTP response/,
    );
    expect([code, notSent]).toEqual([1, []]);
  });

  test("reads the document from the target, with its credentials, and gives them to no other server", async () => {
    expect(await read(`${url}/openapi.json`)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^valid\/plain/),
    });
    const elsewhere = url.replace("127.0.0.1", "localhost");
    const refused = await read(
      `${elsewhere}/openapi.json`,
      url,
      "--resolve",
      `${elsewhere.slice(7)}:127.0.0.1`,
    );
    expect(refused.stderr).toContain("/openapi.json: the response is 401");
    expect(refused.code).toBe(2);
  });

  test.each([
    ["/docs", 2, "it is a page of HTML or XML, not a document in JSON or YAML"],
    ["/large", 2, "it is larger than 20 MB"],
    ["/nowhere", 2, "the response is 404"],
    ["http://127.0.0.1:9/openapi.json", 3, "connect ECONNREFUSED 127.0.0.1:9"],
    ["/outside", 2, '$ref "other.json#/get" leads out of the document'],
  ])("names what is wrong with a document at %s", async (path, code, message) => {
    const finished = await read(
      path.startsWith("/") ? `${url}${path}` : path,
      url,
      "--operation",
      "GET /a",
    );
    expect(finished.stderr).toContain(message);
    expect(finished.code).toBe(code);
  });

  test.each([
    [["--operation", "getItm,!createItem"], 'no operation "getItm"'],
    [["--tag", "itms"], 'no tag "itms"'],
    [["--dry-run"], "--list and --dry-run are for one operation"],
  ])("refuses %j", async (more, message) => {
    const args = ["run", url, "--openapi", "api.json", ...more];
    const { code, stderr } = await callWitness(folder, args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

const readNames = (folder: string): string[] => readdirSync(join(folder, "reports")).toSorted();
