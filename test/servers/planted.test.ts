import { afterAll, beforeAll, expect, test } from "vitest";
import type { Listening } from "../../src/servers/json-server.ts";
import { startPlanted } from "./planted.ts";

let server: Listening;
beforeAll(async () => {
  server = await startPlanted();
});
afterAll(() => server.close());

const DATE = `"2024-01-01T00:00:00.000Z"`;
const STATED = `{"id":1,"date":${DATE}}`;
const padded = (bytes: number) => STATED.padEnd(bytes);

test.each([
  ["POST", "/api/user", "application/json", 201, STATED],
  ["PUT", "/elsewhere", "text/plain", 405, ""],
  ["POST", "/elsewhere", "text/plain", 404, ""],
  ["POST", "/api/user?x=1", "application/json", 404, STATED],
  ["POST", "/api/user", "application/json; charset=utf-8", 415, padded(65_537)],
  ["POST", "/api/user", "Application/json", 415, STATED],
  ["POST", "/api/user", "application/json", 413, padded(65_537)],
  ["POST", "/api/user", "application/json", 201, padded(65_536)],
])("%s %s as %s: %i", async (method, path, type, status, body) => {
  const headers = { "Content-Type": type };
  const response = await fetch(server.url + path, { method, headers, body });
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ status });
});

test.each([
  [``, 400],
  [`\ufeff${STATED}`, 400],
  [`null`, 422],
  [`[1]`, 422],
  [`{"date":${DATE}}`, 422],
  [`{"id":"1","date":${DATE}}`, 422],
  [`{"id":0.5,"date":${DATE}}`, 422],
  [`{"id":-1,"date":${DATE}}`, 422],
  [`{"id":-0,"date":${DATE}}`, 201],
  [`{"id":1.0,"date":${DATE}}`, 201],
  [`{"id":2147483647,"date":${DATE}}`, 201],
  [`{"id":2147483648,"date":${DATE}}`, 422],
  [`{"id":1}`, 422],
  [`{"id":1,"date":[${DATE}]}`, 422],
  [`{"id":1,"date":"2024-01-01T00:00:00Z"}`, 422],
  [`{"id":1,"date":"9999-99-99T99:99:99.999Z"}`, 201],
  [`{"id":1,"date":${DATE},"note":"a\\u0000"}`, 500],
  [`{"id":"1","date":${DATE},"note":"\\u0000"}`, 422],
  [`{"id":1,"date":${DATE},"note":["\\u0000"]}`, 201],
  [`{"id":1,"date":${DATE},"other":"\\u0000"}`, 201],
])("%s: %i", async (body, status) => {
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body };
  expect((await fetch(`${server.url}/api/user`, init)).status).toBe(status);
});
