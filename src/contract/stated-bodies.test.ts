import { expect, test } from "vitest";
import { compileSchema } from "./stated-bodies.ts";

test("a mismatch is the same sentence for each element of a list, and for each key of a map", () => {
  const labels = { type: "object", additionalProperties: { type: "string" } };
  const items = { type: "array", items: { type: "object", properties: { labels } } };
  const { misfit } = compileSchema({ type: "object", properties: { items } });
  const textOf = (value: unknown) => misfit(value)?.text;
  expect([
    textOf({ items: [{}, { labels: 1 }] }),
    textOf({ items: [{ labels: { "": 1 } }] }),
    textOf({ items: [{ labels: { [`k${"k".repeat(900)}`]: null } }] }),
    textOf([]),
  ]).toEqual([
    "$.items[*].labels must be object",
    "$.items[*].labels.* must be string",
    "$.items[*].labels.* must be string",
    "the body must be object",
  ]);
});

test("a long pattern is cut off", () => {
  const textOf = (pattern: string) => compileSchema({ pattern }).misfit("-")?.text;
  expect(textOf("^a$")).toBe('the body must match pattern "^a$"');
  expect(textOf(`^${"a".repeat(600)}$`)).toBe(`the body must match pattern "^${"a".repeat(79)}…"`);
});
