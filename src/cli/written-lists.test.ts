import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";
import { jsonReply, listening, sendReply, withBody } from "../servers/json-server.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-lists-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DOCUMENT = `openapi: 3.1.0
info: { title: Tickets, version: "1" }
paths:
  /tickets:
    post:
      operationId: createTicket
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [labels]
              properties:
                labels: { type: array, uniqueItems: true, maxItems: 4, items: { type: string, maxLength: 12 } }
      responses: { "201": { description: made }, "400": { description: no } }
`;

/** As Ajv converts types: null is read as the empty text, and then no two items may be equal. */
function isTaken(text: string, isNullOther: boolean): boolean {
  let labels: unknown;
  try {
    ({ labels } = Object(JSON.parse(text)) as { labels?: unknown });
  } catch {
    return false;
  }
  if (!Array.isArray(labels) || labels.length > 4) return false;
  const read = labels.map((label: unknown) => (label === null && !isNullOther ? "" : label));
  const areTexts = read.every(
    (label) => label === null || (typeof label === "string" && [...label].length <= 12),
  );
  return areTexts && new Set(read).size === read.length;
}

test.each([
  ["read as the empty text: it is not written, with the list that was refused", false],
  ["a value of its own: it is written", true],
])("null in a list of different items, %s", async (_, isNullOther) => {
  const server = await listening(
    createServer((request, response) =>
      withBody(request, 1_000_000, (body) =>
        sendReply(response, jsonReply(isTaken(String(body), isNullOther) ? 201 : 400, {})),
      ),
    ),
  );
  writeFileSync(join(folder, "tickets.yaml"), DOCUMENT);
  const args = `infer ${server.url} --openapi tickets.yaml --operation createTicket --suite valid,field-labels-item --write-openapi out.yaml`;
  const { stdout } = await callWitness(folder, args.split(" "));
  await server.close();
  const written = readFileSync(join(folder, "out.yaml"), "utf8");
  expect(/type: *(?:\[[^\]]*|\n *- string\n *- *"?)null/.test(written), written).toBe(isNullOther);
  expect(stdout.includes('[null,""]'), stdout).toBe(!isNullOther);
});
