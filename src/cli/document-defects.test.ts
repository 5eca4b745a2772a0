import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runShop } from "../../test/cli/run-shop.ts";
import type { ShopDefect } from "../../test/servers/shop.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-defects-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Enough cases to meet each defect. */
const CASES =
  "^(valid/plain$|credentials/given-|malformed-json/(empty|word)|field-|fields/[a-z-]*$)";

const ITEMS = "*/items*";

/** Each defect of the shop with what has to be found, and nothing else; the operations that show it. */
const ROWS: [defect: ShopDefect | undefined, operations: string, cases: string, found: string[]][] =
  [
    [undefined, ITEMS, CASES, []],
    [undefined, "search,getAccount", CASES, []],
    [
      "undocumented status",
      "createItem,getItem",
      "^valid/plain$",
      ["undocumented status of getItem"],
    ],
    [
      "undocumented media type",
      "createItem,getItem",
      "^valid/plain$",
      ["undocumented media type of getItem"],
    ],
    ["response schema", "createItem,getItem", "^valid/plain$", ["response schema of getItem"]],
    ["missing header", "createItem,", "^valid/plain$", ["missing response header of createItem"]],
    [
      "5xx on valid input",
      "createItem,getItem",
      "^valid/plain$",
      ["undocumented status of getItem", "server error on valid input of getItem"],
    ],
    ["5xx on invalid input", "createItem,", CASES, ["server error on invalid input of createItem"]],
    ["invalid input accepted", "createItem,", CASES, ["invalid input accepted of createItem"]],
    ["valid input refused", "createItem,", CASES, ["valid input refused of createItem"]],
    ["undocumented refusal", "createItem,", CASES, ["undocumented refusal of createItem"]],
    ["stated input refused", "search,", CASES, ["valid input refused of search"]],
    [
      "undocumented method",
      "createItem,getItem",
      "^valid/plain$",
      ["undocumented method answered of getItem"],
    ],
    ["parameter not required", "search,", CASES, ["parameter not required of search"]],
    ["header not required", "search,", CASES, ["parameter not required of search"]],
    ["security ignored", "getAccount,", CASES, ["security ignored of getAccount"]],
    [
      "used after delete",
      "createItem,getItem,deleteItem",
      "^valid/plain$",
      ["used after delete of getItem"],
    ],
    [
      "updated after delete",
      "createItem,updateItem,deleteItem",
      "^valid/plain$",
      ["used after delete of updateItem"],
    ],
    [
      "deleted by others",
      "createItem,deleteItem",
      "^valid/plain$",
      ["security ignored of deleteItem"],
    ],
    [
      "not there after create",
      "createItem,getItem",
      "^valid/plain$",
      ["not available after create of getItem"],
    ],
    [
      "not in the list",
      "createItem,getItem,listItems",
      "^valid/plain$",
      ["list without it of listItems"],
    ],
  ];

describe("checks by name", () => {
  test.each(ROWS)(
    "%s of %s",
    async (defect, operations, cases, found) => {
      const { document, code } = await runShop(
        folder,
        defect,
        "--grep",
        cases,
        "--operation",
        operations,
        // No method is sent that the operation does not have.
        ...(defect === "undocumented method" ? ["--profile", "default"] : []),
      );
      const names = document.checks?.map(({ check, operation }) => `${check} of ${operation}`);
      expect([...new Set(names)], JSON.stringify(document.checks)).toEqual(found);
      const declared = document.operations.flatMap((row) => row.declared ?? []);
      const isLimit = declared.some(
        ({ part, keyword, declared: at, verdict }) =>
          [part, keyword, at, verdict].join(" ") === "size maximum 100 wider",
      );
      expect(isLimit, JSON.stringify(declared)).toBe(defect === "invalid input accepted");
      const isStated = document.checks?.some(({ source }) => source === "stated") ?? false;
      // Only what is stated fails: 4 is for an operation without a success.
      expect(code === 1, String(code)).toBe(isStated);
    },
    300_000,
  );
});
