import { expect, test } from "vitest";
import { Response } from "../model/observation.ts";
import { serverReason } from "./response-message.ts";

const response = (text: string) =>
  Response.parse({
    status: 422,
    reason: "",
    headers: [],
    framing: "length",
    body: { bytes: Buffer.byteLength(text), sha256: "", text },
  });

test.each<[name: string, body: string, reason: string | undefined]>([
  ["problem+json", '{"title":"Not found","detail":"no item 5"}', "Not found: no item 5"],
  ["a title alone", '{"type":"about:blank","title":"Not found"}', "Not found"],
  ["FastAPI", '{"detail":[{"loc":["body","age"],"msg":"not a number"}]}', "body.age: not a number"],
  ["FastAPI, one sentence", '{"detail":"item not found"}', "item not found"],
  ["Django REST framework", '{"name":["is required.","is odd."]}', "name: is required.; is odd."],
  ["its lists", '{"parts":{"0":["is blank."]}}', "parts: 0: is blank."],
  [
    "zod",
    '{"code":"invalid","issues":[{"path":["at"],"message":"Invalid datetime"}]}',
    "at: Invalid datetime",
  ],
  ["error", '{"error":"no"}', "no"],
  ["error with a message", '{"error":{"code":5,"message":"no"}}', "no"],
  ["OAuth", '{"error":"invalid_token","error_description":"expired"}', "expired"],
  ["errors", '{"errors":[{"message":"one"},{"message":"two"}]}', "one; two"],
  ["many errors", '["a","b","c","d"]', "a; b; c; …"],
  ["a JSON string", '"no"', "no"],
  ["no message", '{"code":5}', undefined],
  ["cut JSON", '{"message":"no item","data":[1,', "no item"],
  [
    "a page of Express",
    "<!DOCTYPE html><title>Error</title><body><pre>SyntaxError: Unexpected token &#39;a&#39;, &quot;abc&quot; is not valid JSON<br> &nbsp; at JSON.parse</pre>",
    `SyntaxError: Unexpected token 'a', "abc" is not valid JSON`,
  ],
  ["a page", "<!doctype html><title>404 Not Found</title><h1>Oh</h1>", "404 Not Found"],
  ["text", "no such\nitem", "no such"],
  ["several lines in one", '{"message":"no\\r\\n  such"}', "no such"],
  ["nothing", "", undefined],
  ["nested beyond reason", `${'{"error":'.repeat(20)}"no"${"}".repeat(20)}`, undefined],
])("%s", (_, body, reason) => expect(serverReason(response(body))).toBe(reason));

test("is cut after 160 characters", () => {
  const found = serverReason(response("\u{1f600}".repeat(400))) ?? "";
  expect(Array.from(found)).toHaveLength(160);
  expect(found.endsWith("…")).toBe(true);
});
