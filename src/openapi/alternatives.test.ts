import { describe, expect, test } from "vitest";
import { orderDocument, removeDocuments, writeDocument } from "../../test/openapi/documents.ts";
import { interfaceOfOperation } from "./read-operation.ts";

removeDocuments();

const SCHEMAS = `components:
  schemas:
    Card: { type: object, required: [type, number], properties: { type: { type: string }, number: { type: string } } }
    Bank: { type: object, required: [type, iban], properties: { type: { type: string }, iban: { type: string } } }
    Cash: { type: object, properties: { type: { type: string } } }
    Coin: { type: object, properties: { type: { type: string } } }
`;

const read = (schema: string) =>
  interfaceOfOperation(writeDocument({ "api.yaml": orderDocument(schema, SCHEMAS) }), undefined);
const statedOf = (schema: string): string[] =>
  read(schema)
    .clauses.filter(
      ({ id, kind }) => kind === "stated" && /^(?!content).*-(required|type|format)$/.test(id),
    )
    .map(({ text }) => text);
const BOTH = "[{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Bank' }]";

describe("what is stated of alternatives", () => {
  test("nothing of what only one of them describes or requires", () => {
    const schema = `{ type: object, required: [id], properties: { id: { type: integer }, a: { type: string }, b: { type: boolean } },
      oneOf: [{ required: [a], properties: { b: { enum: [true] } } }, { required: [b] }] }`;
    expect(statedOf(schema.replaceAll("\n", " "))).toEqual([
      "id is a whole number.",
      "a is a text.",
      "id is required.",
    ]);
  });

  test("all that a single one says", () => {
    expect(statedOf("{ oneOf: [{ $ref: '#/components/schemas/Card' }] }")).toEqual([
      "type is a text.",
      "number is a text.",
      "type is required.",
      "number is required.",
    ]);
  });
});

test("nothing is stated of parameters that a document does not describe", () => {
  const { clauses } = read("{ type: object }");
  expect(clauses.find(({ id }) => id === "path")?.text).toBe(
    "The path is /v1/orders, below the base URL.",
  );
});

describe("the value of a discriminator", () => {
  test.each([
    ["the name of the schema", "", "Card"],
    [
      "from the mapping",
      ", mapping: { bank: '#/components/schemas/Bank', card: '#/components/schemas/Card' }",
      "card",
    ],
    ["from the mapping by name", ", mapping: { bank: Bank, card: Card }", "card"],
  ])("%s", (_, mapping, value) => {
    const {
      body,
      notExpressed = [],
      loose,
    } = read(`{ oneOf: ${BOTH}, discriminator: { propertyName: type${mapping} } }`);
    expect(body).toMatchObject({
      fields: [{ name: "type", type: { kind: "choice", values: [value] } }, { name: "number" }],
    });
    expect(notExpressed.filter((line) => line.includes("discriminator"))).toEqual([]);
    expect(loose).toBeUndefined();
  });
});

test("no body is known to be valid if only a discriminator tells alternatives apart", () => {
  const {
    body,
    loose,
    notExpressed = [],
  } = read(
    `{ oneOf: [{ $ref: '#/components/schemas/Cash' }, { $ref: '#/components/schemas/Coin' }], discriminator: { propertyName: type } }`,
  );
  expect(body).toMatchObject({ fields: [{ name: "type", type: { values: ["Cash"] } }] });
  expect(loose).toBe("guessed");
  expect(notExpressed.join("\n")).toContain(
    "fits several: only the discriminator tells them apart",
  );
});

describe("a value that could match two alternatives of oneOf", () => {
  const member = (alternatives: string): string =>
    `{ type: object, properties: { a: ${alternatives} } }`;

  test.each([
    [
      "numbers with bounds",
      "{ oneOf: [{ type: integer, maximum: 9 }, { type: integer, minimum: 5 }] }",
      true,
    ],
    ["objects", `{ oneOf: ${BOTH} }`, true],
    ["anyOf may match several", `{ anyOf: ${BOTH} }`, undefined],
    ["other types", "{ oneOf: [{ type: integer }, { type: string }] }", undefined],
    [
      "other values of a required member",
      "{ oneOf: [{ type: object, required: [k], properties: { k: { enum: [x] } } }, { type: object, required: [k], properties: { k: { enum: [y, z] } } }] }",
      undefined,
    ],
  ])("%s: only the stated request counts as valid: %s", (_, alternatives, loose) => {
    expect(read(member(alternatives)).loose).toBe(loose);
  });

  test("an optional member is left out of the body where it would match both", () => {
    const { body, notExpressed } = read(
      "{ type: object, properties: { a: { type: string }, b: { type: string } }, oneOf: [{ required: [a] }, { required: [b] }] }",
    );
    expect(body).toMatchObject({ fields: [{ name: "a", required: true }] });
    expect(notExpressed?.join("\n")).toContain("fits several: it is left out");
  });
});
