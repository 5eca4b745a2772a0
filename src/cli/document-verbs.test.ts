import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";
import { type ItemsService, ITEMS_DOCUMENT, startItems } from "../../test/servers/items-service.ts";
import { DocumentRun, DocumentTable, Summary } from "../model/index.ts";

const DELETE_ITEM = {
  operationId: "deleteItem",
  parameters: [{ name: "item_id", in: "path", required: true, schema: { type: "integer" } }],
  responses: { "204": { description: "deleted" } },
};

describe("verbs with a whole document", () => {
  const folder = mkdtempSync(join(tmpdir(), "witness-document-verbs-"));
  let service: ItemsService;
  beforeAll(async () => {
    writeFileSync(join(folder, "api.json"), JSON.stringify(ITEMS_DOCUMENT));
    // Planted: an update takes names of at most 20 characters, and the document says 40.
    service = await startItems({ longest: 20 });
  });
  afterAll(() => {
    service.close();
    rmSync(folder, { recursive: true });
  });

  const ITEMS = ["--operation", "createItem,updateItem,getItem"];
  const call = async (verb: string, ...args: string[]) => {
    const output = ["--json", "--output-dir", verb];
    const given = [verb, `items=${service.url}`, "--openapi", "api.json", "--seed", "1"];
    const { code, stdout, stderr } = await callWitness(folder, [...given, ...args, ...output]);
    const own = readdirSync(join(folder, verb)).toSorted().at(-1) ?? "";
    const read = (name: string): string => readFileSync(join(folder, verb, own, name), "utf8");
    return { code, stderr, table: DocumentTable.parse(JSON.parse(stdout)), read };
  };

  test(
    "explore finds the boundary of each operation that has the axis",
    { timeout: 180_000 },
    async () => {
      const axis = ["--parts", "boundaries", "--axis", "name-longer", "--cap-body", "1KiB"];
      const { table, read, stderr } = await call("explore", ...ITEMS, ...axis, "--timeout", "5s");
      const texts = table.operations.map(({ name, texts: [first] }) => [name, first]);
      expect(Object.fromEntries(texts), stderr).toMatchObject({
        createItem: expect.stringContaining("40"),
        updateItem: expect.stringContaining("20"),
      });
      expect(table.left).toMatchObject([
        { name: "getItem", reason: expect.stringContaining("axis") },
      ]);
      for (const { folder: own, figures, runs } of table.operations) {
        const { exploration, requests } = Summary.parse(JSON.parse(read(`${own}/summary.json`)));
        expect(exploration?.axes).toHaveLength(figures["axes"] ?? 0);
        expect(runs[0]?.requests).toBe(requests?.total);
        expect(read("report.html")).toContain(`href="${own}/report.html"`);
      }
    },
  );

  test(
    "explore --states shows the machine of a resource in the row of the operation that makes it",
    { timeout: 180_000 },
    async () => {
      const some = ["--seed", "2", "--operation", "createItem,getItem,health", "--states"];
      const { table, stderr } = await call("explore", ...some, "--max-time", "10s");
      const [row] = table.operations;
      expect(row, stderr).toMatchObject({ name: "createItem", word: "found" });
      expect(row?.texts[0]).toMatch(/^\d states?: /);
      expect(row?.figures["states"]).toBeGreaterThan(0);
      const reasons = Object.fromEntries(table.left.map(({ name, reason }) => [name, reason]));
      expect(reasons["getItem"]).toContain("is that of createItem");
      expect(reasons["health"]).toContain("no state machine");
    },
  );

  test(
    "infer has a row with the rules of each operation, as its own report has them",
    { timeout: 180_000 },
    async () => {
      const some = ["--operation", "health,listItems", "--suite", "valid"];
      some.push("--write-openapi", "written.json");
      const { table, read, stderr } = await call("infer", ...some);
      expect(table.operations.map(({ name }) => name).toSorted(), stderr).toEqual([
        "health",
        "listItems",
      ]);
      for (const { folder: own, figures, word, texts } of table.operations) {
        const { inferred } = Summary.parse(JSON.parse(read(`${own}/summary.json`)));
        const sure = inferred?.parts.filter(({ state }) => state === "sure") ?? [];
        const decided = inferred?.declared?.filter(({ verdict }) => verdict !== "not decided");
        const differing = decided?.filter(({ verdict }) => verdict !== "same") ?? [];
        expect(figures).toMatchObject({
          rules: sure.length,
          keywords: decided?.length ?? 0,
          differ: differing.length,
        });
        expect(word).not.toBe("");
        // Of the written document, the row says what its test showed.
        const drawn = inferred?.contract?.drawn;
        if (drawn !== undefined)
          expect(texts.filter((each) => each.includes(`of ${drawn.sent} request`))).toHaveLength(1);
      }
      const [text = ""] = table.found;
      expect(read("report.md")).toContain(text);
      // The document has what was inferred of each operation, and the others as they were.
      const written: unknown = JSON.parse(readFileSync(join(folder, "written.json"), "utf8"));
      const noted = JSON.stringify(written).match(/"x-implemented"/g) ?? [];
      expect(noted).toHaveLength(
        table.operations.filter(({ figures }) => figures["rules"] !== 0).length,
      );
      expect(written).toMatchObject({
        paths: { "/items": { post: { operationId: "createItem" } } },
      });
    },
  );

  test(
    "infer sends each DELETE to an item of its own, and deletes all items at the end",
    { timeout: 180_000 },
    async () => {
      const paths = { ...ITEMS_DOCUMENT.paths };
      const item = { ...paths["/items/{item_id}"], delete: DELETE_ITEM };
      const document = { ...ITEMS_DOCUMENT, paths: { ...paths, "/items/{item_id}": item } };
      writeFileSync(join(folder, "deletes.json"), JSON.stringify(document));
      const deleting = await startItems({ deletes: true });
      const args = ["--openapi", "deletes.json", "--operation", "createItem,deleteItem"];
      const output = ["--json", "--output-dir", "deletes", "--seed", "1", "--suite", "valid"];
      const sent = ["infer", `items=${deleting.url}`, ...args, ...output];
      const { stdout, stderr } = await callWitness(folder, sent);
      deleting.close();
      const table = DocumentTable.parse(JSON.parse(stdout));
      const row = table.operations.find(({ name }) => name === "deleteItem");
      expect(row?.figures["rules"], stderr).toBeGreaterThan(0);
      expect(row?.runs[0]?.end).toBe("done");
      // Two values that name nothing are no evidence.
      expect(row?.texts.join()).not.toContain("path parameter item_id");
      expect(row?.texts).toContain(
        "each request deletes a resource that createItem has made for it",
      );
      const own = deleting.sent.filter(({ method, status }) => method === "DELETE" && status < 300);
      expect(new Set(own.map(({ path }) => path)).size).toBe(own.length);
      expect(own.length).toBeGreaterThan(20);
      const made = deleting.sent.filter(
        ({ method, status }) => method === "POST" && status === 201,
      );
      expect(own.length).toBe(made.length);
      expect(table.found.at(-1)).toMatch(/^deletion at the end: \/items\/\{item_id\}: /);
    },
  );

  test(
    "load has the figures of each operation, and deletes nothing",
    { timeout: 180_000 },
    async () => {
      const item = { ...ITEMS_DOCUMENT.paths["/items/{item_id}"], delete: DELETE_ITEM };
      const paths = { ...ITEMS_DOCUMENT.paths, "/items/{item_id}": item };
      writeFileSync(join(folder, "api.json"), JSON.stringify({ ...ITEMS_DOCUMENT, paths }));
      const some = ["--operation", "createItem,getItem,listItems,deleteItem"];
      const short = ["--duration", "200ms", "--warmup", "0", "--rounds", "2"];
      const { table, read, stderr } = await call("load", ...some, ...short);
      expect(table.operations.map(({ name }) => name).toSorted(), stderr).toEqual([
        "createItem",
        "getItem",
        "listItems",
      ]);
      for (const { folder: own, figures, runs } of table.operations) {
        const { load, requests } = Summary.parse(JSON.parse(read(`${own}/summary.json`)));
        expect(figures).toMatchObject({
          rate: load?.pooled?.perSecond,
          p50: load?.pooled?.latencyUs.p50,
          p99: load?.pooled?.latencyUs.p99,
          other: 0,
          none: 0,
        });
        expect(runs[0]?.requests).toBe(requests?.total);
        expect(read("report.html")).toContain(`href="${own}/report.html"`);
      }
      expect(table.left).toMatchObject([
        { name: "deleteItem", reason: "all its requests would delete one resource" },
      ]);
    },
  );

  test(
    "load --mix sends one load of several operations, in the share of their weights",
    { timeout: 180_000 },
    async () => {
      const some = ["--seed", "2", "--mix", "getItem=5,POST /items=1,listItems=2"];
      const short = ["--duration", "300ms", "--warmup", "100ms", "--rounds", "2"];
      const before = service.sent.length;
      const { table, read, stderr } = await call("load", "--quiet", ...some, ...short);
      const row = (name: string) => table.operations.find((each) => each.name === name);
      const responses = (name: string): number => row(name)?.figures["responses"] ?? 0;
      const all = table.whole?.figures ?? {};
      expect(table.operations.map(({ name }) => name).toSorted(), stderr).toEqual([
        "createItem",
        "getItem",
        "listItems",
      ]);
      const once = responses("createItem");
      // Ten connections are at different places of the order when a round ends.
      for (const [name, weight] of [
        ["getItem", 5],
        ["listItems", 2],
      ] as const)
        expect(Math.abs(responses(name) - weight * once), name).toBeLessThan(60);
      expect(all["responses"]).toBe(once + responses("getItem") + responses("listItems"));
      expect(all).toMatchObject({ "2xx": all["responses"], "4xx": 0, "5xx": 0, none: 0 });
      expect(service.sent.slice(before).filter(({ status }) => status === 404)).toEqual([]);
      expect(row("createItem")).toMatchObject({
        state: expect.stringMatching(/fine|doubt/),
        figures: { weight: 1, "2xx": once, "4xx": 0 },
      });
      for (const { folder: own, figures } of table.operations) {
        const { load } = Summary.parse(JSON.parse(read(`${own}/summary.json`)));
        expect(load?.pooled?.answered).toBe(figures["responses"]);
        expect(load?.pooled?.latencyUs.p99).toBe(figures["p99"]);
        expect(load?.pooled?.checks.find(({ name }) => name === "conservation")?.held).toBe(true);
      }
      for (const file of ["report.html", "report.md"])
        expect(read(file)).toMatch(/all together[^]*createItem|all together[^]*POST \/items/);
    },
  );

  test(
    "run --resume sends only the operations that were not sent to their end",
    { timeout: 180_000 },
    async () => {
      const some = [
        "--operation",
        "createItem,getItem,listItems",
        "--suite",
        "valid",
        "--runs",
        "5",
      ];
      const given = ["run", `items=${service.url}`, "--openapi", "api.json", ...some, "--json"];
      const first = await callWitness(folder, [...given, "--output-dir", "resumed"]);
      const own = join(folder, "resumed", readdirSync(join(folder, "resumed"))[0] ?? "");
      const record = (operation: string): string =>
        readFileSync(join(own, operation, "run.ndjson"), "utf8");
      const kept = record("createItem");
      const whole = record("listItems").split("\n");
      // As if it had been killed within its second operation.
      writeFileSync(join(own, "listItems", "run.ndjson"), whole.slice(0, 20).join("\n"));
      for (const name of ["getItem", "document.json"]) rmSync(join(own, name), { recursive: true });
      const { code, stdout, stderr } = await callWitness(folder, [...given, "--resume", own]);
      expect(code, stderr).toBe(first.code);
      const before = DocumentRun.parse(JSON.parse(first.stdout));
      const { operations, seed } = DocumentRun.parse(JSON.parse(stdout));
      expect(seed).toBe(before.seed);
      expect(operations.map(({ name, end }) => [name, end]).toSorted()).toEqual([
        ["createItem", "done"],
        ["getItem", "done"],
        ["listItems", "done"],
      ]);
      expect(record("createItem")).toBe(kept);
      const [created, again] = [before, { operations }].map((each) =>
        each.operations.find(({ name }) => name === "createItem"),
      );
      expect(again).toMatchObject({ accepts: created?.accepts, requests: created?.requests });
      const other = await callWitness(folder, ["run", ":1", ...given.slice(2), "--resume", own]);
      expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining("another target") });
    },
  );
});
