import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { jsonReply, listening, type Listening, sendReply } from "../servers/json-server.ts";
import { callWitness } from "../../test/cli/witness.ts";

/** A server of items that does what is asked with any method, and keeps a list of it. */
const seen = new Map<string, number>();
const items = new Map<string, object>();
let server: Listening;
let folder: string;

const document = {
  openapi: "3.1.0",
  info: { title: "items", version: "1" },
  paths: {
    "/items/{id}": Object.fromEntries(
      ["get", "put", "delete"].map((method) => [
        method,
        {
          operationId: `${method}Item`,
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 },
          ],
          ...(method === "put" && {
            requestBody: {
              required: true,
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    required: ["name"],
                    properties: { name: { type: "string" } },
                  },
                },
              },
            },
          }),
          responses: { "200": { description: "done" }, "404": { description: "none" } },
        },
      ]),
    ),
  },
};

/** Method and path as a server reads them that heeds overrides. */
function operationOf({ method = "", url = "", headers }: IncomingMessage): string {
  const target = new URL(url.startsWith("/") ? `http://x${url}` : url, "http://x");
  const named = headers["x-http-method-override"] ?? headers["x-http-method"];
  const override = named ?? headers["x-method-override"] ?? target.searchParams.get("_method");
  return `${override?.toString() ?? method} ${decodeURIComponent(target.pathname)}`;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-safe-"));
  writeFileSync(join(folder, "api.json"), JSON.stringify(document));
  const http = createServer((request, response) => {
    request.resume().on("end", () => {
      let operation = "?";
      try {
        operation = operationOf(request);
      } catch {
        return sendReply(response, jsonReply(400, {}));
      }
      seen.set(operation, (seen.get(operation) ?? 0) + 1);
      const [method = "", path = ""] = operation.split(" ");
      if (method === "DELETE") items.delete(path);
      const found = items.get(path);
      return sendReply(response, jsonReply(found === undefined ? 404 : 200, found ?? {}));
    });
  });
  server = await listening(http);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  seen.clear();
  items.set("/items/7", { id: 7 }).set("/items/8", { id: 8 });
});

const common = ["--seed", "1", "--output-dir", "out", "--quiet", "--openapi", "api.json"];

test.each([
  ["run", "--no-load"],
  ["gate", "--no-load", "--runs", "0", "--suite", "valid,methods,target-forms,field-path-id"],
  ["explore", "--max-requests", "1500"],
  ["infer"],
])("%s with the profile safe only reads what getItem reads", async (verb, ...more) => {
  const { code, stderr } = await callWitness(folder, [
    verb,
    `app=${server.url}`,
    ...more,
    "--profile",
    "safe",
    "--operation",
    "getItem",
    ...common,
  ]);
  expect(code, stderr).toBeLessThan(2);
  expect([...seen.keys()].filter((each) => !each.startsWith("GET "))).toEqual([]);
  expect(items.size).toBe(2);
  expect(seen.size).toBeGreaterThan(5);
});

test.each(["putItem", "deleteItem"])(
  "%s changes only the item of the example",
  async (operation) => {
    for (const verb of [["run", "--no-load"], ["explore", "--max-requests", "500"], ["infer"]]) {
      await callWitness(folder, [
        ...verb,
        `app=${server.url}`,
        "--profile",
        "safe",
        "--operation",
        operation,
        ...common,
      ]);
      expect([...seen.keys()]).toEqual([`${operation.replace("Item", "").toUpperCase()} /items/7`]);
    }
  },
);

test("compare --profile safe sends no other method either", async () => {
  const port = new URL(server.url).port satisfies string as unknown as AddressInfo["port"];
  await callWitness(folder, [
    "compare",
    `a=http://127.0.0.1:${port}`,
    `b=http://localhost:${port}`,
    "--profile",
    "safe",
    "--no-load",
    "--operation",
    "getItem",
    ...common,
  ]);
  expect([...seen.keys()].filter((each) => !each.startsWith("GET "))).toEqual([]);
});

test("the default profile spares the item of the example, and says what else it sends", async () => {
  const { stderr } = await callWitness(folder, [
    "run",
    `app=${server.url}`,
    "--no-load",
    "--runs",
    "0",
    "--suite",
    "valid,methods,repetition",
    "--operation",
    "getItem",
    ...common.filter((each) => each !== "--quiet"),
  ]);
  expect(items.size).toBe(2);
  expect([...seen.keys()].some((each) => each.startsWith("DELETE /items/"))).toBe(true);
  expect(stderr.replace(/\s+/g, " ")).toContain(
    "also sends DELETE, PATCH, POST, and PUT to /items/{id} with made-up values (--profile safe does not)",
  );
});
