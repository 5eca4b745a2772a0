import { once } from "node:events";
import { createServer, connect } from "node:net";
import { expect, test } from "vitest";
import { listening } from "./json-server.ts";

test("close ends open connections, and can be called again", async () => {
  const server = await listening(createServer((socket) => socket.resume()));
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  const socket = connect(server.port, "127.0.0.1");
  await once(socket, "connect");
  const ended = once(socket.resume(), "close");
  await server.close();
  await ended;
  await server.close();
  await expect(fetch(server.url)).rejects.toThrow();
});

test("a port in use is said", async () => {
  const first = await listening(createServer());
  await expect(listening(createServer(), first.port)).rejects.toThrow("EADDRINUSE");
  await first.close();
});
