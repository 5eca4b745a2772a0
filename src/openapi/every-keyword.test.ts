import { describe, expect, test } from "vitest";
import { kindOf } from "../kinds/index.ts";
import { removeDocuments, writeDocument } from "../../test/openapi/documents.ts";
import { interfaceOfOperation } from "./read-operation.ts";

removeDocuments();

/** One operation with everything that a document can say and a request cannot. */
const DOCUMENT = `openapi: 3.0.3
info: { title: Things, version: "1" }
security: [{ key: [] }, { session: [] }]
paths:
  /things/{thingId}:
    parameters:
      - { name: thingId, in: path, required: true, schema: { type: integer } }
    post:
      operationId: addThing
      parameters:
        - { name: tag, in: query, schema: { type: array, items: { type: string } } }
        - { name: ids, in: query, style: pipeDelimited, explode: false, schema: { type: array, items: { type: integer } } }
        - { name: filter, in: query, style: deepObject, schema: { type: object, properties: { a: { type: string } } } }
        - { name: where, in: query, content: { application/json: { schema: { type: object } } } }
        - { name: sid, in: cookie, schema: { type: string } }
        - { name: X-Trace, in: header, schema: { type: string } }
        - { name: X-List, in: header, schema: { type: array, items: { type: string } } }
      requestBody:
        required: true
        content:
          multipart/form-data: { schema: { type: object } }
          application/xml: { schema: { type: object } }
          application/json:
            schema:
              allOf:
                - { $ref: "#/components/schemas/Base" }
                - { $ref: "#/components/schemas/More" }
              discriminator: { propertyName: kind }
      responses:
        "201":
          description: made
          headers: { Location: { schema: { type: string } } }
          links: { self: { operationId: addThing } }
          content:
            application/xml: {}
            application/json: { schema: { $ref: "#/components/schemas/Base" } }
      callbacks: { done: { "https://example.com/done": { post: { responses: {} } } } }
components:
  securitySchemes:
    key: { type: apiKey, in: query, name: key }
    session: { type: apiKey, in: cookie, name: sid }
  schemas:
    Base:
      type: object
      required: [id]
      properties:
        id: { type: integer }
        made: { type: string, readOnly: true }
        secret: { type: string, writeOnly: true }
        note: { type: string, nullable: true }
    More:
      type: object
      properties:
        either: { oneOf: [{ type: integer }, { type: number }] }
        shape: { oneOf: [{ type: object, required: [r], properties: { r: { type: integer } } }, { type: object, required: [a], properties: { a: { type: integer } } }] }
        any: { anyOf: [{ type: string, maxLength: 5 }, { type: boolean }] }
        none: { type: string, not: { enum: [x] } }
        map: { type: object, additionalProperties: { type: integer } }
        closed: { type: object, additionalProperties: false, properties: { a: { type: string } } }
        some: { type: object, properties: { a: { type: string } }, patternProperties: { "^x-": { type: string } } }
        least: { type: object, properties: { a: { type: string } }, minProperties: 1 }
        pick: { type: array, items: { type: string, enum: [a, b] }, uniqueItems: true, minItems: 1, maxItems: 2 }
        odd: { type: string, format: idn-hostname }
        code: { type: string, pattern: "^[a-z]{3}$" }
        free: {}
        never: { type: array }
`;

const AT = "api.yaml#/paths/~1things~1{thingId}/post";
const MORE = "api.yaml#/components/schemas/More/properties";

describe("a document with every keyword", () => {
  const {
    parameters = [],
    body,
    credentials,
    loose,
    clauses,
    notExpressed,
  } = interfaceOfOperation(writeDocument({ "api.yaml": DOCUMENT }), "addThing");

  test("what is expressed", () => {
    expect(parameters.map(({ in: place, name }) => `${place} ${name}`)).toEqual([
      "path thingId",
      "query tag",
      "query ids",
      "query filter[a]",
      "header X-Trace",
      "header X-List",
    ]);
    const fields = body?.kind === "object" ? body.fields : [];
    expect(fields.map(({ name, type }) => `${name}: ${kindOf(type).words(type)}`)).toEqual([
      "id: a whole number",
      "secret: a text",
      "note: a text, or null",
      "shape: an object",
      "any: a text of at most 5 characters",
      "none: a text",
      "map: an object",
      "closed: an object",
      "some: an object",
      "least: an object",
      "pick: a list of at least 1 and at most 2 items without repeated items",
      "odd: a text",
      "code: a text that matches ^[a-z]{3}$",
      "free: a text",
      "never: a list of at most 0 items",
    ]);
  });

  test("what is listed", () => {
    expect(notExpressed).toEqual([
      `${AT}/parameters/3: where is described by content, not by a schema: query parameter where is not sent`,
      `${AT}/parameters/4: cookie sid is not sent`,
      `${AT}/responses/201: schemas of headers of the response`,
      `${AT}/responses/201: links of the response`,
      `${AT}/requestBody: a body of multipart/form-data`,
      `${AT}/requestBody: a body of application/xml`,
      `${AT}/requestBody/content/application~1json/schema/discriminator: discriminator is not expressed`,
      `${MORE}/either/oneOf: oneOf: only one of the 2 alternatives is sent`,
      `${MORE}/shape/oneOf: oneOf: only one of the 2 alternatives is sent`,
      `${MORE}/any/anyOf: anyOf: only one of the 2 alternatives is sent`,
      `${MORE}/none/not: not is not expressed`,
      `${MORE}/some/patternProperties: patternProperties is not expressed`,
      `${MORE}/least/minProperties: minProperties is not expressed`,
      `${MORE}/odd: format idn-hostname: the one value "example.com" is sent`,
      `${MORE}/never: its items are not described: never is sent as an empty list`,
      `${AT}/callbacks: callbacks are ignored`,
      `${AT}/requestBody/content/application~1json/schema: $.either must fit only one of the alternatives of oneOf, and fits several: it is left out`,
    ]);
  });

  test("what is not expressed is not stated either, and not taken for valid", () => {
    const kinds = new Map(clauses.map(({ id, kind }) => [id, kind]));
    const open = ["shape-type", "shape-r-type", "shape-r-required", "any-type", "free-type"];
    expect(open.map((id) => kinds.get(id))).toEqual(open.map(() => "not shown"));
    expect(kinds.get("closed-a-required")).toBe("stated");
    expect(loose).toBe(true);
    expect(credentials).toEqual([["key in the query"], ["Cookie"]]);
  });
});
