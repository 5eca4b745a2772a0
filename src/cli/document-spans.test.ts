import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";
import { jsonReply, listening, sendReply } from "../servers/json-server.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-spans-"));
afterAll(() => rmSync(folder, { recursive: true }));

const MOMENT = "{ type: string, format: date-time }";
const DAY = "{ type: string, format: date }";
const DOCUMENT = `openapi: 3.1.0
info: { title: Stays, version: "1" }
paths:
  /stays:
    post:
      operationId: createStay
      parameters:
        - { name: since, in: query, required: true, schema: ${DAY} }
        - { name: until, in: query, required: true, schema: ${DAY} }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [endsAt, startsAt, valid_from, valid_to, created, expires, guest, labels]
              properties:
                id: { type: string }
                labels: { type: array, minItems: 1, items: { type: object, required: [name, value], properties: { name: { type: string }, value: { type: string } } } }
                endsAt: ${MOMENT}
                startsAt: ${MOMENT}
                valid_from: ${DAY}
                valid_to: ${DAY}
                created: ${MOMENT}
                expires: ${MOMENT}
                guest: { type: string, minLength: 1, maxLength: 40 }
      responses: { "201": { description: made }, "400": { description: no }, "404": { description: none } }
`;

const isOrdered = (start: unknown, end: unknown): boolean =>
  Date.parse(String(start)) < Date.parse(String(end)) && Date.parse(String(end)) > Date.now();

const isMoment = (value: unknown): boolean =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d.*)?$/.test(value) &&
  !Number.isNaN(Date.parse(value));

function bodyOf(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const firstName = ({ labels }: Record<string, unknown>): unknown =>
  Array.isArray(labels) ? (labels[0] as { name?: unknown } | null)?.name : undefined;

test("every valid request has its moments in order, with the end in the future, and no made-up id", async () => {
  let plain = 0;
  let [made, reversed] = [0, 0];
  const server = await listening(
    createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? "", "http://a");
      let text = "";
      request.on("data", (chunk) => (text += String(chunk)));
      request.on("end", () => {
        const body = bodyOf(text);
        const pairs = [
          [body["startsAt"], body["endsAt"]],
          [body["valid_from"], body["valid_to"]],
          [body["created"], body["expires"]],
          [searchParams.get("since"), searchParams.get("until")],
        ];
        const isRead = pairs.flat().every(isMoment);
        const isSent = isRead && pairs.every(([start, end]) => isOrdered(start, end));
        if (isRead && !isSent) reversed += 1;
        if (isSent) made += 1;
        if (/^[a-z]\w*$/i.test(String(firstName(body)))) plain += 1;
        sendReply(response, jsonReply("id" in body ? 404 : isSent ? 201 : 400, {}));
      });
    }),
  );
  writeFileSync(join(folder, "stays.yaml"), DOCUMENT);
  const args = `run ${server.url} --openapi stays.yaml --operation createStay --suite valid --runs 30 --no-load`;
  const { stdout, code } = await callWitness(folder, args.split(" "));
  await server.close();
  expect([code, stdout.includes("valid input refused")], stdout).toEqual([0, false]);
  expect(made).toBeGreaterThan(100);
  expect(plain).toBeGreaterThan(100);
  // What looks for the borders of the moments themselves does not keep the order.
  expect(reversed).toBeLessThan(60);
});
