import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startCapture, type Capture } from "./capture.ts";

let server: Capture;
beforeEach(async () => {
  server = await startCapture();
});
afterEach(() => server.close());

async function open() {
  const socket = connect(server.port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

test("keeps the bytes of each connection, and gives them once", async () => {
  const [first, second, mute] = [await open(), await open(), await open()];
  for (const [socket, words] of [
    [second, "second \u0000"],
    [first, "first"],
    [first, ", again"],
  ] as const) {
    socket.write(words);
    const [response] = await once(socket, "data");
    expect(String(response)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n\{\}$/s);
  }
  expect(server.takeAll().map(String)).toEqual(["first, again", "second \u0000"]);
  mute.write("late");
  await once(mute, "data");
  expect(server.takeAll().map(String)).toEqual(["late"]);
  expect(server.takeAll()).toEqual([]);
});

test("a half-closed connection gets a response and is closed", async () => {
  const socket = await open();
  socket.end("all of it");
  const [response] = await once(socket, "data");
  expect(String(response)).toContain("200 OK");
  await once(socket, "close");
  expect(server.takeAll().map(String)).toEqual(["all of it"]);
});

test("a large body is kept whole, and an ordinary client gets a response", async () => {
  const body = Buffer.alloc(4 * 1024 * 1024, "x");
  const response = await fetch(server.url, { method: "POST", body });
  expect(await response.json()).toEqual({});
  const [bytes] = server.takeAll();
  expect(bytes?.subarray(-body.length).equals(body)).toBe(true);
});
