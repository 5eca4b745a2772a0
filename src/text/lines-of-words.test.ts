import { expect, test } from "vitest";
import { wrappedLine } from "./words.ts";

test("a line is wrapped at spaces with its own indent; a longer word is whole", () => {
  expect(wrappedLine("  check that it is running", 16)).toEqual([
    "  check that it",
    "  is running",
  ]);
  expect(wrappedLine("error: /a/path/that/is/longer is damaged", 14)).toEqual([
    "error:",
    "/a/path/that/is/longer",
    "is damaged",
  ]);
  expect(wrappedLine("  whole where redirected", Infinity)).toEqual(["  whole where redirected"]);
});
