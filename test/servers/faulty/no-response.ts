import { createServer } from "node:net";
import { Readable, pipeline } from "node:stream";
import { listening, type Listening } from "../../../src/servers/json-server.ts";
import { afterEachRequest } from "./after-request.ts";

export function startSilent(): Promise<Listening> {
  return listening(createServer((socket) => socket.resume()));
}

export function startClosing(): Promise<Listening> {
  return listening(createServer((socket) => socket.destroy()));
}

export function startResetting(): Promise<Listening> {
  return afterEachRequest(({ socket }) => socket.resetAndDestroy());
}

export function startGarbage(): Promise<Listening> {
  return afterEachRequest(({ socket }) => socket.end("\u0001 no protocol at all\n\n"));
}

export function startEndlessHead(): Promise<Listening> {
  return afterEachRequest(({ socket }) => {
    pipeline(Readable.from(endlessHead()), socket, () => {});
  });
}

function* endlessHead(): Generator<string> {
  yield "HTTP/1.1 201 Created\r\n";
  for (let line = 0; ; line += 1) yield `X-Line-${line}: ${"x".repeat(1000)}\r\n`;
}

export function startTruncating(): Promise<Listening> {
  return afterEachRequest(({ socket }) =>
    socket.end("HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n0123456789"),
  );
}
