import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Listening } from "../../../src/servers/json-server.ts";
import { MANY_RULES } from "./rules.ts";
import { startRuled } from "./lax-server.ts";

const DATE = `"date":"2024-01-01T00:00:00.000Z"`;
const STATED = `{"id":1,${DATE}}`;

let lax: Listening;
let many: Listening;
beforeAll(async () => {
  lax = await startRuled({});
  many = await startRuled(MANY_RULES);
});
afterAll(async () => {
  await lax.close();
  await many.close();
});

async function statusOf({ url }: Listening, body: string, init: RequestInit = {}): Promise<number> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${url}/api/user`, { method: "POST", headers, body, ...init });
  await response.text();
  return response.status;
}

describe("without rules", () => {
  test.each([
    [STATED, 201],
    [``, 400],
    [`\ufeff${STATED}`, 400],
    [`null`, 422],
    [`[${STATED}]`, 422],
    [`{"id":null,${DATE}}`, 422],
    [`{"id":[1],${DATE}}`, 422],
    [`{"id":-1.5e-999999999999,${DATE}}`, 201],
    [`{"id":1}`, 400],
    [`{"id":1,"date":1}`, 400],
    [`{"id":1,"date":"2024-01-01"}`, 400],
    [`{"id":1,"date":"+010000-99-99T99:99:99.000000000-99:99"}`, 201],
    [`{"id":"1","id":1,${DATE}}`, 201],
  ])("%s: %i", async (body, status) => expect(await statusOf(lax, body)).toBe(status));

  test("16 MiB in any form, and depth 100,000", async () => {
    const long = 2 ** 24;
    expect(await statusOf(lax, STATED.padEnd(long))).toBe(201);
    expect(await statusOf(lax, `{"id":${"9".repeat(long)},${DATE}}`)).toBe(201);
    expect(await statusOf(lax, `{"id":1,${DATE},"x":"${"x".repeat(long)}"}`)).toBe(201);
    expect(await statusOf(lax, `{"id":1,${DATE},"x":"${"\\n".repeat(long / 2)}"}`)).toBe(201);
    const deep = "[".repeat(99_999) + "]".repeat(99_999);
    expect(await statusOf(lax, `{"id":1,${DATE},"x":${deep}}`)).toBe(201);
  });

  test("a long path, many headers, and any method", async () => {
    const path = `/api/user?${"x".repeat(2 ** 20)}`;
    const headers = Object.fromEntries(Array.from({ length: 5000 }, (_, nth) => [`x-${nth}`, "y"]));
    const init = { method: "PUT", headers, body: STATED };
    expect((await fetch(lax.url + path, init)).status).toBe(201);
  });
});

describe("with many rules, the first that is broken decides", () => {
  test.each([
    [STATED, 201],
    [STATED.padEnd(102_401), 413],
    [`{"id":0.5,"date":"",}`, 400],
    [`{"id":-1,"id":-1,${DATE}}`, 500],
    [`{"id":-1,${DATE},"x":[{"\\u0000":1}]}`, 500],
    [`{"id":-1,"date":""}`, 422],
    [`{"id":2147483647.0,${DATE}}`, 422],
    [`{"id":21474836470e-1,${DATE}}`, 201],
    [`{"id":1,"date":"1969-12-31T23:59:59.999Z"}`, 400],
  ])("%s: %i", async (body, status) => expect(await statusOf(many, body)).toBe(status));

  test("the content type comes first", async () => {
    const headers = { "Content-Type": "application/json;charset=utf-8" };
    expect(await statusOf(many, STATED.padEnd(102_401), { headers })).toBe(415);
  });
});

test("a reset is no response", async () => {
  const server = await startRuled({ nulInString: "reset" });
  expect(await statusOf(server, STATED)).toBe(201);
  await expect(statusOf(server, `{"id":1,${DATE},"x":"\\u0000"}`)).rejects.toThrow("fetch failed");
  await server.close();
});
