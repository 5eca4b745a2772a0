import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runShop } from "../../test/cli/run-shop.ts";
import { callWitness } from "../../test/cli/witness.ts";
import { SHOP_TOKEN } from "../../test/servers/shop.ts";
import { type DocumentRun, type ResourceSequence, resultWord } from "../model/index.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-sequences-"));
afterAll(() => rmSync(folder, { recursive: true }));

const stepsOf = ({ sequences = [] }: DocumentRun, kind: ResourceSequence["kind"]): string =>
  sequences
    .filter((each) => each.kind === kind)
    .flatMap(({ steps }) => steps.map(({ does, result }) => `${does} ${resultWord(result)}`))
    .join(", ");

describe("sequences on one resource", () => {
  let run: Awaited<ReturnType<typeof runShop>>;
  beforeAll(async () => {
    run = await runShop(folder, undefined, "--grep", "^valid/plain$");
  }, 300_000);

  test("create, read, update, read, delete, read, delete; and a list with and without it", () => {
    const { document, code } = run;
    expect(code).toBe(0);
    expect(stepsOf(document, "life")).toBe(
      "create 201, read 200, update 200, read 200, delete 204, read 404, delete 404",
    );
    expect(stepsOf(document, "list")).toBe("create 201, list 200, delete 204, list 200");
    expect(stepsOf(document, "update after delete")).toBe("create 201, delete 204, update 404");
    expect(stepsOf(document, "delete by others")).toBe("create 201, delete 401, delete 401");
    const lists = document.sequences?.flatMap(({ steps }) =>
      steps.flatMap(({ list }) => list ?? []),
    );
    expect(lists?.map(({ has }) => has)).toEqual([true, false]);
    const values = document.sequences?.map(({ value }) => value);
    expect(new Set(values).size).toBe(4);
  });

  test("deletes at the end what it has made, and keeps it on demand", async () => {
    expect(run.document.deleted).toHaveLength(1);
    const [{ resource, made, results } = { made: 0 }] = run.document.deleted ?? [];
    expect(resource).toBe("/items/{item_id}");
    const counts = Object.fromEntries(results ?? []);
    expect((counts["204"] ?? 0) + (counts["404"] ?? 0)).toBe(made);
    // Three resources of the sequences are gone by then, and those that the operation has deleted.
    expect(counts["404"]).toBeGreaterThan(4);
    const kept = await runShop(folder, undefined, "--grep", "^valid/plain$", "--keep-resources");
    expect(kept.document.deleted).toBeUndefined();
  }, 300_000);

  test("has a command for each step, without the credentials", () => {
    const commands = run.document.sequences?.flatMap(({ steps }) => steps.map(({ curl }) => curl));
    expect(commands).toHaveLength(17);
    for (const command of commands ?? []) {
      expect(command).toMatch(/^curl .* -X '(GET|POST|PUT|DELETE)' /);
      expect(command).not.toContain(SHOP_TOKEN);
    }
  });

  test("says which documented responses were never seen, and why", () => {
    const { coverage } = run.document.operations.find(({ name }) => name === "getItem") ?? {};
    const mediaType = "application/json";
    const unseen = "its suite was not sent to this operation";
    expect(coverage).toEqual([
      { status: "200", mediaType },
      { status: "400", mediaType, unseen },
      // Only the sequences have got it.
      { status: "404", mediaType },
    ]);
  });

  test("is rendered again from the record", async () => {
    const [name = ""] = readdirSync(join(folder, "reports")).toSorted().slice(-1);
    const path = join(folder, "reports", name);
    const files = ["document.json", "report.html", "report.md"];
    const read = () => files.map((file) => readFileSync(join(path, file), "utf8"));
    const before = read();
    expect(before[1]).toContain("create 201, read 200, update 200");
    expect(before[2]).toContain("create 201, read 200, update 200");
    for (const file of files.slice(1)) rmSync(join(path, file));
    const { code, stdout } = await callWitness(folder, ["report", path], { COLUMNS: "80" });
    expect(code).toBe(0);
    expect(stdout).toContain("create 201, list 200 has it");
    expect(stdout).toMatch(/^seen +\d+ of 21 documented responses$/m);
    expect(before[1]).toContain("Coverage");
    expect(before[2]).toMatch(
      /, \w+ and 2 more \| 400 application.json.* \| its suite was not sent/,
    );
    expect(read()).toEqual(before);
  });
});
