import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-interface-file-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const IMPORT = 'import { defineInterface, number, text } from "api-witness";\n';

describe("an interface file that cannot be used ends with exit 2 and says what to write", () => {
  test.each<[what: string, source: string | undefined, said: string[]]>([
    ["is not there", undefined, ["no interface file at FILE"]],
    ["throws", 'throw new Error("no orders today");', ["FILE cannot be loaded: no orders today"]],
    ["is not a module", "export default {", ["FILE cannot be loaded: "]],
    [
      "exports nothing",
      "export const orders = {};",
      [
        "FILE does not export an interface: it has no default export, or one of another type",
        "export default defineInterface(",
      ],
    ],
    [
      "exports a text",
      'export default "orders";',
      ["FILE does not export an interface: its default export is a string"],
    ],
    [
      "exports what defineInterface takes",
      'export default { path: "/v1/orders", fields: {} };',
      ["FILE does not export an interface: its default export is not made by defineInterface"],
    ],
    [
      "exports plain data with an unknown kind within",
      `export default { name: "a", method: "POST", path: "/", clauses: [],
        body: { kind: "object", fields: [{ name: "zip", type: { kind: "zip-code" } }] } };`,
      ["FILE does not export an interface", "body.fields[0].type"],
    ],
    [
      "has a path without a slash",
      `${IMPORT}export default defineInterface({ path: "v1/orders" });`,
      ['FILE: the interface is not valid: path: must begin with /; write "/v1/orders"'],
    ],
    [
      "has bounds that leave nothing, within",
      `${IMPORT}export default defineInterface({ path: "/", fields: { amount: number({ min: 5, max: 1 }) } });`,
      ["FILE: the interface is not valid: fields.amount: the bounds leave no number"],
    ],
    [
      "names a part of the path that is not described",
      `${IMPORT}export default defineInterface({ path: "/v1/{shopId}" });`,
      ["{shopId} is not described; write parameters: { shopId: text() }"],
    ],
  ])("one that %s", async (what, source, said) => {
    const file = `${what.replaceAll(/\W+/g, "-")}.ts`;
    if (source !== undefined) writeFileSync(join(folder, file), source);
    for (const args of [
      ["suites", "--interface", file],
      ["run", ":1", "--interface", file],
    ]) {
      const { code, stdout, stderr } = await callWitness(folder, args);
      expect([code, stdout]).toEqual([2, ""]);
      for (const part of said) expect(stderr).toContain(part.replace("FILE", file));
      expect(stderr).not.toMatch(/^\s+at /m);
    }
  });
});

test.each([
  [
    "a document where a module is wanted",
    ["--interface", "api.yaml"],
    ["api.yaml is not a module", "--openapi reads an OpenAPI document"],
  ],
  [
    "a module where a document is wanted",
    ["--openapi", "orders.ts"],
    ["orders.ts is not an OpenAPI document", "--interface reads a module"],
  ],
  ["a folder where a document is wanted", ["--openapi", "."], ["is a folder"]],
])("%s: exit code 2, and the option that reads it", async (_, args, said) => {
  writeFileSync(join(folder, "api.yaml"), "openapi: 3.1.0");
  writeFileSync(
    join(folder, "orders.ts"),
    'import { text } from "api-witness";\nexport default {\n  a: "b",',
  );
  const { code, stderr } = await callWitness(folder, ["suites", ...args]);
  expect(code).toBe(2);
  for (const each of said) expect(stderr).toContain(each);
});
