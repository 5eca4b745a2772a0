import { expect, test } from "vitest";
import { defineInterface, textField } from "../contract/index.ts";
import { requestsOf } from "../generate/index.ts";
import { fieldPool } from "./field-subject.ts";

test("arrays and objects with a fresh text are values of the field, fresh texts are not", () => {
  const name = textField({ fresh: true }).required();
  const on = requestsOf(defineInterface({ path: "/labels", fields: { name } }));
  const [field] = on.layout.fields;
  if (field === undefined) throw new Error("the interface has a field");
  const texts = fieldPool(on, field, 1).map(({ value }) => value.text);
  // A server may read an array of one as its value: that arrays are refused is not known without it.
  const [valid] = texts.flatMap((text) => /^\[("[^"]+")\]$/.exec(text)?.[1] ?? []);
  expect(valid).toMatch(/\d/);
  expect(texts).toContain(`[[${valid}]]`);
  expect(texts).not.toContain(valid);
});
