import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";
import { DocumentRun } from "../model/index.ts";
import { jsonReply, listening, sendReply } from "../servers/json-server.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-misfit-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DOCUMENT = `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets:
    post: { operationId: createPet, responses: { "200": { description: made } } }
  /pets/{petId}:
    get:
      operationId: getPet
      parameters: [{ name: petId, in: path, required: true, schema: { type: integer, minimum: 1 } }]
      responses: { "200": { description: found } }
`;

test("an id that breaks its own schema is named, and is not said to be missing", async () => {
  // As a mock that makes up the smallest integer.
  const server = await listening(
    createServer((_, response) => sendReply(response, jsonReply(200, { id: 0 }))),
  );
  writeFileSync(join(folder, "pets.yaml"), DOCUMENT);
  const args = `run ${server.url} --openapi pets.yaml --operation createPet,getPet --suite valid --runs 1 --json`;
  const { stdout } = await callWitness(folder, args.split(" "));
  await server.close();
  const { operations } = DocumentRun.parse(JSON.parse(stdout));
  expect(operations.find(({ name }) => name === "getPet")?.notes).toEqual([
    "petId 0 of createPet does not fit what the document states of it",
  ]);
});
