import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";
import type { IncomingMessage, ServerResponse } from "node:http";

/** A server on the loopback address, until `close`. */
export type Listening = { url: string; port: number; close(): Promise<void> };

/** Starts a net or http server on 127.0.0.1; port 0 is any free one. `close` also destroys open connections. */
export async function listening(server: Server, port = 0): Promise<Listening> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    // A peer may disconnect at any time; without a listener that ends the process.
    socket.on("error", () => {});
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** Passes on the whole body, or `undefined` as soon as it is too long. No call if the client disconnects early. */
export function withBody(
  request: IncomingMessage,
  limitBytes: number,
  then: (body: Buffer | undefined) => void,
): void {
  const chunks: Buffer[] = [];
  let left = limitBytes;
  request.on("data", (chunk: Buffer) => {
    const fitted = left >= 0;
    left -= chunk.length;
    if (left >= 0) chunks.push(chunk);
    else if (fitted) then(undefined);
  });
  request.on("end", () => {
    if (left >= 0) then(Buffer.concat(chunks));
  });
  request.on("error", () => {});
}

export type ServerReply = { status: number; headers?: Record<string, string>; body: string };

export const jsonReply = (
  status: number,
  value: object,
  headers?: Record<string, string>,
): ServerReply => ({
  status,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(value),
});

export const textReply = (status: number, words: string): ServerReply => ({
  status,
  headers: { "Content-Type": "text/plain; charset=utf-8" },
  body: `${words}\n`,
});

export function sendReply(response: ServerResponse, { status, headers, body }: ServerReply): void {
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
}

export function seenBefore(limit: number): (value: unknown) => boolean {
  const seen = new Set<unknown>();
  return (value) => {
    if (seen.has(value)) return true;
    seen.add(value);
    if (seen.size > limit) seen.delete(seen.values().next().value);
    return false;
  };
}
