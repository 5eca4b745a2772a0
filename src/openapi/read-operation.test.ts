import { describe, expect, test } from "vitest";
import { isValidRequest, requestsOf } from "../generate/index.ts";
import { Interface } from "../model/index.ts";
import {
  errorOf,
  orderDocument,
  removeDocuments,
  writeDocument,
} from "../../test/openapi/documents.ts";
import { interfaceOfOperation } from "./read-operation.ts";

removeDocuments();

const read = (files: Record<string, string> | string, operation?: string) =>
  interfaceOfOperation(
    writeDocument(typeof files === "string" ? { "api.yaml": files } : files),
    operation,
  );
const refused = (files: Record<string, string> | string, operation?: string) =>
  errorOf(() => read(files, operation));

const ORDERS = `openapi: 3.0.3
info: { title: Orders, version: "1" }
servers: [{ url: https://api.example.com/v1 }]
security: [{ key: [] }, { token: [] }]
paths:
  /v1/orders/{shopId}:
    parameters:
      - { name: shopId, in: path, required: true, schema: { type: integer, minimum: 1 } }
      - { name: page, in: query, schema: { type: integer } }
    post:
      operationId: createOrder
      parameters:
        - { name: page, in: query, schema: { type: integer, minimum: 1, maximum: 100 }, example: 7 }
        - { name: sid, in: cookie, schema: { type: string } }
      requestBody:
        content:
          application/xml: {}
          application/json:
            schema: { $ref: "#/components/schemas/Order" }
      responses:
        201:
          description: made
          content: { application/json: { schema: { $ref: "#/components/schemas/Made" } } }
        4xx: { $ref: "common/errors.yaml#/responses/Problem" }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Api-Key }
    token: { type: http, scheme: bearer }
  schemas:
    Base:
      type: object
      required: [orderId, serverId]
      properties:
        serverId: { type: integer, readOnly: true }
        orderId: { type: integer, format: int32 }
        secret: { type: integer, writeOnly: true }
    Order:
      allOf:
        - $ref: "#/components/schemas/Base"
        - type: object
          required: [createdAt]
          properties:
            createdAt: { type: string, format: date-time }
            parent: { $ref: "#/components/schemas/Order" }
    Made:
      allOf: [{ $ref: "#/components/schemas/Order" }, { required: [secret, at], properties: { at: { type: string, nullable: true } } }]
`;
const ERRORS = `responses:
  Problem:
    description: a problem
    content:
      application/problem+json: { schema: { type: object, required: [title] } }
`;
const BOTH = { "api.yaml": ORDERS, "common/errors.yaml": ERRORS };

describe("an operation of a document", () => {
  test("becomes an interface that fits its schema", () => {
    const from = read(BOTH);
    expect(Interface.parse(from)).toEqual(from);
    expect(from).toMatchObject({
      name: "createOrder",
      method: "POST",
      path: "/v1/orders/{shopId}",
      servers: ["https://api.example.com/v1"],
      credentials: [["X-Api-Key"], ["Authorization"]],
    });
  });

  test("has its path's parameters, of which its own replace those of the same name and place", () => {
    expect(read(BOTH).parameters).toEqual([
      { name: "shopId", in: "path", required: true, type: { kind: "whole-number", min: 1 } },
      {
        name: "page",
        in: "query",
        required: false,
        example: 7,
        type: { kind: "whole-number", min: 1, max: 100 },
      },
    ]);
  });

  test("has a body of what allOf joins, without what is read-only, with a fresh identity", () => {
    expect(read(BOTH).body).toEqual({
      kind: "object",
      fields: [
        {
          name: "orderId",
          required: true,
          type: { kind: "whole-number", min: -2147483648, max: 2147483647, fresh: true },
        },
        { name: "secret", required: false, type: { kind: "whole-number" } },
        { name: "createdAt", required: true, type: { kind: "date-time" } },
      ],
    });
  });

  test("has no value for a header that follows from earlier requests, unless it must be sent", () => {
    const withHeaders = (required: boolean): string =>
      ORDERS.replace(
        "      requestBody:",
        ["If-Match", "idempotency-key"]
          .map(
            (name) =>
              `        - { name: ${name}, in: header, required: ${required}, schema: { type: string } }\n`,
          )
          .join("") + "      requestBody:",
      );
    const sent = (required: boolean) => {
      const { parameters, notExpressed } = read({ ...BOTH, "api.yaml": withHeaders(required) });
      const headers = parameters?.filter(({ in: place }) => place === "header");
      return [
        headers?.map(({ name }) => name),
        notExpressed?.filter((each) => each.includes("earlier")).length,
      ];
    };
    expect(sent(false)).toEqual([[], 2]);
    expect(sent(true)).toEqual([["If-Match", "idempotency-key"], 0]);
  });

  test("lists what is not expressed, with the place of each", () => {
    expect(read(BOTH).notExpressed).toEqual([
      "api.yaml#/paths/~1v1~1orders~1{shopId}/post/parameters/1: cookie sid is not sent",
      "api.yaml#/paths/~1v1~1orders~1{shopId}/post/requestBody: a body of application/xml",
      "api.yaml#/components/schemas/Order/allOf/1/properties/parent: Order is endlessly recursive: parent is not sent",
    ]);
  });

  test("has its documented responses, with a schema that needs no other file", () => {
    const at = "api.yaml#/paths/~1v1~1orders~1{shopId}/post/responses";
    expect(read(BOTH).responses).toEqual([
      {
        status: "201",
        at: `${at}/201`,
        content: [
          {
            type: "application/json",
            schema: {
              $ref: "#/$defs/Made",
              $defs: {
                Base: {
                  type: "object",
                  required: ["orderId", "serverId"],
                  properties: {
                    serverId: { type: "integer" },
                    orderId: { type: "integer" },
                    secret: { type: "integer" },
                  },
                },
                Order: {
                  allOf: [
                    { $ref: "#/$defs/Base" },
                    {
                      type: "object",
                      required: ["createdAt"],
                      properties: {
                        createdAt: { type: "string" },
                        parent: { $ref: "#/$defs/Order" },
                      },
                    },
                  ],
                },
                Made: {
                  allOf: [
                    { $ref: "#/$defs/Order" },
                    // secret is write-only: no response has to have it.
                    {
                      required: ["at"],
                      properties: { at: { anyOf: [{ type: "null" }, { type: "string" }] } },
                    },
                  ],
                },
              },
            },
          },
        ],
      },
      {
        status: "4XX",
        at: `${at}/4xx`,
        content: [
          {
            type: "application/problem+json",
            schema: { type: "object", required: ["title"] },
          },
        ],
      },
    ]);
  });

  test("states what the document states, and nothing else", () => {
    const clauses = read(BOTH).clauses;
    const documented = clauses.filter(({ at }) => at !== undefined);
    expect(documented.map(({ id, kind, at }) => [id, kind, at])).toEqual([
      ["documented-status", "stated", "api.yaml#/paths/~1v1~1orders~1{shopId}/post/responses"],
      ["documented-201", "stated", "api.yaml#/paths/~1v1~1orders~1{shopId}/post/responses/201"],
      ["documented-4xx", "stated", "api.yaml#/paths/~1v1~1orders~1{shopId}/post/responses/4xx"],
      ["documented-security", "stated", "api.yaml#/security"],
    ]);
    const left = clauses.filter(({ kind }) => kind === "not shown").map(({ id }) => id);
    expect(left).toContain("limit-rate");
    for (const id of [
      "response-status",
      "response-body",
      "error-codes",
      "error-payload",
      "authentication",
    ])
      expect(left).not.toContain(id);
  });

  test("JSON is read as YAML is", () => {
    const json = {
      openapi: "3.1.0",
      paths: { "/v1/things": { get: { responses: { default: { description: "any" } } } } },
    };
    const from = read({ "api.json": JSON.stringify(json) });
    expect(from).toMatchObject({ name: "GET-v1-things", method: "GET", path: "/v1/things" });
    expect(from.body).toBeUndefined();
    expect(from.responses).toEqual([
      { status: "default", at: "api.json#/paths/~1v1~1things/get/responses/default" },
    ]);
  });
});

describe("OpenAPI 3.2", () => {
  const document = `openapi: 3.2.0
paths:
  /v1/orders:
    get:
      parameters:
        - name: filter
          in: querystring
          content:
            application/x-www-form-urlencoded:
              schema:
                type: object
                required: [size]
                properties: { size: { type: integer, maximum: 9 }, word: { type: string } }
      responses: { 200: { description: all } }
    query:
      operationId: findOrders
      requestBody: { content: { application/json: { $ref: "#/components/mediaTypes/wanted" } } }
      responses: { 200: { content: { application/json: { $ref: "#/components/mediaTypes/wanted" } } } }
    additionalOperations:
      COPY: { operationId: copyOrders, responses: { 204: { summary: done } } }
components:
  mediaTypes:
    wanted:
      schema: { type: object, required: [size], properties: { size: { type: integer } } }
      examples: { one: { dataValue: { size: 4 } } }
`;
  const of = (wanted: string) => read({ "api.yaml": document }, wanted);

  test("each member of a whole query is a parameter", () =>
    expect(of("GET /v1/orders").parameters).toEqual([
      { name: "size", in: "query", type: { kind: "whole-number", max: 9 }, required: true },
      { name: "word", in: "query", type: { kind: "text" }, required: false },
    ]));

  test("QUERY, methods of the document's own, media types by $ref, and examples as data", () => {
    const found = of("findOrders");
    expect(found).toMatchObject({ method: "QUERY", body: { kind: "object" } });
    expect(JSON.stringify(found.body)).toContain('"example":4');
    expect(found.responses?.[0]?.content?.[0]).toMatchObject({ schema: { required: ["size"] } });
    expect(of("copyOrders")).toMatchObject({ method: "COPY", responses: [{ status: "204" }] });
  });
});

describe("what is refused, exit code 2", () => {
  test.each<[name: string, text: string, message: string | RegExp]>([
    ["broken YAML", "openapi: 3.0.3\npaths: [\n", /^api\.yaml:\d: /],
    ["no object", "package main\n", "api.yaml:1: is not an OpenAPI document"],
    ["no document", "a: 1\n", "api.yaml:1: is not an OpenAPI document: it has no openapi"],
    ["Swagger 1.2", 'swagger: "1.2"\n', "api.yaml:1: is Swagger 1.2"],
    ["Swagger 2.0 without paths", 'swagger: "2.0"\n', "api.yaml:1: has no operations under paths"],
    ["another version", "openapi: 4.0.0\n", 'api.yaml:1: #/openapi: is "4.0.0"'],
    ["no operation", "openapi: 3.1.0\npaths: {}\n", "api.yaml:1: has no operations under paths"],
    [
      "a $ref to the network",
      orderDocument('{ $ref: "https://example.com/order.yaml" }'),
      'api.yaml:11: #/paths/~1v1~1orders/post/requestBody/content/application~1json/schema: $ref "https://example.com/order.yaml" is on the network, and nothing is fetched from there',
    ],
    [
      "a $ref that leads nowhere",
      orderDocument('{ $ref: "#/components/schemas/Oder" }', "components: { schemas: {} }"),
      'api.yaml:11: #/paths/~1v1~1orders/post/requestBody/content/application~1json/schema: $ref "#/components/schemas/Oder" leads nowhere: api.yaml#/components/schemas has no "Oder"',
    ],
    [
      "a $ref to no file",
      orderDocument('{ $ref: "order.yaml" }'),
      'api.yaml:11: #/paths/~1v1~1orders/post/requestBody/content/application~1json/schema: $ref "order.yaml": there is no file order.yaml',
    ],
    [
      "a circle of $refs",
      orderDocument(
        '{ $ref: "#/components/schemas/A" }',
        'components: { schemas: { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } } }',
      ),
      /A is endlessly recursive/,
    ],
    [
      "a value that no finite text has",
      orderDocument(
        '{ $ref: "#/components/schemas/A" }',
        'components: { schemas: { A: { type: object, required: [a], properties: { a: { $ref: "#/components/schemas/A" } } } } }',
      ),
      "api.yaml:6: #/paths/~1v1~1orders/post: the request cannot be expressed: api.yaml#/components/schemas/A/properties/a: A is endlessly recursive",
    ],
    [
      "a type that is none",
      orderDocument("{ type: strng }"),
      'api.yaml:11: #/paths/~1v1~1orders/post/requestBody/content/application~1json/schema/type: "strng" is not a type',
    ],
    [
      "a body of another media type",
      orderDocument("{}").replace("application/json", "application/xml"),
      "api.yaml:6: #/paths/~1v1~1orders/post: the request cannot be expressed: api.yaml#/paths/~1v1~1orders/post/requestBody: the body is application/xml, but witness only sends JSON, forms and text",
    ],
    [
      "a body that would not fit",
      orderDocument("{ type: object, properties: { a: { type: integer } }, minProperties: 2 }"),
      /the generated body does not match its schema: the body must not have fewer than 2 properties$/,
    ],
    [
      "a path whose parameter is not described",
      orderDocument("{ type: integer }").replace("/v1/orders:", "/v1/{shop}:"),
      "api.yaml:6: #/paths/~1v1~1{shop}/post: the path has {shop}, but no parameter of that name is described",
    ],
  ])("%s", (_, text, message) => {
    const error = refused(text);
    expect(error.exitCode).toBe(2);
    if (typeof message === "string") expect(error.message).toBe(message);
    else expect(error.message).toMatch(message);
  });

  const SEVERAL = `openapi: 3.0.3
paths:
  /v1/orders:
    get: { operationId: listOrders, responses: {} }
    post: { operationId: createOrder, responses: {} }
  /v1/shops:
    get: { responses: {} }
`;

  test.each([
    ["createOder", "createOrder (POST /v1/orders)"],
    ["post /v1/order", "createOrder (POST /v1/orders)"],
    ["/v1/shops", "GET /v1/shops"],
  ])("an unknown operation %s: the nearest, and how to see all", (wanted, near) => {
    const file = writeDocument({ "api.yaml": SEVERAL });
    expect(errorOf(() => interfaceOfOperation(file, wanted))).toEqual({
      exitCode: 2,
      message: `api.yaml:3: #/paths: has no operation ${JSON.stringify(wanted)}`,
      hint: `did you mean ${near}? witness suites --openapi ${file} lists all 3`,
    });
  });

  test("an unknown operation that is like none: those that there are", () => {
    expect(refused(SEVERAL, "payInvoice").hint).toBe(
      "use one of listOrders (GET /v1/orders), createOrder (POST /v1/orders), GET /v1/shops",
    );
    const many = Array.from(
      { length: 11 },
      (_, at) => `  /v1/things${at}: { get: { responses: {} } }`,
    );
    expect(refused(`openapi: 3.0.3\npaths:\n${many.join("\n")}\n`, "payInvoice").hint).toMatch(
      /^witness suites --openapi \S+api\.yaml lists all 11$/,
    );
    const only = orderDocument("{}");
    expect(refused(only, "creatOrder").hint).toBe("did you mean createOrder (POST /v1/orders)?");
    expect(refused(only, "payInvoice").hint).toBe("use createOrder (POST /v1/orders)");
  });

  test.each([
    [
      "https://api.example.com/v1/openapi.yaml?a=1&b",
      "https://api.example.com/v1/openapi.yaml?a=1&b",
      "curl -fsSL -o openapi.yaml 'https://api.example.com/v1/openapi.yaml?a=1&b' saves it; then use --openapi openapi.yaml",
    ],
    [
      "http://user:secret@localhost:8000/docs",
      "http://localhost:8000/docs",
      "curl -fsSL -o openapi.json http://localhost:8000/docs saves it; then use --openapi openapi.json",
    ],
    ["file:///tmp/api.yaml", "file:///tmp/api.yaml", "write the path of the file"],
  ])("a URL, before anything is read: %s", (url, named, hint) => {
    expect(errorOf(() => interfaceOfOperation(url, "createOrder"))).toEqual({
      exitCode: 2,
      message: url.startsWith("http")
        ? `only a file can be used here, not a URL: ${named}`
        : `--openapi takes a file or an http URL: ${named}`,
      hint,
    });
  });

  test("several operations and none chosen", () => {
    expect(refused(SEVERAL).message).toBe(
      "api.yaml:3: #/paths: has 3 operations: choose one with --operation",
    );
    expect(read(SEVERAL, "post /v1/orders").name).toBe("createOrder");
    expect(read(SEVERAL, "GET /v1/shops").name).toBe("GET-v1-shops");
  });

  test("a YAML of aliases that would grow without bound", () => {
    const aliases = ["a: &a [x, x, x, x, x, x, x, x, x]"];
    for (const [at, name] of [..."bcdefgh"].entries()) {
      const before = "abcdefgh"[at] ?? "";
      aliases.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(", ")}]`);
    }
    expect(refused(`openapi: 3.0.3\n${aliases.join("\n")}\n`).message).toMatch(
      /^api\.yaml: .*alias/i,
    );
  });
});

test("without documented responses, the stated request is valid by its schema, and every status is as documented", () => {
  const schema = {
    type: "object",
    required: ["size"],
    properties: { size: { type: "integer", default: 1234 } },
  };
  const operation = {
    requestBody: { required: true, content: { "application/json": { schema } } },
  };
  const document = {
    openapi: "3.1.0",
    info: { title: "a", version: "1" },
    paths: { "/a": { post: operation } },
  };
  const from = interfaceOfOperation("api.json", undefined, JSON.stringify(document));
  expect(isValidRequest(requestsOf(from).request(), from)).toBe(true);
  expect(from.responses).toEqual([
    { status: "default", at: "api.json#/paths/~1a/post", implied: true },
  ]);
  expect(from.clauses.filter(({ at }) => at !== undefined)).toEqual([]);
});
