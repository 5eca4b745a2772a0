import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDocument } from "../../openapi/index.ts";
import { defaultOptions } from "../../options/index.ts";
import { jsonReply, listening, sendReply } from "../../servers/json-server.ts";
import { documentJob } from "./send-document.ts";

const content = {
  "application/json": { schema: { type: "object", properties: { id: { type: "integer" } } } },
};
const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      post: { operationId: "makePet", responses: { 201: { description: "made", content } } },
    },
    "/pets/{petId}": {
      parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer" } }],
      delete: { operationId: "deletePet", responses: { 204: { description: "gone" } } },
    },
  },
};

test("each DELETE names a resource of its own, also by a parameter with capitals", async () => {
  const folder = mkdtempSync(join(tmpdir(), "witness-own-"));
  writeFileSync(join(folder, "api.json"), JSON.stringify(document));
  let made = 0;
  const deleted: string[] = [];
  const server = await listening(
    createServer((request, response) => {
      const { method = "", url = "" } = request;
      request.resume();
      if (method === "DELETE") deleted.push(url);
      if (method === "POST") sendReply(response, jsonReply(201, { id: ++made }));
      else response.writeHead(/^\/pets\/\d+$/.test(url) ? 204 : 400).end();
    }),
  );
  try {
    const options = {
      ...defaultOptions("run"),
      operation: "deletePet",
      suite: ["valid"],
      outputDir: folder,
    };
    const finished = await documentJob(
      { name: "pets", baseUrl: server.url },
      { name: "api.json", operations: readDocument(join(folder, "api.json")) },
      options,
      { signal: new AbortController().signal, events: {} },
    );
    expect(finished.document.operations[0]?.accepts).toBe("held");
    expect(deleted.length).toBeGreaterThan(2);
    expect(deleted.filter((url) => !/^\/pets\/\d+$/.test(url))).toEqual([]);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
