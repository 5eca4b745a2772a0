import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";

/** Only what its examples show exists on the server: customer 7, shop 3, and the team `core`. */
const DOCUMENT = `openapi: 3.0.3
info: { title: Orders, version: "1" }
paths:
  /shops/{shop}/orders:
    post:
      operationId: createOrder
      parameters:
        - { name: shop, in: path, required: true, schema: { type: integer }, example: 3 }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [customerId, code, title]
              properties:
                id: { type: integer, readOnly: true, example: 1 }
                customerId: { type: integer }
                title: { type: string }
                code: { type: string, pattern: '\\A(?i)[a-z]{3}\\-\\d{6}\\z' }
                labels: { type: object, additionalProperties: { type: string } }
            example: { id: 9, customerId: 7, labels: { team: core } }
      responses:
        "201": { description: made }
        "422": { description: refused }
`;

type Order = { id?: number; customerId: number; code: string; labels?: { team?: string } };
const accepts = (path: string, { id, customerId, code, labels }: Order): boolean =>
  path === "/shops/3/orders" &&
  id === undefined &&
  customerId === 7 &&
  /^[a-z]{3}-\d{6}$/i.test(code) &&
  (labels?.team ?? "core") === "core";

const bodies = new Set<string>();
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const body = Buffer.concat(parts).toString("utf8");
    bodies.add(body);
    let isAccepted = false;
    try {
      isAccepted = accepts(request.url ?? "", JSON.parse(body) as Order);
    } catch {
      // A body that is not an order is refused.
    }
    response.writeHead(isAccepted ? 201 : 422).end();
  });
});

const folder = mkdtempSync(join(tmpdir(), "witness-examples-"));
beforeAll(async () => {
  writeFileSync(join(folder, "api.yaml"), DOCUMENT);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test("a server that has what the document's examples show accepts every request of these", async () => {
  const { port } = server.address() as AddressInfo;
  const { code, stdout, stderr } = await callWitness(folder, [
    "run",
    `http://127.0.0.1:${port}`,
    "--openapi",
    "api.yaml",
    "--suite",
    "valid",
    // They have further values, which the server does not know.
    "--exclude",
    "valid/combination-*",
    "--no-load",
    "--runs",
    "0",
    "--repeats",
    "1",
    "--seed",
    "1",
    "--output-dir",
    join(folder, "run"),
  ]);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("not expressed")]);
  expect(stdout).not.toContain("422");
  // Each request has another identity, and all have the customer of the example.
  const orders = [...bodies].map((body) => JSON.parse(body) as Order & { title: string });
  expect(new Set(orders.map(({ customerId }) => customerId))).toEqual(new Set([7]));
  // One is sent twice, to find out whether it has to be unique.
  expect(new Set(orders.map(({ title }) => title)).size).toBe(orders.length - 1);
});
