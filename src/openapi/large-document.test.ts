import { expect, test, vi } from "vitest";
import { statedFields, statedSlots } from "../contract/index.ts";
import { DocumentPart } from "./document-part.ts";
import { removeDocuments, writeDocument } from "../../test/openapi/documents.ts";
import { interfaceOfOperation } from "./read-operation.ts";

removeDocuments();

const REFS = 20_000;

const ref = (nth: number) => ({ $ref: `#/components/schemas/S${nth}` });

/** One operation whose body and response have these schemas, and the schemas that they lead to. */
const documentOf = (body: unknown, response: unknown, schemas: unknown[]): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Large", version: "1" },
    paths: {
      "/v1/things": {
        post: {
          requestBody: { content: { "application/json": { schema: body } } },
          responses: {
            200: { description: "", content: { "application/json": { schema: response } } },
          },
        },
      },
    },
    components: {
      schemas: Object.fromEntries(schemas.map((schema, nth) => [`S${nth}`, schema])),
    },
  });

/** Each schema refers to this many others, which lead back to it in many ways. */
function net(perSchema: number): unknown[] {
  const count = REFS / perSchema;
  return Array.from({ length: count }, (_, nth) => ({
    type: "object",
    properties: Object.fromEntries([
      ["id", { type: "string" }],
      ...Array.from({ length: perSchema }, (_, member) => {
        const other = ref((nth * 7 + member * 13 + 1) % count);
        const type = member % 2 === 0 ? other : { oneOf: [{ type: "integer" }, other] };
        return [`p${member}`, type];
      }),
    ]),
  }));
}

const chain = Array.from({ length: REFS }, (_, nth) => ({
  type: "object",
  properties: { id: { type: "string" }, next: ref(Math.min(nth + 1, REFS - 1)) },
}));

const THING = { type: "object", properties: { id: { type: "string" } } };

test.each([
  ["a response that leads to all of them", documentOf(THING, ref(0), net(20))],
  ["a body that leads to all of them", documentOf(ref(0), THING, net(20))],
  ["a response that leads to one after the other", documentOf(THING, ref(0), chain)],
  ["a body that leads to one after the other", documentOf(ref(0), THING, chain)],
])(`a document with ${REFS} $refs is read in few steps: %s`, { timeout: 120_000 }, (_, text) => {
  const followed = vi.spyOn(DocumentPart.prototype, "referred");
  try {
    const from = interfaceOfOperation(writeDocument({ "api.yaml": text }), undefined);
    expect(followed.mock.calls.length).toBeLessThan(10 * REFS);
    expect(statedFields(statedSlots(from)).length).toBeLessThanOrEqual(500);
    const [content] = from.responses?.[0]?.content ?? [];
    const { $defs = {} } = (content?.schema ?? {}) as { $defs?: object };
    expect(Object.keys(content?.schema ?? {})).not.toEqual([]);
    expect(Object.keys($defs).length).toBeLessThanOrEqual(200);
    expect(from.notExpressed?.join("\n")).toMatch(
      /only the nearest 200 are checked|more than 500 values/,
    );
  } finally {
    followed.mockRestore();
  }
});
