import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { Listening } from "../../../src/servers/json-server.ts";
import {
  startDelayed,
  startFlaky,
  startKeepAliveClosing,
  startOneAtATime,
  startRepeatRefusing,
  startWaiting,
} from "./odd-conduct.ts";

let server: Listening;
afterEach(() => server.close());

const STATED = `{"id":1,"date":"2024-01-01T00:00:00.000Z"}`;
const REQUEST = `POST /api/user HTTP/1.1\r\nHost: x\r\nContent-Length: ${STATED.length}\r\n\r\n${STATED}`;

const post = (body = STATED) => fetch(`${server.url}/api/user`, { method: "POST", body });

async function open(): Promise<Socket> {
  const socket = connect(server.port, "127.0.0.1").setEncoding("latin1");
  await once(socket, "connect");
  return socket;
}

test("waiting: an announced byte that is missing is waited for", async () => {
  server = await startWaiting();
  const socket = await open();
  let heard = false;
  socket.on("data", () => (heard = true));
  socket.write(REQUEST.slice(0, -1));
  expect((await post()).status).toBe(201);
  expect(heard).toBe(false);
  socket.write("}");
  await once(socket, "data");
});

test.each([
  ["flaky", startFlaky, [STATED, STATED, STATED], [201, 503, 201]],
  ["repeat-refusing", startRepeatRefusing, [STATED, `{"id":2}`, STATED, "{"], [201, 201, 409, 400]],
  ["delayed", () => startDelayed(20), [STATED], [201]],
])("%s", async (_, start, bodies, statuses) => {
  server = await start();
  const answered: number[] = [];
  for (const body of bodies) answered.push((await post(body)).status);
  expect(answered).toEqual(statuses);
});

test("keep-alive-closing: the response says keep-alive, then the connection ends", async () => {
  server = await startKeepAliveClosing();
  const socket = await open();
  socket.write(REQUEST);
  let heard = "";
  for await (const chunk of socket) heard += chunk;
  expect(heard).toMatch(/^HTTP\/1\.1 201 .*\r\nConnection: keep-alive\r\n.*\{"status":201\}$/s);
});

test("one-at-a-time: the second connection gets a response after the first, though it asked before", async () => {
  server = await startOneAtATime();
  const [first, second] = [await open(), await open()];
  const order: string[] = [];
  first.on("data", (chunk: string) => order.push(`first\n${chunk}`));
  second.on("data", (chunk: string) => order.push(`second\n${chunk}`));
  second.write(REQUEST);
  first.write(REQUEST);
  await once(second, "close");
  expect(order).toEqual([
    expect.stringMatching(/^first\n.* 201 .*\r\nConnection: close\r\n/s),
    expect.stringMatching(/^second\n.* 201 .*\r\nConnection: close\r\n/s),
  ]);
});

test("one-at-a-time: who leaves while waiting does not hold up the others", async () => {
  server = await startOneAtATime();
  const [first, leaving] = [await open(), await open()];
  leaving.destroy();
  const third = post();
  first.destroy();
  expect((await third).status).toBe(201);
});
