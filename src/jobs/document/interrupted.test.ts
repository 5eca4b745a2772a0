import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDocument } from "../../openapi/index.ts";
import { defaultOptions } from "../../options/index.ts";
import { jsonReply, listening, sendReply } from "../../servers/json-server.ts";
import { sum } from "../../stats/index.ts";
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

/** Whose response witness does not wait for. */
const UNREAD = 3;

test.each([
  ["during the deletion at the end", true],
  ["before it", false],
])("a signal %s leaves resources on the target, and says how many", async (_, isLate) => {
  const folder = mkdtempSync(join(tmpdir(), "witness-interrupted-"));
  writeFileSync(join(folder, "api.json"), JSON.stringify(document));
  const stop = new AbortController();
  let last = 0;
  let isDeleting = false;
  const left = new Set<string>();
  const server = await listening(
    createServer((request, response) => {
      const { method: got = "", url = "" } = request;
      if (isLate ? isDeleting && left.delete(url) : got === "GET") stop.abort();
      if (got === "DELETE") left.delete(url);
      request.resume().on("end", () => {
        if (got === "POST") left.add(`/items/${++last}`);
        if (got === "POST") sendReply(response, jsonReply(201, { id: last }));
        else response.writeHead(got === "DELETE" ? 204 : 200).end();
      });
    }),
  );
  const whole = { name: "api.json", operations: readDocument(join(folder, "api.json")) };
  const grep = /^valid\//;
  const options = { ...defaultOptions("run"), grep, outputDir: folder };
  const phase = (text: string): void => {
    isDeleting ||= text === "what was made is deleted";
  };
  const control = { signal: stop.signal, events: { phase } };
  try {
    const target = { name: "items", baseUrl: server.url };
    const { deleted: [of] = [] } = (await documentJob(target, whole, options, control)).document;
    const counts = new Map(of?.results);
    expect(sum([...counts.values()])).toBe(of?.made);
    const sure = counts.get("not sent: interrupted") ?? 0;
    expect(sure).toBeGreaterThan(0);
    // One that was in flight may have been deleted, and so may what the operation's own run named.
    expect(sure + (counts.get("interrupted") ?? 0)).toBeGreaterThanOrEqual(left.size - UNREAD);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
