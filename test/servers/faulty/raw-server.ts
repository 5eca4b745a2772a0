import { createServer, type Socket } from "node:net";
import { listening, type Listening } from "../../../src/servers/json-server.ts";
import { RequestReader } from "./request-reader.ts";
import { sendAll } from "./send-all.ts";

/** One complete request. */
export type RawTurn = {
  socket: Socket;
  /** Request line and headers, as latin1 text. */
  head: string;
  /** From 1, over all connections. */
  count: number;
};

/**
 * A server on plain TCP that lets `react` respond. Requests of one connection are handled in
 * sequence; meanwhile the connection is not read.
 */
export function startRaw(react: (turn: RawTurn) => unknown): Promise<Listening> {
  let count = 0;
  const serve = async (socket: Socket) => {
    const reader = new RequestReader();
    for await (const chunk of socket.setEncoding("latin1")) {
      for (const head of reader.read(String(chunk))) {
        if (!socket.writable) return;
        await react({ socket, head, count: (count += 1) });
      }
    }
  };
  // A failing connection is normal for these servers.
  return listening(createServer((socket) => void serve(socket).catch(() => {})));
}

/** Sends the same chunks for each request, and keeps the connection open. */
export const startSending = (chunks: () => Iterable<string | Buffer>): Promise<Listening> =>
  startRaw(({ socket }) => sendAll(socket, chunks()));

/** Sends the same bytes for each request, and closes the connection. */
export const startSendingAndClosing = (bytes: string): Promise<Listening> =>
  startRaw(async ({ socket }) => {
    await sendAll(socket, [bytes]);
    socket.end();
  });
