import { expect, test } from "vitest";
import { parse } from "yaml";
import { interfaceOfOperation, Revision } from "./index.ts";

const documentOf = (version: string): string => `openapi: ${version}
info: { title: Shop, version: "1" }
paths:
  /items:
    get:
      operationId: read
      responses:
        "200":
          description: read
          content:
            application/json:
              schema:
                type: object
                properties:
                  list: { type: array, items: { properties: { day: { type: string, format: date } } } }
                  from: { title: The first day, type: string, format: date }
                  owner: { title: Who has it, type: object, properties: { name: { type: string } } }
`;

const schemaAfter = (version: string, member: string, type: unknown): unknown => {
  const text = documentOf(version);
  const revision = new Revision(
    "shop.yaml",
    text,
    "read",
    interfaceOfOperation("shop.yaml", "read", text),
  );
  const differs = { types: ["application/json"], at: `$.${member}`, schema: { type } };
  expect(revision.changeResponse({ status: "200", differs })).toBe(true);
  const read = parse(revision.text) as { paths: Record<string, unknown> };
  const path = "/items.get.responses.200.content.application/json.schema.properties";
  return [
    ...path.split("."),
    ...member.replace("[*]", ".items.properties").split("."),
  ].reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], read.paths);
};

const DAY = { title: "The first day", format: "date" };

test.each<[version: string, type: unknown, expected: object]>([
  ["3.0.3", ["string", "null"], { ...DAY, type: "string", nullable: true }],
  ["3.0.3", "null", { ...DAY, type: "string", nullable: true }],
  ["3.1.0", ["string", "null"], { ...DAY, type: ["string", "null"] }],
])("in %s, a member that is %j keeps its format and its title", (version, type, expected) =>
  expect(schemaAfter(version, "from", type)).toEqual(expected),
);

test("a member of any element is found", () =>
  expect(schemaAfter("3.0.3", "list[*].day", ["string", "null"])).toEqual({
    type: "string",
    format: "date",
    nullable: true,
  }));

test("an object that may be null keeps its members", () =>
  expect(schemaAfter("3.0.3", "owner", ["object", "null"])).toEqual({
    title: "Who has it",
    type: "object",
    properties: { name: { type: "string" } },
    nullable: true,
  }));
