import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";
import { type ItemsService, ITEMS_DOCUMENT, startItems } from "../../test/servers/items-service.ts";
import { Comparison, DocumentTable } from "../model/index.ts";

const FEW = "--profile safe --runs 1 --repeats 1 --seed 1 --grep".split(" ");
const GREP = "^(valid/|field-name/bound-max|field-path-item-id/pow-10-3)";

describe("compare with a whole document", () => {
  const folder = mkdtempSync(join(tmpdir(), "witness-compare-document-"));
  let old: ItemsService;
  let next: ItemsService;
  let run: { code: number; stdout: string; stderr: string };
  let table: DocumentTable;
  beforeAll(async () => {
    writeFileSync(join(folder, "api.json"), JSON.stringify(ITEMS_DOCUMENT));
    // Planted: the new service refuses names of more than 20 characters in an update, and has other ids.
    [old, next] = await Promise.all([startItems(), startItems({ firstId: 70_000, longest: 20 })]);
    // The first id of the old one, 10^3, is a value that cases of item_id send.
    const targets = [`old=${old.url}`, `new=${next.url}`];
    const args = ["compare", ...targets, "--openapi", "api.json", ...FEW, GREP, "--json"];
    run = await callWitness(folder, args);
    table = DocumentTable.parse(JSON.parse(run.stdout));
  }, 60_000);
  afterAll(() => {
    old.close();
    next.close();
    rmSync(folder, { recursive: true });
  });

  const row = (name: string) => table.operations.find((each) => each.name === name);

  test("says first how many valid requests will fail, and in how many operations", () => {
    const [first = "", last] = table.found;
    expect(last).toBe("compare deletes nothing: what createItem made is kept");
    const [accepted, fail] = ["accepted", "fail"].map((key) =>
      table.operations.reduce((sum, { figures }) => sum + (figures[key] ?? 0), 0),
    );
    expect(first).toBe(
      `${fail} of your ${accepted} valid requests that old accepts will fail with new, in 1 of 5 operations`,
    );
    expect(fail).toBe(row("updateItem")?.figures["fail"]);
  });

  test("finds the planted difference, and puts it first", () => {
    expect(table.operations[0]?.name).toBe("updateItem");
    expect(row("updateItem")).toMatchObject({ state: "alert", word: "will fail" });
    expect(row("updateItem")?.texts[0]).toMatch(/^fail: field-name\/bound-max\S* 200 → 400/);
  });

  test("accuses nothing else: ids differ, and only one store has the item of another id", () => {
    const others = table.operations.filter(({ name }) => name !== "updateItem");
    expect(others.map(({ name, word }) => `${name} ${word}`).toSorted()).toEqual([
      "createItem same",
      "getItem same",
      "health same",
      "listItems same",
    ]);
    // 10^3 is the id of an item of the old service.
    const about1000 = old.sent.filter(({ path }) => path === "/items/1000");
    expect(about1000.map(({ status }) => status)).toContain(200);
    expect(row("getItem")?.figures).toMatchObject({ fail: 0, differ: 0 });
  });

  test("sends a value of its own to each target", () => {
    const values = row("getItem")?.runs.map(({ target, values: [first] }) => [target, first]);
    expect(values).toMatchObject([
      [
        "old",
        { parameter: "item_id", value: expect.stringMatching(/^1\d{3}$/), from: "createItem" },
      ],
      [
        "new",
        { parameter: "item_id", value: expect.stringMatching(/^7\d{4}$/), from: "createItem" },
      ],
    ]);
  });

  test("does not compare an operation without a value for its path, and says why", () => {
    expect(table.left).toMatchObject([
      {
        name: "getOrphan",
        reason: expect.stringMatching(/^no value for orphan_id: no producer of orphan_id/),
      },
    ]);
    expect(old.sent.filter(({ path }) => path.startsWith("/orphans"))).toEqual([]);
  });

  test("has the same figures in page, Markdown, JSON and the comparison of the operation", () => {
    const [path = ""] = readdirSync(join(folder, "reports"));
    const read = (name: string): string =>
      readFileSync(join(folder, "reports", path, name), "utf8");
    expect(JSON.parse(read("document.json"))).toEqual(table);
    const [first = ""] = table.found;
    expect(read("report.html")).toContain(first);
    expect(read("report.md")).toContain(first);
    const of = row("updateItem");
    const comparison = Comparison.parse(JSON.parse(read(`${of?.folder}/comparison.json`)));
    expect(comparison.behaviour).toMatchObject({
      compared: of?.figures["compared"],
      depths: { class: { differ: of?.figures["differ"] } },
    });
    expect(read("report.html")).toContain(`href="${of?.folder}/report.html"`);
  });

  test("refuses what is for one operation", async () => {
    const targets = [`old=${old.url}`, `new=${next.url}`];
    const args = ["compare", ...targets, "--openapi", "api.json", "--infer"];
    const { code, stderr } = await callWitness(folder, args);
    expect(code).toBe(2);
    expect(stderr).toContain("--infer is for one operation of a document");
  });
});
