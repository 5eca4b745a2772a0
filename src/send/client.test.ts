import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { post } from "../generate/index.ts";
import type { Case } from "../model/index.ts";
import { Dispatcher } from "../observe/index.ts";
import { listening, type Listening } from "../servers/json-server.ts";

const RESPONSE = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n{}";
const plain: Case = { id: "test/one", reason: "a test", clauses: ["body"], request: post() };

let server: Listening;
let dispatcher: Dispatcher;
afterEach(async () => {
  await dispatcher.close();
  await server.close();
});

/** `respond` says what a connection gets for its first, second, ... segment; undefined is its end. */
async function start(respond: (nth: number) => string | undefined, keep = true) {
  let connections = 0;
  server = await listening(
    createServer((socket) => {
      const delayMs = 5 * (connections % 4);
      connections += 1;
      let nth = 0;
      socket.on("data", () => {
        nth += 1;
        const bytes = respond(nth);
        if (bytes === undefined) setTimeout(() => socket.resetAndDestroy(), delayMs);
        else socket.write(bytes);
      });
    }),
  );
  dispatcher = new Dispatcher({
    interface: userSubmission,
    target: parseBaseUrl(server.url),
    firstId: 100_000_000,
    timeoutMs: 10_000,
    insecure: false,
    keep,
  });
  return () => connections;
}

const outcomes = async (count: number): Promise<string[]> => {
  const all = await Promise.all(Array.from({ length: count }, () => dispatcher.send(plain)));
  return all.map(({ answers }) => answers[0]?.outcome ?? "none");
};
const completed = (count: number) => Array<string>(count).fill("answered");

test("a kept connection carries the next request", async () => {
  const connections = await start(() => RESPONSE);
  for (let nth = 0; nth < 5; nth += 1) expect(await outcomes(1)).toEqual(["answered"]);
  expect(connections()).toBe(1);
  expect(await outcomes(5)).toEqual(completed(5));
  expect(await outcomes(5)).toEqual(completed(5));
  expect(connections()).toBe(5);
});

test("without keeping, each request has a connection of its own", async () => {
  const connections = await start(() => RESPONSE, false);
  for (let nth = 0; nth < 3; nth += 1) await outcomes(1);
  expect(connections()).toBe(3);
});

test("connections that all turn out to be gone: every request gets a response on a new one", async () => {
  await start((nth) => (nth === 1 ? RESPONSE : undefined));
  for (const count of [30, 5, 5, 30]) expect(await outcomes(count)).toEqual(completed(count));
  const late = await dispatcher.send(plain);
  expect(late).toMatchObject({ resent: expect.any(Number), answers: [{ outcome: "answered" }] });
});

test("a request is not sent twice where something came back", async () => {
  let segments = 0;
  const connections = await start((nth) => {
    segments += 1;
    return nth === 1 ? RESPONSE : "\u0001 no protocol";
  });
  await outcomes(1);
  expect(await outcomes(1)).toEqual(["malformed"]);
  expect([segments, connections()]).toEqual([2, 1]);
});

test("a mistake in a case is said with its name", async () => {
  await start(() => RESPONSE);
  const headers: [string, string][] = [["Transfer-Encoding", "chunked"]];
  const request = post([], { headers });
  await expect(dispatcher.send({ ...plain, id: "test/two", request })).rejects.toThrow(
    /^test\/two: the client cannot send this: /,
  );
});
