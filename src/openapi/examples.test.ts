import { describe, expect, test } from "vitest";
import { exampleBytes, requestsOf } from "../generate/index.ts";
import { orderDocument, removeDocuments, writeDocument } from "../../test/openapi/documents.ts";
import { interfaceOfOperation } from "./read-operation.ts";

removeDocuments();

const read = (document: string) =>
  interfaceOfOperation(writeDocument({ "api.yaml": document }), undefined);

/** The body of the valid request and its path, as they are sent, and what is listed. */
function sent(document: string) {
  const from = read(document);
  const requests = requestsOf(from);
  const body = exampleBytes(requests.body(), from).toString("utf8");
  return {
    body: body === "" ? undefined : (JSON.parse(body) as unknown),
    path: exampleBytes(requests.path(), from).toString("utf8"),
    notes: (from.notExpressed ?? []).map((line) => line.replace(/^.*\/schema\//, "")),
    loose: from.loose,
  };
}
const bodyOf = (schema: string, { media = "", version = "3.1.0", more = "" } = {}) =>
  sent(
    orderDocument(`${schema}${media === "" ? "" : `\n            ${media}`}`, more).replace(
      "3.0.3",
      version,
    ),
  );

const THING =
  "{ type: object, required: [id], properties: { id: { type: integer, readOnly: true }, name: { type: string, example: Ada }, size: { type: integer, example: 3 }, tags: { type: array, items: { type: string } } } }";

describe("the example of a body", () => {
  test.each<[rule: string, media: string, body: object]>([
    [
      "fills what it gives, the schema's examples the rest",
      "example: { name: Eve }",
      { name: "Eve", size: 3 },
    ],
    [
      "of several, the first is used",
      "examples: { a: { value: { size: 1 } }, b: { value: { size: 2 } } }",
      { name: "Ada", size: 1 },
    ],
    [
      "of several, the first valid one is used",
      "examples: { wrong: { value: { size: big } }, right: { value: { size: 2 } } }",
      { name: "Ada", size: 2 },
    ],
    ["has no members that are read-only", "example: { id: 7, size: 1 }", { name: "Ada", size: 1 }],
    [
      "has lists, whole",
      "example: { tags: [red, blue] }",
      { name: "Ada", size: 3, tags: ["red", "blue"] },
    ],
  ])("%s", (_, media, body) => {
    const found = bodyOf(THING, { media });
    expect(found.body).toMatchObject(body);
    expect(Object.keys(found.body as object)).toEqual(["name", "size", "tags"]);
    expect(found.notes).toEqual([]);
  });

  test("is not sent where it contradicts its schema, which is listed", () => {
    const { body, notes } = bodyOf(THING, {
      media: "example: { name: 5, size: 9, tags: [red, 1] }",
    });
    expect(body).toEqual({ name: "Ada", size: 9, tags: ["red"] });
    expect(notes).toEqual([
      "api.yaml#/paths/~1v1~1orders/post/requestBody/content/application~1json/example/name: 5 is not a text, and is not sent",
      "api.yaml#/paths/~1v1~1orders/post/requestBody/content/application~1json/example/tags/1: 1 is not a text, and is not sent",
    ]);
  });

  test("is not sent where a rule forbids it that no kind has", () => {
    const schema =
      "{ type: object, properties: { a: { type: string, format: uri, pattern: '^https:', example: 'http://a.example' }, b: { type: string, example: x, not: { enum: [x] } } } }";
    const { body, notes } = bodyOf(schema);
    expect(body).toMatchObject({ b: expect.not.stringMatching(/^x$/) as string });
    expect(notes.at(-1)).toMatch(/\$\.b must not be valid: the example is not sent$/);
  });

  test("may be in another file of which nothing is read", () => {
    const media = "examples: { far: { externalValue: thing.json }, near: { value: { size: 4 } } }";
    const { body, notes } = bodyOf(THING, { media });
    expect(body).toMatchObject({ size: 4 });
    expect(notes).toEqual([
      "api.yaml#/paths/~1v1~1orders/post/requestBody/content/application~1json/examples/far/externalValue: the file of an example is not read",
    ]);
  });

  test("may be a list or a plain value", () => {
    expect(
      bodyOf("{ type: array, items: { type: string } }", { media: "example: [a, b]" }).body,
    ).toEqual(["a", "b"]);
    expect(bodyOf("{ type: string }", { media: "example: hello" }).body).toBe("hello");
  });

  test("of items that are objects, each has its own members", () => {
    const schema =
      "{ type: array, items: { type: object, properties: { sku: { type: string }, count: { type: integer, default: 4 } } } }";
    const media = "example: [{ sku: A, count: 1 }, { sku: B, count: 2 }]";
    expect(bodyOf(schema, { media }).body).toEqual([
      { sku: "A", count: 1 },
      { sku: "B", count: 2 },
    ]);
  });

  test("chooses the alternative that it shows", () => {
    const more = `components:
  schemas:
    Card: { type: object, required: [kind, number], properties: { kind: { type: string }, number: { type: string } } }
    Bank: { type: object, required: [kind, iban], properties: { kind: { type: string }, iban: { type: string } } }`;
    const either =
      "oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Bank' }]";
    const whole = bodyOf(`{ ${either} }`, { media: "example: { kind: b, iban: DE1 }", more });
    expect(whole.body).toMatchObject({ kind: "b", iban: "DE1" });
    const part = bodyOf(`{ ${either}, discriminator: { propertyName: kind } }`, {
      media: "example: { kind: Bank }",
      more,
    });
    expect(part.body).toMatchObject({ kind: "Bank", iban: expect.any(String) as string });
  });
});

describe("the example of a schema", () => {
  test.each<[rule: string, schema: string, version: string, value: unknown]>([
    ["example", "type: integer, example: 5", "3.0.3", 5],
    ["the first of examples", "type: integer, examples: [6, 7]", "3.1.0", 6],
    ["the first valid one", "type: integer, examples: [six, 7]", "3.1.0", 7],
    ["example before default", "type: integer, default: 8, example: 5", "3.0.3", 5],
    ["default, if it is all there is", "type: integer, default: 8", "3.0.3", 8],
    [
      "default, if the example is invalid",
      "type: integer, maximum: 9, example: 50, default: 8",
      "3.0.3",
      8,
    ],
    ["const", "const: 9, example: 5", "3.1.0", 9],
    ["the first of enum", "enum: [a, b]", "3.1.0", "a"],
    ["another of enum", "enum: [a, b], example: b", "3.1.0", "b"],
    [
      "beside null",
      "anyOf: [{ type: integer, examples: [4] }, { type: 'null' }], default: null",
      "3.1.0",
      4,
    ],
  ])("%s", (_, schema, version, value) => {
    expect(bodyOf(`{ type: object, properties: { a: { ${schema} } } }`, { version }).body).toEqual({
      a: value,
    });
  });

  test("of the parts of allOf, each shows its own members", () => {
    const part = (name: string, value: number): string =>
      `{ type: object, properties: { ${name}: { type: integer } }, example: { ${name}: ${value} } }`;
    expect(bodyOf(`{ allOf: [${part("a", 1)}, ${part("b", 2)}] }`).body).toEqual({ a: 1, b: 2 });
  });
});

describe("a map", () => {
  const map = (keywords: string, media = "") =>
    bodyOf(`{ type: object, properties: { map: { type: object, ${keywords} } } }`, { media });

  test.each<[rule: string, keywords: string, value: object]>([
    [
      "with an example is sent with it",
      "additionalProperties: { type: string }, example: { team: core, tier: gold }",
      { team: "core", tier: "gold" },
    ],
    [
      "without one is sent with one member",
      "additionalProperties: { type: integer, example: 2 }",
      { key: 2 },
    ],
    [
      "is sent with as many as it must have",
      "additionalProperties: { type: integer, example: 2 }, minProperties: 2",
      { key: 2, key2: 2 },
    ],
    [
      "is sent with names that it allows",
      "additionalProperties: { type: boolean, example: true }, propertyNames: { enum: [on, off] }",
      { on: true },
    ],
    [
      "is sent with names of the stated pattern",
      "additionalProperties: { type: boolean, example: true }, propertyNames: { pattern: '^x{3}$' }",
      { xxx: true },
    ],
    [
      "of any values is sent with its example",
      "additionalProperties: true, example: { a: 1.5, b: [x], c: { d: true }, e: null }",
      { a: 1.5, b: ["x"], c: { d: true } },
    ],
    ["of which nothing is stated is sent with its example", "example: { a: 1 }", { a: 1 }],
    ["of any values without an example is empty", "additionalProperties: true", {}],
    [
      "of maps",
      "additionalProperties: { type: object, additionalProperties: { type: string, example: x } }",
      { key: { key: "x" } },
    ],
    [
      "with named members has those",
      "properties: { a: { type: integer, example: 1 } }, additionalProperties: { type: string }",
      { a: 1 },
    ],
  ])("%s", (_, keywords, value) => expect(map(keywords).body).toMatchObject({ map: value }));

  test("that may have no further members is sent without those of the example, which is listed", () => {
    const { body, notes } = map(
      "properties: { a: { type: integer } }, additionalProperties: false, example: { a: 1, b: 2 }",
    );
    expect(body).toEqual({ map: { a: 1 } });
    expect(notes).toEqual(["properties/map/example/b: b is not described, and is not sent"]);
  });

  test("that leads to itself is cut off", () => {
    const more = `components: { schemas: { Tree: { type: object, additionalProperties: { $ref: "#/components/schemas/Tree" } } } }`;
    expect(bodyOf("{ $ref: '#/components/schemas/Tree' }", { more }).body).toEqual({});
  });
});

describe("the example of a parameter", () => {
  const pathOf = (id: string, page = "schema: { type: integer }") =>
    sent(`openapi: 3.0.3
info: { title: Things, version: "1" }
paths:
  /things/{id}:
    get:
      parameters:
        - { name: id, in: path, required: true, ${id} }
        - { name: page, in: query, ${page} }
      responses: { "200": { description: one } }
`).path;

  test.each([
    ["its own", "schema: { type: integer, example: 3 }, example: 7"],
    [
      "the first of its own",
      "schema: { type: integer, example: 3 }, examples: { one: { value: 7 }, two: { value: 8 } }",
    ],
    ["of its schema", "schema: { type: integer, example: 7 }"],
    [
      "its schema's, where its own is invalid",
      "schema: { type: integer, example: 7 }, example: seven",
    ],
    ["a text for a number", 'schema: { type: integer }, example: "7"'],
    ["a number for a text", "schema: { type: string, maxLength: 5 }, example: 7"],
  ])("%s", (_, id) => expect(pathOf(id)).toMatch(/^\/things\/7\?page=/));

  test("of a list has all items", () => {
    const list = "schema: { type: array, items: { type: integer } }, example: [1, 2]";
    expect(pathOf("schema: { type: integer, example: 7 }", list)).toBe("/things/7?page=1&page=2");
  });
});

describe("the identity of a request", () => {
  const freshIn = (properties: string, names: string): string[] => {
    const { body } = read(
      orderDocument(`{ type: object, required: [${names}], properties: { ${properties} } }`),
    );
    const fields = body?.kind === "object" ? body.fields : [];
    return fields
      .filter(({ type }) => "fresh" in type && type.fresh === true)
      .map(({ name }) => name);
  };
  const CUSTOMER = "customerId: { type: integer, example: 7 }";

  test.each([
    [
      "is no example of something else that has to exist",
      `${CUSTOMER}, title: { type: string, example: Book }`,
      "customerId, title",
      ["title"],
    ],
    [
      "is a member without an example, before one with it",
      `title: { type: string, example: Book }, orderId: { type: integer }`,
      "title, orderId",
      ["orderId"],
    ],
    [
      "is the id, even with an example",
      "id: { type: integer, example: 1 }, name: { type: string }",
      "id, name",
      ["id"],
    ],
    ["is a member with an example, if there is no other", CUSTOMER, "customerId", ["customerId"]],
  ])("%s", (_, properties, names, fresh) => expect(freshIn(properties, names)).toEqual(fresh));
});

describe("a format that is not read", () => {
  const ofFormat = (format: string, required: string, more = "") =>
    bodyOf(
      `{ type: object, required: [${required}], properties: { a: { type: string, format: ${format}${more} }, b: { type: integer, example: 1 } } }`,
    );

  test.each([
    [
      "iban, which is required: no request is known to be valid",
      "iban",
      "a",
      "",
      [expect.any(String)],
      "guessed",
    ],
    ["iban with an example: the stated request is", "iban", "a", ", example: DE89", ["DE89"], true],
    ["iban, which is optional: it is left out", "iban", "b", "", [], undefined],
    [
      "uri-template, of which one text is known: the stated request is",
      "uri-template",
      "a",
      "",
      ["https://example.com/{id}"],
      true,
    ],
  ])("%s", (_, format, required, more, values, loose) => {
    const found = ofFormat(format, required, more);
    expect(found.loose).toBe(loose);
    expect(
      Object.entries(found.body ?? {}).flatMap(([name, value]) => (name === "a" ? [value] : [])),
    ).toEqual(values);
  });
});

describe("a pattern of another language than ECMAScript", () => {
  const text = (pattern: string, more = "") =>
    bodyOf(
      `{ type: object, required: [a], properties: { a: { type: string, pattern: '${pattern}'${more} }, b: { type: integer, example: 1 } } }`,
    );

  test.each([
    ["\\A[a-z]{3}\\z", /^[a-z]{3}$/],
    ["(?i)^ab\\d{2}$", /^ab\d{2}$/i],
    ["^\\d{3}\\-[[:upper:]]++$", /^\d{3}-[A-Z]+$/],
    ["^(?>ab|a)c$", /^(ab|a)c$/],
  ])("%s is translated, and such a text is sent", (pattern, matching) => {
    const { body, notes } = text(pattern);
    expect(body).toMatchObject({ a: expect.stringMatching(matching) as string, b: 1 });
    expect(notes).toEqual([]);
  });

  test("without a translation is listed, and the operation is sent", () => {
    const { body, notes, loose } = text("^(a(?R)?b)$");
    expect(body).toMatchObject({ a: expect.any(String) as string, b: 1 });
    expect([notes, loose]).toEqual([
      [
        "properties/a/pattern: the pattern ^(a(?R)?b)$ has no counterpart in ECMAScript, and is not checked",
      ],
      "guessed",
    ]);
    const shown = text("^(a(?R)?b)$", ", example: aabb");
    expect([shown.body, shown.loose]).toEqual([{ a: "aabb", b: 1 }, true]);
  });

  test("without a translation: an optional text is left out, since none is known to match", () => {
    const { body, notes, loose } = bodyOf(
      "{ type: object, properties: { a: { type: string, pattern: '(?R)' }, b: { type: integer, example: 1 }, c: { type: array, items: { type: string, pattern: '(?R)' } } } }",
    );
    expect([body, loose]).toEqual([{ b: 1, c: [] }, undefined]);
    expect(notes).toContain(
      "properties/a: no value is known to match its pattern, format or lengths, and it has no example: a is not sent",
    );
  });

  test("judges no response where it is not exact, and others as always", () => {
    const from = read(
      orderDocument("{ type: object }").replace(
        "{ description: made }",
        () =>
          `{ description: made, content: { application/json: { schema: { type: object, patternProperties: { '(?R)': {} }, additionalProperties: false, properties: { a: { type: string, pattern: '(?i)^ab$' }, b: { type: string, pattern: '^b\\Z' }, c: { not: { pattern: '(?R)' } } } } } } }`,
      ),
    );
    expect(from.responses?.[0]?.content?.[0]?.schema).toEqual({
      type: "object",
      properties: { a: { type: "string", pattern: "^[aA][bB]$" }, b: { type: "string" }, c: {} },
    });
  });
});
