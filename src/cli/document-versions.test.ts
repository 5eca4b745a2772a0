import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";
import { ITEM, ITEMS_DOCUMENT, idOf, is } from "../../test/servers/items-service.ts";
import { DocumentRun, DocumentTable } from "../model/index.ts";

type Change = { method: string; id: number; match: string | undefined; status: number };

/** Items with a version: a change without the ETag of the newest one gets 428, where it is demanded, or 412. */
function versionedItems(changes: Change[], isDemanded: () => boolean): Server {
  const items = new Map<number, { id: number; name: string; version: number }>();
  let next = 1;
  const answer = ({ method = "", url = "", headers }: IncomingMessage, text: string) => {
    const id = Number(/^\/items\/([1-9]\d*)$/.exec(url)?.[1]);
    const item = items.get(id);
    const given = parsed(text);
    if (url === "/items" && method === "POST") {
      if (given === undefined) return { status: 400 };
      const made = { id: next, name: given, version: 1 };
      items.set(next, made);
      next += 1;
      return { status: 201, item: made };
    }
    if (item === undefined) return { status: 404 };
    if (method === "GET") return { status: 200, item };
    if (method !== "PUT" && method !== "DELETE") return { status: 405 };
    const match = headers["if-match"];
    const isCurrent = match === `"${item.version}"` || (match === undefined && !isDemanded());
    const status = isCurrent ? 200 : match === undefined ? 428 : 412;
    changes.push({ method, id, match, status });
    if (status !== 200) return { status };
    if (method === "DELETE") return { status: items.delete(id) ? 204 : 404 };
    if (given === undefined) return { status: 400 };
    Object.assign(item, { name: given, version: item.version + 1 });
    return { status: 200, item };
  };
  return createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    request.on("error", () => {});
    request.on("end", () => {
      const { status, item } = answer(request, text);
      const etag = item === undefined ? {} : { ETag: `"${item.version}"` };
      response.writeHead(status, { "Content-Type": "application/json", ...etag });
      response.end(item === undefined ? "" : JSON.stringify({ id: item.id, name: item.name }));
    });
  });
}

function parsed(text: string): string | undefined {
  try {
    const { name } = JSON.parse(text) as { name?: unknown };
    const isName = typeof name === "string" && name !== "" && [...name].length <= 40;
    return isName ? name : undefined;
  } catch {
    return undefined;
  }
}

const onItem = ITEMS_DOCUMENT.paths["/items/{item_id}"];
const MATCH = { name: "if-match", in: "header", required: true, schema: { type: "string" } };

const documentOf = (isStated: boolean) => {
  const parameters = [...idOf("item_id"), ...(isStated ? [MATCH] : [])];
  const put = { ...onItem.put, parameters };
  const removed = { operationId: "deleteItem", parameters, responses: { 204: is() } };
  const { post } = ITEMS_DOCUMENT.paths["/items"];
  const paths = {
    "/items": { post },
    "/items/{item_id}": { get: onItem.get, put, delete: removed },
  };
  return { ...ITEMS_DOCUMENT, paths, components: { schemas: { Item: ITEM } } };
};

describe("a change that needs the version of its resource", () => {
  let folder: string;
  let server: Server;
  let url: string;
  let changes: Change[];
  let isDemanded: boolean;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "witness-versions-"));
    changes = [];
    isDemanded = true;
    server = versionedItems(changes, () => isDemanded);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  });

  test.each([
    ["stated by the document", true],
    ["shown by 428", false],
  ])(
    "is sent with the ETag that was read just before: %s",
    { timeout: 120_000 },
    async (_, isStated) => {
      writeFileSync(join(folder, "api.json"), JSON.stringify(documentOf(isStated)));
      const args = [
        "run",
        `items=${url}`,
        "--openapi",
        "api.json",
        "--suite",
        "valid",
        "--runs",
        "10",
      ];
      const { stdout, stderr } = await callWitness(folder, [...args, "--seed", "1", "--json"]);
      const { operations, sequences = [], deleted } = DocumentRun.parse(JSON.parse(stdout));
      const row = (name: string) => operations.find((each) => each.name === name);
      expect(row("updateItem")?.accepts, stderr).toBe("held");
      expect(row("updateItem")?.notes.join()).toContain("If-Match");
      // Without a statement, the first change of each kind shows the need for it; with one, it is left out once.
      const unmet = changes.filter(({ status }) => status === 428 || status === 412);
      expect(unmet.length).toBeLessThanOrEqual(2);
      expect(sequences.some(({ kind }) => kind === "without version")).toBe(isStated);
      expect(changes.filter(({ method }) => method === "PUT").length).toBeGreaterThan(20);
      const life = sequences.find(({ kind }) => kind === "life");
      expect(
        life?.steps.map(({ does, result }) => [does, "status" in result && result.status]),
      ).toEqual([
        ["create", 201],
        ["read", 200],
        ["update", 200],
        ["read", 200],
        ["delete", 204],
        ["read", 404],
        ["delete", 404],
      ]);
      expect(life?.steps[2]?.curl).toContain("If-Match");
      expect(deleted?.[0]?.results.find(([word]) => word === "204")?.[1]).toBeGreaterThan(5);
    },
  );

  test("If-Match that the document demands, and the server does not", async () => {
    writeFileSync(join(folder, "api.json"), JSON.stringify(documentOf(true)));
    const few = ["--grep", "^valid/plain$", "--runs", "0", "--seed", "1", "--json"];
    const found: string[][] = [];
    for (isDemanded of [true, false]) {
      const { stdout } = await callWitness(folder, ["run", url, "--openapi", "api.json", ...few]);
      const { checks = [] } = DocumentRun.parse(JSON.parse(stdout));
      found.push(
        checks
          .filter(({ check }) => check === "parameter not required")
          .map(({ operation, found: text }) => `${operation}: ${text}`),
      );
    }
    const text = "If-Match is documented as required, and may be left out";
    expect(found).toEqual([[], [`updateItem: ${text}`, `deleteItem: ${text}`]]);
  }, 120_000);

  test("survey and replay take a whole document", { timeout: 120_000 }, async () => {
    writeFileSync(join(folder, "api.json"), JSON.stringify(documentOf(false)));
    writeFileSync(join(folder, "targets.txt"), `one=${url}\ntwo=${url}\n`);
    const few = ["--suite", "valid", "--grep", "^valid/plain$", "--runs", "0", "--seed", "1"];
    const surveyed = await callWitness(folder, [
      "survey",
      "targets.txt",
      "--openapi",
      "api.json",
      ...few,
    ]);
    expect(surveyed.code, surveyed.stderr).toBe(0);
    const runs = readdirSync(join(folder, "reports"));
    expect(runs).toHaveLength(2);
    const run = join("reports", runs[0] ?? "");
    const replayed = await callWitness(folder, ["replay", run, "createItem/valid/plain"]);
    expect(replayed.stdout).toContain("the same: 201");
    const gone = await callWitness(folder, ["replay", run, "deleteItem/valid/plain"]);
    expect(gone.stderr).toContain("--given item_id=7");
  });

  test(
    "load leaves out what needs a new version for each request",
    { timeout: 60_000 },
    async () => {
      writeFileSync(join(folder, "api.json"), JSON.stringify(documentOf(true)));
      const short = ["--duration", "100ms", "--warmup", "0", "--rounds", "1", "--json"];
      const { stdout } = await callWitness(folder, [
        "load",
        `items=${url}`,
        "--openapi",
        "api.json",
        ...short,
      ]);
      const { left } = DocumentTable.parse(JSON.parse(stdout));
      expect(left.find(({ name }) => name === "updateItem")?.reason).toContain("ETag");
    },
  );
});
