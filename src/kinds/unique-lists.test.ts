import { expect, test } from "vitest";
import { interfaceOf } from "../contract/user-submission.ts";
import { exampleBytes } from "../generate/render.ts";
import { type FieldType, isAsDescribed, kindOf } from "./field-type.ts";
import { slotsOf } from "./slot.ts";

const ITEMS: [string, FieldType, number][] = [
  ["a choice of three", { kind: "choice", values: ["novel", "poem", "essay"] }, 3],
  ["a text", { kind: "text" }, 1000],
  ["a number", { kind: "whole-number" }, 1000],
  ["a number of a range", { kind: "whole-number", min: "-3", max: "4", multipleOf: 2 }, 4],
  ["a number up to a limit", { kind: "whole-number", max: "4" }, 1000],
  ["true and false", { kind: "boolean" }, 1],
  [
    "an object",
    { kind: "object", fields: [{ name: "a", type: { kind: "text" }, required: true }] },
    1000,
  ],
];

test.each(ITEMS)("a list of unique items is not longer than it can be: %s", (_, items, most) => {
  const type: FieldType = { kind: "list", items, unique: true };
  const [axis] = kindOf(type).axes(slotsOf(type, "list"), { body: 1_000_000, digits: 400 });
  expect(axis?.rungs.at(-1)).toBe(BigInt(most));
  for (const at of axis?.rungs ?? []) {
    const text = exampleBytes(axis?.value(at) ?? [], interfaceOf({})).toString("utf8");
    expect(isAsDescribed(type, JSON.parse(text)), text).toBe(true);
  }
});

test.each([
  ["a..b@example.com", false],
  [".user@example.com", false],
  ["user.@example.com", false],
  ["user@127.0.0.1", false],
  [`${"u".repeat(65)}@example.com`, false],
  [`${"u".repeat(64)}@example.com`, true],
  ["a.b@example.com", true],
  ["u@e1.example", true],
])("%s is an address of both RFC 5321 and browsers: %s", (address, isOne) => {
  expect(isAsDescribed({ kind: "email" }, address)).toBe(isOne);
});
