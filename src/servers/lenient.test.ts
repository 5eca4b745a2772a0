import { afterAll, beforeAll, expect, test } from "vitest";
import { startLenient } from "./references.ts";
import type { Listening } from "./json-server.ts";

let server: Listening;
beforeAll(async () => {
  server = await startLenient();
});
afterAll(() => server.close());

const ask = (body: string, path = "/api/user", method = "POST") =>
  fetch(server.url + path, { method, body });

test.each([
  [`{"id":1,"date":"2024-01-01T00:00:00.000Z"}`, { id: 1, date: "2024-01-01T00:00:00.000Z" }],
  [`\ufeff{"id":" 12 "}`, { id: 12 }],
  [`{"date":"1 Jan 2024 UTC"}`, { date: "2024-01-01T00:00:00.000Z" }],
  [`{"id":null,"more":[1]}`, { id: null, more: [1] }],
  [`{}`, {}],
])("%s is said back", async (body, echoed) => {
  const response = await ask(body);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(echoed);
});

test.each([
  ["/user", "POST", 200],
  ["/v1/user/", "PUT", 200],
  ["/api/user?x=1", "DELETE", 200],
  ["/api/users", "POST", 404],
  ["/x?y=/user", "POST", 404],
])("%s by %s: %i", async (path, method, status) => {
  expect((await ask("{}", path, method)).status).toBe(status);
});

test.each([
  ["nothing", "", 400],
  ["no JSON", "{", 400],
  ["an array", "[]", 400],
  ["an id that is no number", `{"id":"one"}`, 400],
  ["an empty id", `{"id":""}`, 400],
  ["a date that is none", `{"date":"soon"}`, 400],
  ["more depth than it can write", `{"x":${"[".repeat(9e4)}${"]".repeat(9e4)}}`, 400],
  ["1 MiB", `{}${" ".repeat(1024 * 1024 - 2)}`, 200],
  ["a byte more", `{}${" ".repeat(1024 * 1024 - 1)}`, 413],
])("%s", async (_, body, status) => {
  const response = await ask(body);
  expect(response.status).toBe(status);
  if (status !== 200) expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
});
