import { afterAll, beforeAll, expect, test } from "vitest";
import type { Listening } from "./json-server.ts";
import { startStrict } from "./references.ts";

let server: Listening;
beforeAll(async () => {
  server = await startStrict();
});
afterAll(() => server.close());

const DATE = "2024-02-29T23:59:59.999Z";
const JSON_TYPE = { "Content-Type": "application/json" };

function ask(body: BodyInit, init: RequestInit = {}, path = "/api/user"): Promise<Response> {
  return fetch(server.url + path, { method: "POST", headers: JSON_TYPE, body, ...init });
}

test("the stated request is created, once for each id", async () => {
  const body = JSON.stringify({ id: 7, date: DATE });
  const first = await ask(body);
  expect(first.status).toBe(201);
  expect(first.headers.get("location")).toBe("/api/user/7");
  expect(await first.json()).toEqual({ id: 7, date: DATE });
  const second = await ask(body);
  expect(second.status).toBe(409);
  expect(await second.json()).toMatchObject({ error: { code: "repeated-id", field: "id" } });
});

test.each([
  ["/", 404],
  ["/api/user/", 404],
  ["/api/user?x=1", 404],
])("path %s: %i", async (path, status) => {
  expect((await ask("{}", {}, path)).status).toBe(status);
});

test("another method gets the one there is", async () => {
  const response = await ask("{}", { method: "PUT" });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
});

test.each([
  ["text/plain", 415],
  ["application/jsonp", 415],
  ["application/problem+json", 415],
  ["Application/JSON; charset=utf-8", 400],
])("media type %s: %i", async (type, status) => {
  expect((await ask("no json", { headers: { "Content-Type": type } })).status).toBe(status);
});

test.each([
  ["an empty body", "", 400],
  ["a byte order mark", `\ufeff{"id":1,"date":"${DATE}"}`, 400],
  ["what is not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), 400],
  ["100 KiB of white space", " ".repeat(100 * 1024), 400],
  ["a byte more", " ".repeat(100 * 1024 + 1), 413],
  ["many arrays in each other", "[".repeat(50_000) + "]".repeat(50_000), 422],
])("%s", async (_, body, status) => {
  expect((await ask(body)).status).toBe(status);
});

test.each([
  [`null`, null],
  [`[]`, null],
  [`{}`, "id"],
  [`{"id":"1","date":"${DATE}"}`, "id"],
  [`{"id":1.5,"date":"${DATE}"}`, "id"],
  [`{"id":9007199254740992,"date":"${DATE}"}`, "id"],
  [`{"id":1}`, "date"],
  [`{"id":1,"date":["${DATE}"]}`, "date"],
  [`{"id":1,"date":"2023-02-29T00:00:00.000Z"}`, "date"],
  [`{"id":1,"date":"2024-01-01T24:00:00.000Z"}`, "date"],
  [`{"id":1,"date":"2024-13-01T00:00:00.000Z"}`, "date"],
  [`{"id":1,"date":"2024-01-01T00:00:00Z"}`, "date"],
  [`{"id":1,"date":"${DATE}","note":1}`, "note"],
  [`{"id":1,"date":"${DATE}","__proto__":1}`, "__proto__"],
])("%s: 422", async (body, field) => {
  const response = await ask(body);
  expect(response.status).toBe(422);
  const { error } = await response.json();
  expect(Object.keys(error)).toEqual(["code", "field", "message"]);
  expect(error.field).toBe(field);
});
