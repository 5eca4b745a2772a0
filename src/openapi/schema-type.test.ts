import { describe, expect, test } from "vitest";
import { orderDocument, removeDocuments, writeDocument } from "../../test/openapi/documents.ts";
import { type FieldType, kindOf } from "../kinds/index.ts";
import { interfaceOfOperation } from "./read-operation.ts";

removeDocuments();

const read = (document: string) =>
  interfaceOfOperation(writeDocument({ "api.yaml": document }), undefined);
const bodyOf = (schema: string, more = "") => {
  const { body, notExpressed = [] } = read(orderDocument(schema, more));
  return { body, notExpressed };
};

describe("schemas", () => {
  test.each([
    [
      "{ type: integer, minimum: 1, maximum: 5, exclusiveMinimum: true }",
      { kind: "whole-number", min: 2, max: 5 },
    ],
    [
      "{ type: integer, format: int64 }",
      { kind: "whole-number", min: "-9223372036854775808", max: "9223372036854775807" },
    ],
    [
      "{ type: integer, minimum: 0.5, multipleOf: 5 }",
      { kind: "whole-number", min: 1, multipleOf: 5 },
    ],
    ["{ type: string, format: date-time }", { kind: "date-time" }],
    [
      "{ type: array, minItems: 2, maxItems: 9, items: { type: integer } }",
      { kind: "list", items: { kind: "whole-number" }, minItems: 2, maxItems: 9 },
    ],
    [
      "{ type: object, additionalProperties: false }",
      { kind: "object", fields: [], further: false },
    ],
    [
      "{ minimum: 1, type: integer, allOf: [{ minimum: 3 }, { maximum: 8 }] }",
      { kind: "whole-number", min: 3, max: 8 },
    ],
  ])("%s", (schema, type) => expect(bodyOf(schema)).toEqual({ body: type, notExpressed: [] }));

  test("null beside a value is told, wherever it stands", () => {
    const of31 = (schema: string) =>
      read(
        orderDocument(`{ type: object, properties: { a: ${schema} } }`).replace("3.0.3", "3.1.0"),
      ).body;
    const nullable = {
      kind: "object",
      fields: [{ name: "a", required: false, type: { kind: "whole-number", nullable: true } }],
    };
    expect(of31("{ type: [integer, 'null'] }")).toEqual(nullable);
    expect(of31("{ anyOf: [{ type: integer }, { type: 'null' }] }")).toEqual(nullable);
    const choice = { kind: "choice", values: ["a", "b"] };
    const enumOf = (list: string) => of31(`{ type: [string, 'null'], enum: ${list} }`);
    expect(enumOf("[a, b]")).toMatchObject({ fields: [{ type: choice }] });
    expect(enumOf("[a, b]")).not.toMatchObject({ fields: [{ type: { nullable: true } }] });
    expect(enumOf("[a, b, null]")).toMatchObject({ fields: [{ type: { nullable: true } }] });
    const flagged = (list: string) =>
      bodyOf(`{ type: object, properties: { a: { type: string, nullable: true, enum: ${list} } } }`)
        .body;
    expect(flagged("[a, b]")).toMatchObject({ fields: [{ type: { alternatives: "null" } }] });
    expect(flagged("[a, b, null]")).toMatchObject({ fields: [{ type: { nullable: true } }] });
    expect(
      bodyOf("{ type: object, properties: { a: { type: integer, nullable: true } } }").body,
    ).toEqual(nullable);
  });

  test("of alternatives, the first that can be sent is sent, and that is said", () => {
    const { body, notExpressed } = bodyOf(
      "{ type: object, properties: { a: { oneOf: [{ type: object, required: [b], properties: { b: { type: string, minLength: 2, maxLength: 1 } } }, { type: integer }] } } }",
    );
    expect(body).toEqual({
      kind: "object",
      fields: [{ name: "a", required: false, type: { kind: "whole-number", alternatives: "all" } }],
    });
    expect(notExpressed).toContain(
      "api.yaml#/paths/~1v1~1orders/post/requestBody/content/application~1json/schema/properties/a/oneOf: oneOf: only one of the 2 alternatives is sent",
    );
  });

  test("a member that would not fit is left out, and that is said", () => {
    const schema = "api.yaml#/paths/~1v1~1orders/post/requestBody/content/application~1json/schema";
    expect(
      bodyOf("{ type: object, properties: { a: { type: string, not: { type: string } } } }"),
    ).toEqual({
      body: { kind: "object", fields: [] },
      notExpressed: [
        `${schema}/properties/a/not: not is not expressed`,
        `${schema}: $.a must not be valid: it is left out`,
      ],
    });
  });

  test("kinds of texts", () => {
    const types = {
      plain: [
        "{ type: string, minLength: 2, maxLength: 8 }",
        { kind: "text", minLength: 2, maxLength: 8 },
      ],
      pattern: ["{ type: string, pattern: '^a+$' }", { kind: "text", pattern: "^a+$" }],
      day: ["{ type: string, format: date }", { kind: "date" }],
      one: ["{ type: string, format: uuid }", { kind: "uuid" }],
      mail: ["{ type: string, format: email }", { kind: "email" }],
      link: ["{ type: string, format: uri }", { kind: "uri" }],
      peer: ["{ type: string, format: ipv4 }", { kind: "ipv4" }],
      flag: ["{ type: boolean }", { kind: "boolean" }],
      share: [
        "{ type: number, minimum: 0, maximum: 1, exclusiveMaximum: true }",
        { kind: "number", min: 0, exclusiveMax: 1 },
      ],
      state: ["{ type: string, enum: [new, paid] }", { kind: "choice", values: ["new", "paid"] }],
    };
    const properties = Object.entries(types).map(
      ([name, [schema]]) => `${name}: ${schema as string}`,
    );
    expect(bodyOf(`{ type: object, properties: { ${properties.join(", ")} } }`)).toEqual({
      body: {
        kind: "object",
        fields: Object.entries(types).map(([name, [, type]]) => ({ name, required: false, type })),
      },
      notExpressed: [],
    });
  });

  test("an example is sent where it fits, of the schema or of the whole body", () => {
    const schema =
      "{ type: object, properties: { a: { type: string, example: mine }, b: { type: integer, example: none }, c: { type: array, items: { type: string } } } }";
    const document = orderDocument(`${schema}\n            example: { a: outer, c: [one] }`);
    expect(read(document).body).toEqual({
      kind: "object",
      fields: [
        { name: "a", required: false, type: { kind: "text" }, example: "outer" },
        { name: "b", required: false, type: { kind: "whole-number" } },
        {
          name: "c",
          required: false,
          type: { kind: "list", items: { kind: "text" } },
          example: ["one"],
        },
      ],
    });
  });

  test.each([
    "not: { type: string }",
    "patternProperties: { ^a: {} }",
    "minProperties: 1",
    "if: {}",
  ])("%s is listed", (keyword) => {
    const { notExpressed } = bodyOf(
      `{ type: object, properties: { a: { type: integer } }, ${keyword} }`,
    );
    const name = keyword.split(":")[0];
    expect(notExpressed).toEqual([
      `api.yaml#/paths/~1v1~1orders/post/requestBody/content/application~1json/schema/${name}: ${name} is not expressed`,
    ]);
  });

  test.each([
    ["^[A-Z]{3}-\\d{4}[a-z]$", true],
    ["^(AB|CD)-\\d{6}$", true],
    ["^[A-Z]{3}$", false],
    ["^\\d{5}$", false],
  ])("a required text that matches %s is fresh: %s", (pattern, isFresh) => {
    const { body } = bodyOf(
      `{ type: object, required: [a], properties: { a: { type: string, pattern: '${pattern}' } } }`,
    );
    const type = { kind: "text", pattern, ...(isFresh && { fresh: true }) };
    expect(body).toMatchObject({ fields: [{ name: "a", type }] });
  });

  test("a list that holds itself is cut off where it may be empty", () => {
    const { body, notExpressed } = bodyOf(
      '{ $ref: "#/components/schemas/Node" }',
      `components:
  schemas:
    Node:
      type: object
      required: [id, children]
      properties: { id: { type: integer }, children: { type: array, items: { $ref: "#/components/schemas/Node" } } }`,
    );
    expect(body).toEqual({
      kind: "object",
      fields: [
        { name: "id", required: true, type: { kind: "whole-number", fresh: true } },
        {
          name: "children",
          required: true,
          type: {
            alternatives: "all",
            kind: "list",
            items: { kind: "object", fields: [] },
            maxItems: 0,
          },
        },
      ],
    });
    expect(notExpressed).toEqual([
      "api.yaml#/components/schemas/Node/properties/children/items: Node is endlessly recursive: children is sent as an empty list",
    ]);
  });

  test.each([
    // max_digits 8, decimal_places 2, as Django REST framework writes it.
    [
      "multipleOf: 0.01, maximum: 1000000, minimum: 0",
      ["0", "999999.99", "7.5"],
      ["-1", "1000000", "1.005", ""],
    ],
    ["multipleOf: 0.01, maximum: 1000, minimum: -1000", ["-999.99", "12"], ["1000", " 1", "1e2"]],
    ["maximum: 500, minimum: 0", ["500", "499.123456", "60"], ["500.1", "501", "1000"]],
    ["multipleOf: 1", ["-42"], ["4.2"]],
    // max_digits 6, decimal_places 2, as drf-spectacular writes it.
    [
      "pattern: '^-?\\d{0,4}(?:\\.\\d{0,2})?$'",
      ["1234.56", "-7", "0.5"],
      ["", "-", ".5", "1.", "12345", "1.234"],
    ],
  ] as const)("a text of format decimal with %s", (limits, fitting, others) => {
    const { body, notExpressed } = bodyOf(
      `{ type: object, properties: { a: { type: string, format: decimal, ${limits} } } }`,
    );
    if (body?.kind !== "object") throw new Error("no object");
    const type = body.fields[0]?.type as FieldType;
    expect(fitting.filter((text) => !kindOf(type).fits(type, text))).toEqual([]);
    expect(others.filter((text) => kindOf(type).fits(type, text))).toEqual([]);
    expect(notExpressed).toEqual([]);
  });

  test.each([
    ["time", ["12:00:00Z", "23:59:59.5+01:30"], ["12:00:00", "24:00:00Z", "noon", ""]],
    ["duration", ["P1D", "PT1H30M", "P2Y", "P3W", "P1M2DT4S"], ["P", "PT", "1D", "P1H", "P1DT"]],
    ["hostname", ["a", "example.com", "a-1.b2"], ["-a", "a.", "a_b", "a..b", ""]],
    ["json-pointer", ["", "/a", "/a~1b/0"], ["#/a", "a", "/~2"]],
    ["relative-json-pointer", ["0", "1/a", "2#"], ["/a", "01", ""]],
    ["byte", ["", "YQ==", "YWI=", "YWJj"], ["YQ", "YQ=", "a", "!!!!"]],
  ])("a text of format %s is made and told as one", (format, fitting, others) => {
    const { body, notExpressed } = bodyOf(
      `{ type: object, properties: { a: { type: string, format: ${format} } } }`,
    );
    if (body?.kind !== "object") throw new Error("no object");
    const type = body.fields[0]?.type as FieldType;
    const { fits, words, text } = kindOf(type);
    const made = [1, 2, 3].map((nth) => text(type, 100_000_000 + nth));
    expect([...fitting, ...made].filter((each) => !fits(type, each))).toEqual([]);
    expect(others.filter((each) => fits(type, each))).toEqual([]);
    expect(words(type)).toBe(`a text of the format ${format}`);
    expect(notExpressed).toEqual([]);
  });
});
