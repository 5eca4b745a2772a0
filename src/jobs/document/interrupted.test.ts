import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDocument } from "../../openapi/index.ts";
import { defaultOptions } from "../../options/index.ts";
import { listening } from "../../servers/json-server.ts";
import { inferDocument } from "./infer-document.ts";
import { documentJob } from "./send-document.ts";

const ok = { description: "ok" };
const content = {
  "application/json": { schema: { type: "object", properties: { name: { type: "string" } } } },
};
const document = {
  openapi: "3.1.0",
  info: { title: "Items", version: "1" },
  paths: {
    "/items": { post: { requestBody: { content }, responses: { 201: ok } } },
    "/items/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { 200: ok } },
      delete: { responses: { 204: ok } },
    },
  },
};

/** The values of the path are looked for before the operation's own run begins. */
test.each(["run", "infer"] as const)(
  "a signal before the run of an operation ends %s",
  async (verb) => {
    const folder = mkdtempSync(join(tmpdir(), "witness-interrupted-"));
    writeFileSync(join(folder, "api.json"), JSON.stringify(document));
    const stop = new AbortController();
    const server = await listening(createServer(() => stop.abort()));
    const target = { name: "items", baseUrl: server.url };
    const whole = { name: "api.json", operations: readDocument(join(folder, "api.json")) };
    const control = { signal: stop.signal, events: {} };
    const operation = "GET /items/{id}";
    try {
      const left =
        verb === "run"
          ? (
              await documentJob(
                target,
                whole,
                { ...defaultOptions("run"), operation, outputDir: folder },
                control,
              )
            ).document.notSent
          : (
              await inferDocument(
                target,
                whole,
                { ...defaultOptions("infer"), operation, outputDir: folder },
                control,
              )
            ).table.left;
      expect(left.map(({ reason }) => reason)).toEqual(["interrupted"]);
    } finally {
      await server.close();
      rmSync(folder, { recursive: true });
    }
  },
);
