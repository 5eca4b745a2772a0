import { describe, expect, test } from "vitest";
import type { Interface } from "../model/index.ts";
import { interfaceOfOperation, Revision } from "./index.ts";

const ORDER = {
  type: "object",
  required: ["id", "state"],
  properties: {
    id: { type: "integer", format: "int64" },
    state: { type: "string", enum: ["new", "paid"] },
    note: { type: "string", maxLength: 20, "x-nullable": true },
    // A member with the name of a keyword.
    discriminator: { type: "boolean" },
  },
};

const SWAGGER = {
  swagger: "2.0",
  info: { title: "orders", version: "1" },
  host: "api.example.com",
  basePath: "/v2",
  schemes: ["https"],
  consumes: ["application/json"],
  produces: ["application/json"],
  securityDefinitions: {
    key: { type: "apiKey", in: "header", name: "X-Key" },
    user: { type: "basic" },
  },
  security: [{ key: [] }],
  parameters: {
    page: { name: "page", in: "query", type: "integer", minimum: 1, "x-example": 3 },
    order: { name: "order", in: "body", required: true, schema: { $ref: "#/definitions/Order" } },
  },
  responses: { no: { description: "no", schema: { type: "object", required: ["why"] } } },
  definitions: { Order: ORDER },
  paths: {
    "/orders/{id}": {
      parameters: [{ name: "id", in: "path", required: true, type: "string", format: "uuid" }],
      put: {
        operationId: "putOrder",
        security: [{ user: [] }],
        parameters: [
          { $ref: "#/parameters/order" },
          {
            name: "tags",
            in: "query",
            type: "array",
            items: { type: "string" },
            collectionFormat: "multi",
          },
        ],
        responses: {
          200: { description: "ok", schema: { $ref: "#/definitions/Order" } },
          404: { $ref: "#/responses/no" },
        },
      },
    },
    "/orders": {
      get: {
        operationId: "listOrders",
        parameters: [{ $ref: "#/parameters/page" }],
        produces: ["application/json", "text/csv"],
        responses: {
          200: { description: "ok", schema: { type: "array" } },
          204: { description: "none" },
        },
      },
      post: {
        operationId: "form",
        consumes: ["multipart/form-data"],
        parameters: [
          { name: "file", in: "formData", required: true, type: "file" },
          { name: "name", in: "formData", type: "string" },
        ],
        responses: { 201: { description: "ok" } },
      },
    },
  },
};

const json = (schema: object) => ({ "application/json": { schema } });
const { "x-nullable": _nullable, ...note } = ORDER.properties.note;
const WRITTEN = {
  openapi: "3.0.3",
  info: SWAGGER.info,
  servers: [{ url: "https://api.example.com/v2" }],
  security: [{ key: [] }],
  components: {
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      user: { type: "http", scheme: "basic" },
    },
  },
  definitions: {
    Order: { ...ORDER, properties: { ...ORDER.properties, note: { ...note, nullable: true } } },
  },
  paths: {
    "/orders/{id}": {
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } },
      ],
      put: {
        operationId: "putOrder",
        security: [{ user: [] }],
        parameters: [
          { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
        ],
        requestBody: { required: true, content: json({ $ref: "#/definitions/Order" }) },
        responses: {
          200: { description: "ok", content: json({ $ref: "#/definitions/Order" }) },
          404: { description: "no", content: json({ type: "object", required: ["why"] }) },
        },
      },
    },
    "/orders": {
      get: {
        operationId: "listOrders",
        parameters: [
          { name: "page", in: "query", schema: { type: "integer", minimum: 1 }, example: 3 },
        ],
        responses: {
          200: {
            description: "ok",
            content: { ...json({ type: "array" }), "text/csv": { schema: { type: "array" } } },
          },
          204: { description: "none" },
        },
      },
    },
  },
};

const read = (document: object, operation: string): Interface =>
  interfaceOfOperation("api.json", operation, JSON.stringify(document));

describe("Swagger 2.0", () => {
  test.each(["putOrder", "listOrders"])("reads %s as its form of OpenAPI 3.0", (operation) => {
    expect(read(SWAGGER, operation)).toEqual(read(WRITTEN, operation));
  });

  test("reads a form with a file", () => {
    const { contentType, parameters = [] } = read(SWAGGER, "form");
    expect(contentType).toMatch(/^multipart\/form-data; boundary=/);
    expect(parameters.map(({ name, file }) => [name, file])).toEqual([
      ["file", "application/octet-stream"],
      ["name", undefined],
    ]);
  });

  test("keeps what is stated", () => {
    const from = read(SWAGGER, "putOrder");
    expect(from.credentials).toEqual([["Authorization"]]);
    expect(from.servers).toEqual(["https://api.example.com/v2"]);
    expect(from.responses?.map(({ status, at }) => [status, at])).toEqual([
      ["200", "api.json#/paths/~1orders~1{id}/put/responses/200"],
      ["404", "api.json#/paths/~1orders~1{id}/put/responses/404"],
    ]);
  });

  test("is written back in its own form", () => {
    const changes: [operation: string, path: string, keyword: string, value?: number | boolean][] =
      [
        ["putOrder", "note", "maxLength", 30],
        ["putOrder", "note", "nullable", false],
        ["putOrder", "state", "enum"],
        ["putOrder", "note", "required", true],
        ["putOrder", "query.tags", "required", true],
        ["listOrders", "query.page", "maximum", 9],
        ["form", "form.name", "maxLength", 5],
        ["form", "form.name", "required", true],
      ];
    let text = JSON.stringify(SWAGGER);
    for (const [operation, path, keyword, value] of changes) {
      const revision = new Revision("api.json", text, operation, read(SWAGGER, operation));
      const change = { path, keyword, evidence: undefined, ...(value !== undefined && { value }) };
      expect([path, keyword, revision.change(change)]).toEqual([path, keyword, true]);
      text = revision.text;
    }
    const of = new Revision("api.json", text, "listOrders", read(SWAGGER, "listOrders"));
    // Members named as keywords are members.
    const named = (content: object) => ({
      type: "object",
      required: ["content"],
      properties: { content, nullable: { type: "boolean" } },
    });
    const schema = named({ type: ["string", "null"], maxLength: 3 });
    const response = { description: "no", content: { "application/json": { schema } } };
    expect(of.changeResponse({ status: "400", response })).toBe(true);
    const { definitions, parameters, paths } = structuredClone(SWAGGER);
    const { state, note, ...others } = ORDER.properties;
    const properties = {
      ...others,
      state: { type: state.type },
      note: { ...note, maxLength: 30, "x-nullable": false },
    };
    const order = { ...ORDER, required: ["id", "state", "note"], properties };
    const list = paths["/orders"];
    const put = paths["/orders/{id}"].put;
    const [file, name] = list.post.parameters;
    const text3 = { type: "string", "x-nullable": true, maxLength: 3 };
    const bad = { description: "no", schema: named(text3) };
    const [body, tags] = put.parameters;
    expect(JSON.parse(of.text)).toEqual({
      ...SWAGGER,
      // Others refer to it, too.
      definitions,
      parameters: {
        order: { ...parameters.order, schema: order },
        page: { ...parameters.page, maximum: 9 },
      },
      paths: {
        "/orders/{id}": {
          ...paths["/orders/{id}"],
          put: { ...put, parameters: [body, { ...tags, required: true }] },
        },
        "/orders": {
          get: { ...list.get, responses: { ...list.get.responses, 400: bad } },
          post: { ...list.post, parameters: [file, { ...name, maxLength: 5, required: true }] },
        },
      },
    });
  });

  test.each(["#/parameters/a~1b~0%7Bc%7D", "#/parameters/a%7E1b%7e0{c}"])(
    "a parameter that others refer to, too, is copied, however the $ref is written: %s",
    ($ref) => {
      const shared = { "a/b~{c}": { name: "page", in: "query", type: "integer", maximum: 5 } };
      const get = (operationId: string, ref: string) => ({
        operationId,
        parameters: [{ $ref: ref }],
        responses: { 200: { description: "ok" } },
      });
      const document = {
        swagger: "2.0",
        info: { title: "t", version: "1" },
        parameters: shared,
        paths: {
          "/a": { get: get("one", $ref) },
          "/b": { get: get("other", "#/parameters/a~1b~0{c}") },
        },
      };
      const text = JSON.stringify(document);
      const revision = new Revision("api.json", text, "one", read(document, "one"));
      const change = { path: "query.page", keyword: "maximum", evidence: undefined, value: 9 };
      expect(revision.change(change)).toBe(true);
      const after = JSON.parse(revision.text) as typeof document;
      expect(after.parameters).toEqual(shared);
      expect(after.paths["/a"].get.parameters).toEqual([{ ...shared["a/b~{c}"], maximum: 9 }]);
      expect(after.paths["/b"]).toEqual(document.paths["/b"]);
    },
  );
});
