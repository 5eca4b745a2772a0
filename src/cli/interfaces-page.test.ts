import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as builders from "../index.ts";
import { statableOf } from "../kinds/index.ts";
import type { Listening } from "../servers/json-server.ts";
import { startOrders } from "../../test/servers/planted-order/order-server.ts";
import { REPOSITORY } from "../../test/cli/ci-script.ts";
import { callWitness } from "../../test/cli/witness.ts";

const PAGE = readFileSync(join(REPOSITORY, "docs/interfaces.md"), "utf8");
const FILES = [...PAGE.matchAll(/```ts\n\/\/ (\S+)\n([^]*?)```/g)];
const COMMANDS = [...PAGE.matchAll(/^npx api-witness (.*)$/gm)].map(([, command = ""]) => command);

let folder: string;
let server: Listening;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-interfaces-"));
  server = await startOrders({});
  for (const [, name = "", source = ""] of FILES) writeFileSync(join(folder, name), source);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the page on interfaces", () => {
  test("has five commands, and an endpoint in 30 lines", () => {
    expect(COMMANDS).toHaveLength(5);
    expect(FILES.map(([, name, source = ""]) => [name, source.split("\n").length <= 30])).toEqual([
      ["orders.ts", true],
      ["order-list.ts", true],
    ]);
  });

  test.each(COMMANDS)("npx api-witness %s", async (command) => {
    const sends = /^(run|explore)/.test(command) && !command.includes("--dry-run");
    const args = command.replace(":3000", server.url).split(" ");
    if (sends) args.push("--quiet", "--output-dir", "runs");
    const { code, stdout, stderr } = await callWitness(folder, args);
    expect([code, stdout === ""], stderr).toEqual([0, false]);
  });

  test("lists every kind with all of its options", () => {
    const rows = [...PAGE.matchAll(/^\| `(\w+)` +\| ([\w-]+) +\|[^|]*\| ?(.*?) *\|$/gm)];
    const told = rows.map(([, name = "", kind = "", options = ""]) => {
      expect(builders).toHaveProperty(name);
      return [kind, options.match(/\w+/g) ?? []];
    });
    const known = told.map(([kind]) => [
      kind,
      // `.nullable()` makes a field nullable; the others are read from a document.
      (statableOf(String(kind)) ?? []).filter(
        (each) =>
          !["nullable", "default", "alternatives", "format", "isName", "span"].includes(each),
      ),
    ]);
    expect(told).toEqual(known);
    expect(told).toHaveLength(13);
  });
});
