import { expect, test } from "vitest";
import { isRefusalBy, refusalSigns, signText } from "./refusal-signs.ts";
import type { RequestResult } from "../model/index.ts";

function got(body: unknown, status = 200): RequestResult {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const kept = { bytes: Buffer.byteLength(text), sha256: text, text };
  const response = { status, reason: "", headers: [], framing: "length" as const, body: kept };
  return { outcome: "answered", status, response, totalUs: 1 };
}

const fields = new Set(["id", "date"]);

const signs = (accepted: unknown[], refused: unknown[]): string[] =>
  refusalSigns(
    accepted.map((each) => got(each)),
    refused.map((each) => got(each)),
    fields,
  ).map(signText);

test.each<[string, unknown[], unknown[], string[]]>([
  ["a flag", [{ ok: true, id: 1 }], [{ ok: false }], ['"ok" is false']],
  ["an error", [{ id: 1 }], [{ error: "no JSON" }], ['"error" is there']],
  [
    "an error that is null otherwise",
    [{ error: null }],
    [{ error: { id: "long" } }],
    ['"error" is there'],
  ],
  ["a list of them", [{ errors: [] }], [{ errors: ["x"] }], ['"errors" is there']],
  ["a code", [{ code: 0 }], [{ code: 1001 }], ['"code" is not 0']],
  ["deeper", [{ meta: { code: 0 } }], [{ meta: { code: 7 } }], ['"meta.code" is not 0']],
  ["a word", [{ status: "ok" }], [{ status: "error" }], ['"status" is "error"']],
  ["a failure", [{ failed: false }], [{ failed: true }], ['"failed" is true']],
  ["a code as text", [{ code: "0" }], [{ code: "1001" }], ['"code" is not "0"']],
  [
    "an error of another name",
    [{ id: 1 }],
    [{ validationErrors: ["x"] }],
    ['"validationErrors" is there'],
  ],
  ["a text", ["created 5", "created 6"], ["ERROR: no JSON"], ['it begins with "error"']],
])("%s in the body shows a refusal", (_, accepted, refused, expected) => {
  expect(signs(accepted, refused)).toEqual(expected);
});

test.each<[string, unknown[], unknown[]]>([
  ["nothing is refused", [{ ok: true }], [{ ok: true }]],
  ["the request is repeated", [{ id: 1, date: "a" }], [{ id: null, date: null }]],
  ["members without a value are left out", [{ id: 1, ok: true }], [{ ok: true }]],
  ["a code is a field of the request", [{ id: 200 }], [{ id: 7 }]],
  ["accepted requests differ, too", [{ ok: true }, { ok: false }], [{ ok: false }]],
  ["another status of success", [{ status: 201 }], [{ status: 200 }]],
  ["another word of success", [{ status: "created" }], [{ status: "updated" }]],
  ["what is stored differs", [{ weekday: "Monday" }], [{ weekday: "Invalid Date" }]],
  ["a page", ["<html>created</html>"], ["<html>error</html>"]],
  ["an empty body", [{ ok: true }], [""]],
  ["another flag says what was done", [{ created: true }], [{ created: false }]],
  ["a number is a result", [{ result: 200 }], [{ result: 0 }]],
  [
    "a name only sounds like an error",
    [{ id: 1 }],
    [{ id: 1, preferredLanguage: "en", territory: 1 }],
  ],
  ["the errors are empty", [{ id: 1 }], [{ errors: {} }]],
  ["one message is another", [{ message: "created" }], [{ message: "invalid id" }]],
  ["numbers that count", [{ stored: 5 }], [{ stored: 6 }]],
])("no sign where %s", (_, accepted, refused) => {
  expect(signs(accepted, refused)).toEqual([]);
});

test("no sign where the status tells", () => {
  expect(refusalSigns([got({ ok: true })], [got({ ok: false }, 400)])).toEqual([]);
  expect(refusalSigns([got({ ok: true }, 404)], [got({ ok: false })])).toEqual([]);
});

test("a response with one of the signs is a refusal, whatever else is in it", () => {
  const found = refusalSigns(
    [got({ ok: true, code: 0 })],
    [got({ ok: false, code: 4, error: "x" })],
  );
  const isRefusal = (body: unknown, status = 200): boolean => isRefusalBy(found, got(body, status));
  expect(found).toHaveLength(3);
  expect(isRefusal({ ok: false })).toBe(true);
  expect(isRefusal({ error: { id: "too long" } })).toBe(true);
  expect(isRefusal({ code: 9 })).toBe(true);
  expect(isRefusal({ ok: true, code: 0, error: "" })).toBe(false);
  expect(isRefusal({ warning: "x" })).toBe(false);
  expect(isRefusal({ ok: false }, 400)).toBe(false);
});
