import { expect, test } from "vitest";
import { nearest, suggestion } from "./nearest.ts";

const KNOWN = ["only", "never", "stable", "connection", "contentType", "body", "agreesWith"];

test.each([
  ["onyl", "only"],
  ["ony", "only"],
  ["stabel", "stable"],
  ["conection", "connection"],
  ["contenttype", "contentType"],
  ["agreeWith", "agreesWith"],
  ["STABLE", "stable"],
  ["answers", undefined],
  ["on", undefined],
  ["", undefined],
])("%s is meant as %s", (word, meant) => expect(nearest(word, KNOWN)).toBe(meant));

test("the closest of several, and the first of those that are equally close", () => {
  expect(nearest("size", ["sites", "sizes", "sine"])).toBe("sizes");
  expect(nearest("sze", ["sizes", "size"])).toBe("size");
});

test("a suggestion lists what there is where nothing is near", () => {
  expect(suggestion("stabel", KNOWN)).toBe('did you mean "stable"?');
  expect(suggestion("x", ["go", "node"])).toBe("use one of go, node");
  expect(suggestion("xyz", ["go"])).toBe("use go");
});
