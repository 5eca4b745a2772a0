import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDocument } from "../../openapi/index.ts";
import { defaultOptions } from "../../options/index.ts";
import { sequenceWords } from "../../report/document-words.ts";
import { jsonReply, listening, sendReply } from "../../servers/json-server.ts";
import { documentJob } from "./send-document.ts";

const content = {
  "application/json": { schema: { type: "object", properties: { id: { type: "integer" } } } },
};
const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
const again = { 409: { description: "done already" } };
const document = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  paths: {
    "/orders/": {
      post: { operationId: "makeOrder", responses: { 201: { description: "", content } } },
    },
    "/orders/{id}/": {
      parameters,
      get: { operationId: "readOrder", responses: { 200: { description: "", content } } },
    },
    "/orders/{id}/cancel/": {
      parameters,
      post: { operationId: "cancelOrder", responses: { 200: { description: "" }, ...again } },
    },
    "/orders/{id}/pay": {
      parameters,
      post: { operationId: "payOrder", responses: { 200: { description: "" } } },
    },
    "/orders/{id}/remind": {
      parameters,
      post: { operationId: "remind", responses: { 202: { description: "" } } },
    },
    // It makes what is read elsewhere, and is no action.
    "/orders/{id}/lines": {
      parameters,
      post: { operationId: "addLine", responses: { 201: { description: "", content } } },
    },
    "/lines/{id}": {
      parameters,
      get: { operationId: "readLine", responses: { 200: { description: "", content } } },
    },
  },
};

/** Orders that are cancelled and paid once each, and reminded of as often as asked for. */
function orders() {
  const done = new Set<string>();
  let made = 0;
  return createServer((request, response) => {
    request.resume();
    const { method = "", url = "" } = request;
    if (/^\/orders\/$|\/lines$/.test(url) && method === "POST")
      return sendReply(response, jsonReply(201, { id: (made += 1) }));
    if (method === "GET") return sendReply(response, jsonReply(200, { id: 1 }));
    if (url.endsWith("/remind")) return response.writeHead(202).end();
    const isDone = done.has(url);
    done.add(url);
    return response.writeHead(isDone ? 409 : 200).end();
  });
}

test("an action is sent twice to a new resource, and its undocumented response is judged", async () => {
  const folder = mkdtempSync(join(tmpdir(), "witness-actions-"));
  writeFileSync(join(folder, "api.json"), JSON.stringify(document));
  const server = await listening(orders());
  try {
    const { document: run } = await documentJob(
      { name: "orders", baseUrl: server.url },
      { name: "api.json", operations: readDocument(join(folder, "api.json")) },
      { ...defaultOptions("run"), grep: /^valid\/plain$/, outputDir: folder },
      { signal: new AbortController().signal, events: {} },
    );
    const actions = run.sequences?.filter(({ kind }) => kind === "action twice") ?? [];
    expect(actions.map((each) => [each.resource, sequenceWords(each)])).toEqual([
      ["/orders/{id}/", "create 201, cancel 200, cancel 409"],
      ["/orders/{id}/", "create 201, pay 200, pay 409"],
      ["/orders/{id}/", "create 201, remind 202, remind 202"],
    ]);
    const undocumented = run.checks?.filter(({ check }) => check === "undocumented status");
    expect(undocumented?.map(({ operation, found }) => `${operation} ${found}`)).toEqual([
      expect.stringMatching(/^payOrder pay: .*409/),
    ]);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
