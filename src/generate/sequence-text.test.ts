import { expect, test } from "vitest";
import { suiteNamed } from "../../test/suites/suite-named.ts";
import { reasonText } from "./request-text.ts";

const textOf = (suite: string, id: string): string => {
  const found = suiteNamed(suite).cases.find((each) => each.id === `${suite}/${id}`);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return reasonText(found);
};

test("a sequence says that it is one, and what waits for what", () => {
  expect(textOf("repetition", "same-id-twice")).toMatch(
    / \(two requests, the second after the first response\)$/,
  );
  expect(textOf("connection", "sequence-5")).toMatch(/ \(5 requests, the last after/);
});

test("one request, and requests that wait for nothing, are as they were", () => {
  expect(textOf("valid", "plain")).toBe("the stated request unchanged");
  expect(textOf("connection", "pipelined-3")).not.toContain("(");
});
