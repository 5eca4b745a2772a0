import { createServer, type Server } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeDocuments, writeDocument } from "../../test/openapi/documents.ts";
import type { Interface, Summary } from "../model/index.ts";
import { exampleBytes, isRequestAgainst, isValidRequest, requestsOf } from "../generate/index.ts";
import { interfaceOfOperation } from "../openapi/index.ts";
import { defaultOptions } from "../options/index.ts";
import { listening } from "../servers/json-server.ts";
import { loadCatalogue } from "./load-suites.ts";
import { runJob } from "./run.ts";

removeDocuments();
const folder = mkdtempSync(join(tmpdir(), "witness-form-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DOCUMENT = `openapi: 3.1.0
info: { title: Door, version: "1" }
paths:
  /login:
    post:
      operationId: login
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              required: [username, age]
              properties:
                username: { type: string, minLength: 3, maxLength: 40 }
                age: { type: integer, minimum: 0, maximum: 150 }
                scope: { type: string }
                place: { type: object, properties: { zip: { type: string } } }
      responses:
        "200": { description: in }
        "415": { description: no form }
        "422": { description: not as stated }
  /files:
    post:
      operationId: upload
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [title, size, file]
              properties:
                title: { type: string, minLength: 3, maxLength: 40 }
                size: { type: integer, minimum: 0, maximum: 150 }
                file: { type: string, format: binary }
                pages: { type: array, items: { type: string, contentMediaType: image/png } }
                place: { type: object, properties: { zip: { type: string } } }
            encoding: { file: { contentType: "text/csv, text/plain" } }
          application/xml: { schema: { type: object } }
      responses: &responses
        "200": { description: in }
        "415": { description: no form }
        "422": { description: not as stated }
  /notes:
    put:
      operationId: note
      requestBody:
        required: true
        content: { text/plain: { schema: { type: string, minLength: 3, maxLength: 40 } } }
      responses: *responses
  /images:
    put:
      operationId: image
      requestBody: { required: true, content: { application/octet-stream: {} } }
      responses: *responses
  /drawings:
    put:
      operationId: drawing
      requestBody: { required: true, content: { image/svg+xml: { schema: { type: string } } } }
      responses: *responses
`;

const read = (operation: string): Interface =>
  interfaceOfOperation(writeDocument({ "api.yaml": DOCUMENT }), operation);

const ROUTES: Record<string, { type: RegExp; texts: [text: string, number: string] }> = {
  "POST /login": {
    type: /^application\/x-www-form-urlencoded\b/i,
    texts: ["username", "age"],
  },
  "POST /files": { type: /^multipart\/form-data\b/i, texts: ["title", "size"] },
};

/** Reads the forms as the document states them, with the readers of the platform. */
function door(): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => {});
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = new Uint8Array(Buffer.concat(chunks));
      const end = (status: number): void => void response.writeHead(status).end();
      const route = `${request.method} ${request.url?.split("?")[0]}`;
      const type = request.headers["content-type"] ?? "";
      if (route === "PUT /notes") {
        const isText = hasLength(Buffer.from(body).toString("utf8"));
        return end(/^text\/plain\b/i.test(type) ? (isText ? 200 : 422) : 415);
      }
      const stated = ROUTES[route];
      if (stated === undefined) return end(404);
      if (!stated.type.test(type)) return end(415);
      new Response(body, { headers: { "Content-Type": type } }).formData().then(
        (form) => {
          const [text, number] = stated.texts;
          const amount = String(form.get(number));
          const file = form.get("file");
          const isFile = file instanceof File && file.type === "text/csv" && file.name !== "";
          const pages = form.getAll("pages");
          const isRight =
            form.getAll(text).length === 1 &&
            hasLength(form.get(text)) &&
            /^\d{1,3}$/.test(amount) &&
            Number(amount) <= 150 &&
            (route === "POST /login" || isFile) &&
            pages.every((page) => page instanceof File && page.type === "image/png");
          end(isRight ? 200 : 422);
        },
        () => end(422),
      );
    });
  });
}

function hasLength(value: unknown): boolean {
  const length = typeof value === "string" ? Array.from(value).length : 0;
  return length >= 3 && length <= 40;
}

test("a form of a document is read as parameters in it, and a part that it cannot have is left out", () => {
  const from = read("login");
  expect(from.body).toBeUndefined();
  expect(from.parameters?.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ["username", "form", true],
    ["age", "form", true],
    ["scope", "form", false],
  ]);
  expect(from.notExpressed?.join()).toContain("place of the form has parts: it is left out");
  expect(from.clauses.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      "Content-Type is application/x-www-form-urlencoded.",
      "The body is a form with the fields username, age and scope.",
    ]),
  );
});

test("a required part that is an object is sent in JSON, and so is each item of a list of objects", () => {
  const { openapi, info, paths } = {
    openapi: "3.1.0",
    info: { title: "Door", version: "1" },
    paths: {
      "/doors": {
        post: {
          requestBody: {
            required: true,
            content: {
              "multipart/form-data": {
                schema: {
                  type: "object",
                  required: ["title", "place", "keys"],
                  properties: {
                    title: { type: "string", example: "front" },
                    place: { $ref: "#/components/schemas/Place" },
                    keys: { type: "array", items: { $ref: "#/components/schemas/Place" } },
                  },
                },
                encoding: { place: { contentType: "application/vnd.door+json" } },
              },
            },
          },
          responses: { 201: { description: "made" } },
        },
      },
    },
  };
  const Place = {
    type: "object",
    required: ["zip"],
    properties: { zip: { type: "string", example: "1" }, floor: { type: "integer", example: 2 } },
  };
  const components = { schemas: { Place } };
  const document = JSON.stringify({ openapi, info, paths, components });
  const from = interfaceOfOperation(writeDocument({ "api.json": document }));
  const written = exampleBytes(requestsOf(from).body(), from).toString();
  const json = (type: string): string => `Content-Type: ${type}\r\n\r\n{"zip":"1","floor":2}\r\n`;
  expect(written).toContain(`name="place"\r\n${json("application/vnd.door+json")}`);
  expect(written).toContain(`name="keys"\r\n${json("application/json")}`);
  const on = requestsOf(from);
  expect(on.layout.fields.map(({ slot }) => slot.label)).toEqual(["title"]);
  const other = on.body({ "form.place": ['"no JSON"'] });
  const states = [on.body(), other].map((body) => {
    const request = { sender: "client" as const, body };
    return [isValidRequest(request, from), isRequestAgainst(request, from)];
  });
  expect(states).toEqual([
    [true, false],
    [false, false],
  ]);
});

test("a multipart form is read as parameters in it: files have a media type", () => {
  const from = read("upload");
  expect(from.parameters?.map(({ name, file, required }) => [name, file, required])).toEqual([
    ["title", undefined, true],
    ["size", undefined, true],
    ["file", "text/csv", true],
    ["pages", "image/png", false],
  ]);
  expect(from.notExpressed?.join()).toContain("place of the form has parts: it is left out");
  expect(from.notExpressed?.join()).toContain("a body of application/xml");
  const text = "text-234567890";
  const mark = "--api-witness-boundary\r\nContent-Disposition: form-data; name=";
  const written = exampleBytes(requestsOf(from).body(), from).toString();
  expect(written.replace(/\btitle"\r\n\r\n\S+/, `title"\r\n\r\n${text}`)).toBe(
    [
      `${mark}"title"\r\n\r\n${text}`,
      `${mark}"size"\r\n\r\n10`,
      `${mark}"file"; filename="file.bin"\r\nContent-Type: text/csv\r\n\r\ntext-234567890`,
      `${mark}"pages"; filename="pages.bin"\r\nContent-Type: image/png\r\n\r\ntext-234567890`,
      "--api-witness-boundary--\r\n",
    ].join("\r\n"),
  );
});

test("a text and bytes are the only member of a form; other media types are not sent", () => {
  for (const [operation, type] of [
    ["note", "text/plain"],
    ["image", "application/octet-stream"],
  ] as const) {
    const from = read(operation);
    expect([from.contentType, from.parameters?.map(({ name }) => name)]).toEqual([type, ["body"]]);
    expect(exampleBytes(requestsOf(from).body(), from).toString()).toBe("text-234567890");
  }
  expect(() => read("drawing")).toThrow(
    "the body is image/svg+xml, but witness only sends JSON, forms and text",
  );
});

describe.each([
  ["login", "username", "age"],
  ["upload", "title", "size"],
  ["note", "body", undefined],
])("a run of the form of %s", (operation, text, number) => {
  let summary: Summary;
  let names: string[] = [];
  beforeAll(async () => {
    const server = await listening(door());
    const options = { ...defaultOptions("run"), load: false, runs: 30, seed: 1, repeats: 1 };
    const control = { signal: new AbortController().signal, events: {} };
    const catalogue = await loadCatalogue({ interface: read(operation) });
    const suite = catalogue.suites
      .map(({ name }) => name)
      .filter((name) => name === "valid" || name.startsWith("field-form"));
    names = catalogue.suites.map(({ name }) => name);
    const sending = { ...options, profile: "safe" as const, outputDir: folder, suite };
    ({ summary } = await runJob(
      { name: "door", baseUrl: server.url },
      catalogue,
      sending,
      control,
    ).finally(() => server.close()));
  }, 240_000);

  const outcomesOf = (id: string): string[] =>
    Object.keys(summary.cases.find((each) => each.id === id)?.outcomes ?? {});

  test("accepts every valid request", () => {
    expect(summary.stated.text).toMatch(/^all \d+ valid requests got a complete HTTP response/);
    const valid = summary.cases.filter(({ id }) => id.startsWith("valid/"));
    expect(valid.length).toBeGreaterThan(5);
    expect(new Set(valid.flatMap(({ outcomes }) => Object.keys(outcomes)))).toEqual(
      new Set(["200"]),
    );
  });

  test("shows what each field accepts", () => {
    expect(outcomesOf(`field-form-${text}/missing`)).toEqual(["422"]);
    if (number !== undefined) expect(outcomesOf(`field-form-${number}/minus-one`)).toEqual(["422"]);
    if (operation === "login") expect(outcomesOf("field-form-scope/missing")).toEqual(["200"]);
    if (operation === "upload") {
      expect(outcomesOf("field-form-file/missing")).toEqual(["422"]);
      expect(outcomesOf("field-form-file/as-other")).toEqual(["422"]);
      expect(outcomesOf("field-form-pages/missing")).toEqual(["200"]);
      expect(outcomesOf("field-form-title/name-twice")).toEqual(["422"]);
    }
    expect(names).not.toContain("malformed-json");
  });
});
