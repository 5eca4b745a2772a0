import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";
import { shop, SHOP_DOCUMENT, SHOP_TOKEN, type ShopDefect } from "../../test/servers/shop.ts";
import { DocumentBaseline, GateResult } from "../model/index.ts";

const FEW = "--profile safe --suite valid,field-size --runs 1 --repeats 1 --timeout 10s --seed 1";
const OPERATIONS = ["--openapi", "shop.json", "--bearer-from", "API_TOKEN"];
const ITEMS = ["--operation", "createItem,listItems,getItem,updateItem,deleteItem"];

describe("a gate of a whole document", () => {
  const folder = mkdtempSync(join(tmpdir(), "witness-document-gate-"));
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  beforeAll(() => writeFileSync(join(folder, "shop.json"), JSON.stringify(SHOP_DOCUMENT)));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A command at a shop of its own. */
  async function at(defect: ShopDefect | undefined, verb: string[], ...more: string[]) {
    const server = shop(defect);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `shop=http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const args = [...verb, url, ...OPERATIONS, ...more];
      return await callWitness(folder, args, { API_TOKEN: SHOP_TOKEN });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }
  const gate = async (defect: ShopDefect | undefined, ...more: string[]) => {
    const few = [...FEW.split(" "), ...ITEMS, "--reporter", "junit", "--json"];
    const { code, stdout, stderr } = await at(defect, ["gate"], ...few, ...more);
    return { code, stderr, result: GateResult.parse(JSON.parse(stdout)) };
  };
  const failing = ({ judgements }: GateResult): string[] =>
    judgements.flatMap(({ target, rule, verdict }) =>
      verdict === "fail" ? `${target} ${rule}` : [],
    );

  test(
    "run --gate judges all operations, and has their exit code without a change",
    { timeout: 120_000 },
    async () => {
      const few = [...FEW.split(" "), "--grep", "^valid/plain$", "--gate"];
      const operations = ["--operation", "createItem,getItem"];
      const wrong = await at("undocumented status", ["run"], ...few, ...operations);
      expect([wrong.code, wrong.stdout]).toEqual([
        1,
        expect.stringContaining("1 of 2 operations of shop passed · 1 failed"),
      ]);
      const right = await at(undefined, ["run"], ...few, ...operations);
      expect([right.code, right.stdout]).toEqual([0, expect.stringContaining("2 operations")]);
    },
  );

  test(
    "a baseline of all operations is learned, and a gate says which operation changed",
    { timeout: 300_000 },
    async () => {
      const few = FEW.replace("--runs 1 ", "").split(" ");
      const learned = await at(undefined, ["baseline", "learn"], ...few, ...ITEMS, "--runs", "2");
      expect(learned.code, learned.stderr).toBe(0);
      const baseline = DocumentBaseline.parse(JSON.parse(read("witness.baseline.json")));
      expect(Object.keys(baseline.operations)).toEqual([
        "createItem",
        "deleteItem",
        "getItem",
        "listItems",
        "updateItem",
      ]);
      expect(baseline.sequences["/items/{item_id} life"]).toEqual([
        "create 201, read 200, update 200, read 200, delete 204, read 404, delete 404",
      ]);

      const judged = ["--baseline", "witness.baseline.json"];
      const same = await gate(undefined, ...judged);
      expect(failing(same.result), same.stderr).toEqual([]);
      expect(same).toMatchObject({ code: 0, result: { verdict: "pass" } });
      expect(same.result.targets).toHaveLength(5);
      expect(read("reports/junit.xml")).toContain('name="updateItem baseline"');

      const changed = await gate("invalid input accepted", ...judged);
      expect(changed.code).toBe(1);
      const [cause] = changed.result.causes ?? [];
      expect(failing(changed.result)).toContain(`${cause?.target} baseline.cases`);
      expect(read("reports/gate.html")).toContain(cause?.target);

      const kept = await gate("used after delete", ...judged);
      expect(failing(kept.result)).toContain("shop baseline.sequences");

      const update = ["baseline", "update", kept.result.document?.run ?? "", "--json"];
      const wrong = await callWitness(folder, [...update, "--accept", "no/*", "--reason", "new"]);
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("no difference")]);
      const updated = await callWitness(folder, update);
      expect(updated.code, updated.stderr).toBe(0);
      expect(updated.stdout).toContain("/items/{item_id} life");
      const again = await gate("used after delete", ...judged);
      expect(failing(again.result)).toEqual([]);
    },
  );

  test(
    "the document alone fails it, and a check only if the policy has it",
    { timeout: 180_000 },
    async () => {
      const broken = await gate("response schema");
      expect(broken.code).toBe(1);
      expect(failing(broken.result).some((each) => each.endsWith(" stated"))).toBe(true);
      expect((await gate("used after delete")).code).toBe(0);
      const policy = {
        checks: ["used after delete"],
        behaviour: { "field-size": { never: "5xx" } },
      };
      writeFileSync(join(folder, "witness.config.json"), JSON.stringify({ policy }));
      const ruled = await gate("used after delete");
      expect(failing(ruled.result), ruled.stderr).toEqual(["shop policy.checks[0]"]);
      // getItem has no field named size: the rule is judged by the other operations.
      const own = ruled.result.judgements.filter(({ rule }) => rule.includes("field-size"));
      expect(new Set(own.map(({ verdict }) => verdict))).toEqual(new Set(["pass", "skipped"]));
    },
  );
});
