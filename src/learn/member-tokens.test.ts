import { expect, test } from "vitest";
import { memberTokens } from "./document-subject.ts";

test("members have their values as they are written, the last one of two with the same key", () => {
  const text = ' {"a\\"}": 1.0, "b": {"c": [1e2, "x,]"]}, "a\\"}": 1.50,\n"d": -0} ';
  expect([...memberTokens(text)]).toEqual([
    ['a"}', "1.50"],
    ["b", '{"c": [1e2, "x,]"]}'],
    ["d", "-0"],
  ]);
  expect([...memberTokens("{}")]).toEqual([]);
});
