import { afterEach, expect, test } from "vitest";
import { Outcome } from "../../src/model/index.ts";
import { faulty, type FaultyName } from "./faulty.ts";
import type { Expected } from "./faulty/expected.ts";
import { hear } from "./hear.ts";
import type { Listening } from "../../src/servers/json-server.ts";

const STATED = `{"id":1,"date":"2024-01-01T00:00:00.000Z"}`;

const started: Listening[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

async function start(name: FaultyName): Promise<Listening> {
  const server = await faulty[name].start();
  started.push(server);
  return server;
}

const post = (server: Listening, body = STATED, init: RequestInit = {}) =>
  fetch(`${server.url}/api/user`, { method: "POST", body, ...init });

test("silent: nothing comes before the client gives up", async () => {
  const signal = AbortSignal.timeout(50);
  await expect(post(await start("silent"), STATED, { signal })).rejects.toThrow("timeout");
});

test.each(["resetting", "garbage", "endless-head"] as const)(
  "%s: an ordinary client gets no response",
  async (name) => {
    await expect(post(await start(name))).rejects.toThrow("fetch failed");
  },
);

test.each(["truncating", "lying-gzip"] as const)("%s: a head and no whole body", async (name) => {
  const response = await post(await start(name));
  expect(response.status).toBe(201);
  await expect(response.text()).rejects.toThrow();
});

test.each([
  ["closing", /^$|^ECONNRESET$/],
  ["resetting", /^ECONNRESET$/],
  ["garbage", /^. no protocol at all\n\n$/],
  ["truncating", /\r\nContent-Length: 100\r\n\r\n\d{10}$/],
  ["old-protocol", /^HTTP\/1\.0 201 Created\r\nContent-Type: application\/json\r\n\r\n.+$/],
] as const)("%s: then the connection ends", async (name, heard) => {
  expect(await hear(await start(name))).toMatch(heard);
});

test.each([
  ["endless-head", /^HTTP\/1\.1 201 Created\r\n(X-Line-\d+: x{1000}\r\n){99}/],
  ["interim", /^HTTP\/1\.1 102 .*\r\n\r\nHTTP\/1\.1 103 .*HTTP\/1\.1 100 .*HTTP\/1\.1 201 /s],
  ["trailers", /\r\n5\r\n.{5}\r\n9\r\n.{9}\r\n0\r\nX-Body-Length: 14\r\n\r\n$/s],
  ["odd-headers", /cONTENT-tYPE: .*X-Twice: one\r\nx-twice: two\r\n.*SET-COOKIE: b=2\r\n/s],
] as const)("%s on the wire", async (name, enough) => {
  expect(await hear(await start(name), (heard) => enough.test(heard))).toMatch(enough);
});

test.each([
  ["old-protocol", 201, 14],
  ["early-hints", 201, 14],
  ["huge-body", 201, 8 * 1024 * 1024],
  ["trailers", 201, 14],
  ["odd-headers", 201, 14],
  ["gzip", 201, 14],
  ["redirecting", 307, 0],
  ["waiting", 201, 14],
] as const)("%s: an ordinary client gets %i", async (name, status, bytes) => {
  const server = await start(name);
  for (let sending = 0; sending < 2; sending += 1) {
    const response = await post(server, STATED, { redirect: "manual" });
    expect(response.status).toBe(status);
    expect((await response.text()).length).toBe(bytes);
  }
});

test("slow-head: the whole response comes", async () => {
  const response = await post(await start("slow-head"));
  expect([response.status, (await response.text()).length]).toEqual([201, 14]);
});

test.each(Object.entries(faulty))("%s says what must be true of it", (_, { expected }) => {
  const { accepts, outcomes }: Expected = expected;
  expect(accepts.length).toBeGreaterThan(0);
  expect(outcomes.length).toBeGreaterThan(0);
  const known: readonly string[] = Outcome.options;
  for (const each of outcomes)
    expect(known.includes(each) || /^\d{1,3}$/.test(each), each).toBe(true);
  // A response with a status is whole; without one, nothing is held.
  const answered = outcomes.some((each) => /^\d/.test(each));
  expect(accepts.includes("held")).toBe(answered);
});

test("each has a line about itself", () => {
  for (const { about } of Object.values(faulty)) expect(about).toMatch(/^[a-z].*[^.]$/);
});
