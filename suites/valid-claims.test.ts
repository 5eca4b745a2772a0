import Ajv2020Module from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { orderList, orderSubmission } from "../test/contract/order.ts";
import { userSubmission } from "../src/contract/index.ts";
import { drawCases, exampleBytes, isValidRequest } from "../src/generate/index.ts";
import { Case, type CaseRequest, type ClientRequest, type Interface } from "../src/model/index.ts";
import { removeDocuments, orderDocument, writeDocument } from "../test/openapi/documents.ts";
import { interfaceOfOperation } from "../src/openapi/index.ts";
import { sampled } from "../test/statistics.ts";
import { suitesFor } from "./index.ts";

removeDocuments();

const SCHEMA = {
  type: "object",
  required: ["name", "count", "state"],
  additionalProperties: false,
  properties: {
    name: { type: "string", minLength: 1, maxLength: 40 },
    code: { type: "string", pattern: "^[A-Z]{3}-[0-9]{4}$" },
    count: { type: "integer", minimum: 1, maximum: 500 },
    ratio: { type: "number", exclusiveMinimum: 0, multipleOf: 0.5 },
    state: { type: "string", enum: ["new", "paid", "sent"] },
    gift: { type: "boolean" },
    place: {
      type: "object",
      required: ["zip"],
      properties: { zip: { type: "integer" }, city: { type: "string" } },
    },
    tags: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 3, uniqueItems: true },
  },
};

const PARAMETERS = `openapi: 3.1.0
info: { title: Items, version: "1" }
paths:
  /items/{shop}:
    get:
      operationId: listItems
      parameters:
        - { name: shop, in: path, required: true, schema: { type: string, maxLength: 30 } }
        - { name: page, in: query, schema: { type: integer, minimum: 1, maximum: 1000, default: 1 } }
        - { name: sort, in: query, schema: { type: string, enum: [up, down] } }
        - { name: tags, in: query, schema: { type: array, items: { type: string } } }
        - { name: X-Trace, in: header, schema: { type: string, format: uuid } }
      responses: { "200": { description: found } }
`;

const read = (text: string, operation: string): Interface =>
  interfaceOfOperation(writeDocument({ "api.yaml": text }), operation);

const ofBody = read(orderDocument(JSON.stringify(SCHEMA)), "createOrder");
const ofParameters = read(PARAMETERS, "listItems");
const inForm = (mediaType: string): Interface =>
  read(
    PARAMETERS.replace("    get:", "    post:").replace(
      "      responses:",
      `      requestBody:
        required: true
        content: { ${mediaType}: { schema: ${JSON.stringify({ ...SCHEMA, properties: { ...SCHEMA.properties, place: { type: "string" } } })} } }
      responses:`,
    ),
    "listItems",
  );
const loose = read(
  orderDocument(JSON.stringify({ ...SCHEMA, not: { required: ["gift", "code"] } })),
  "createOrder",
);

const DRAWN = sampled("draws of each property", { all: 400, some: 40, sample: 4 });

const casesOf = (from: Interface): Case[] =>
  suitesFor(from).flatMap((suite) => [
    ...suite.cases,
    ...suite.properties.flatMap((property) => [...drawCases(suite.name, property, 3, DRAWN)]),
  ]);

describe.each<[name: string, from: Interface]>([
  ["the built-in interface", userSubmission],
  ["an interface file with nested fields", orderSubmission],
  ["an interface file without a body", orderList],
  ["a document with a body", ofBody],
  ["a document with parameters", ofParameters],
  ["a document with a form", inForm("application/x-www-form-urlencoded")],
  ["a document with a multipart form", inForm("multipart/form-data")],
  ["a document that states more than is expressed", loose],
])("of %s", (_, from) => {
  const cases = casesOf(from);

  test("a case is called valid exactly if its request is", () => {
    const different = cases.filter(
      ({ request, valid, sameIdentity }) =>
        (valid === true) !== (isValidRequest(request, from) && sameIdentity !== true),
    );
    expect(different.map(({ id }) => id)).toEqual([]);
    expect(cases.filter(({ valid }) => valid === true).length).toBeGreaterThan(0);
  });

  test("the cases fit their schema, and at most 60 are combinations", () => {
    expect(cases.flatMap((each) => Case.safeParse(each).error ?? [])).toEqual([]);
    const combined = cases.filter(({ id }) => id.startsWith("valid/combination-"));
    expect(combined.length).toBeLessThanOrEqual(60);
    const expressed = from.responses !== undefined && from.loose !== true;
    expect(combined.length > 5).toBe(expressed || from === orderSubmission);
  });

  test("every case of the suite valid is", () => {
    const others = cases.filter(({ id, valid }) => id.startsWith("valid/") && valid !== true);
    if (from.loose !== true) expect(others.map(({ id, request }) => [id, request])).toEqual([]);
  });
});

test("a default is sent, too, if another value is the example", () => {
  const SHOWN = {
    type: "object",
    properties: {
      size: { type: "integer", minimum: 1, maximum: 100, example: 7, default: 20 },
      sort: { type: "string", example: "up", default: "down" },
      page: { type: "integer", default: 1 },
    },
  };
  const from = read(orderDocument(JSON.stringify(SHOWN)), "createOrder");
  const reasons = casesOf(from)
    .filter(({ id }) => id.startsWith("valid/combination-"))
    .flatMap(({ reason }) => reason.split("; "));
  expect(reasons).toEqual(expect.arrayContaining(["size is its default", "sort is its default"]));
  expect(reasons).not.toContain("page is its default");
});

const isOnlyBody = (request: CaseRequest): request is ClientRequest =>
  request.sender === "client" && !request.headers && !request.method && !request.path;

describe("the schema itself decides", () => {
  const { Ajv2020 } = Ajv2020Module;
  const fits = new Ajv2020({ strict: false }).compile(SCHEMA);
  const bodies = casesOf(ofBody).flatMap(({ id, request, valid }) =>
    isOnlyBody(request)
      ? [{ id, valid, text: exampleBytes(request.body, ofBody).toString("utf8") }]
      : [],
  );
  const value = (text: string): unknown => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  };

  test("what is called valid fits the schema of the document", () => {
    const wrong = bodies.filter(({ valid, text }) => valid === true && !fits(value(text)));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test("what fits, and is not called valid, is in question for a reason that is written down", () => {
    const open = bodies.filter(
      ({ valid, text, id }) => valid !== true && !id.startsWith("repetition/") && fits(value(text)),
    );
    const unexplained = open.filter(({ text }) => !isInQuestion(text));
    expect(unexplained.map(({ id, text }) => [id, text.slice(0, 300)])).toEqual([]);
    expect(open.length).toBeGreaterThan(0);
  });
});

/** Names that occur twice, numbers in other notations, unpredictable or wide texts, members not described, large bodies. */
function isInQuestion(text: string): boolean {
  if (text.length > 8000) return true;
  const plain = JSON.stringify(JSON.parse(text));
  const names = (json: string): number =>
    (json.match(/"[^"\\]*(?:\\.[^"\\]*)*"\s*:/g) ?? []).length;
  const numbers = (json: string): string =>
    (json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, "").match(/-?\d[\d.eE+-]*/g) ?? [])
      .toSorted()
      .join();
  const place = (JSON.parse(text) as { place?: object }).place ?? {};
  return (
    names(plain) !== names(text) ||
    numbers(plain) !== numbers(text) ||
    /\\u(?:0000|d[89a-f])|[^\u0000-\u007e]/i.test(plain) ||
    Object.keys(place).some((name) => name !== "zip" && name !== "city") ||
    !("zip" in place && Number.isSafeInteger(place.zip))
  );
}
