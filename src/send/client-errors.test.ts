import { createRequire } from "node:module";
import { errors } from "undici";
import { expect, test } from "vitest";
import { clientEntry, PARSER_ERRORS, UNDICI_ERRORS } from "./outcome.ts";

const require = createRequire(import.meta.url);

/** The codes of the error classes that undici exports. */
function codesOf(classes: Record<string, unknown>): string[] {
  const codes = Object.values(classes).flatMap((each): string[] => {
    if (typeof each !== "function") return [];
    const made: unknown = Reflect.construct(each, ["text", undefined, {}]);
    const code: unknown = made instanceof Error ? Reflect.get(made, "code") : undefined;
    return typeof code === "string" ? [code] : [];
  });
  return [...new Set(codes)].toSorted();
}

test("every error code of undici has an entry, and no other", () => {
  const all: Record<string, unknown> = require("undici/lib/core/errors.js");
  const codes = codesOf(all).filter((code) => !code.startsWith("HPE_"));
  expect(codes.length).toBeGreaterThan(20);
  expect(Object.keys(UNDICI_ERRORS).toSorted()).toEqual(codes);
});

test("every error code of its parser has an entry, and no other", () => {
  const { ERROR }: { ERROR: Record<string, number> } = require("undici/lib/llhttp/constants.js");
  const codes = Object.keys(ERROR)
    .filter((name) => name !== "OK")
    .map((name) => `HPE_${name}`);
  expect(codes.length).toBeGreaterThan(30);
  expect(Object.keys(PARSER_ERRORS).toSorted()).toEqual(["HPE_UNKNOWN", ...codes].toSorted());
});

test("an error of the parser is found without its code too", () => {
  const lost = new errors.HTTPParserError("text");
  expect(clientEntry(lost)).toEqual({ by: "either", outcome: "malformed" });
  const told = Object.assign(new errors.HTTPParserError("text"), { code: "HPE_INVALID_VERSION" });
  expect(clientEntry(told)).toEqual({ by: "client", outcome: "malformed" });
  expect(clientEntry(new Error("text"))).toBeUndefined();
});
