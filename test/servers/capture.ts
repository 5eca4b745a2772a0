import { createServer, type Socket } from "node:net";
import { listening, type Listening } from "../../src/servers/json-server.ts";

const TICK_MS = 4;
const QUIET_TICKS = 4;
const RESPONSE = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n{}";

export type Capture = Listening & {
  /** The bytes since the last call, one entry for each connection that sent any, in order of acceptance. */
  takeAll(): Buffer[];
};

/** A server that keeps all received bytes, and responds once whenever a connection becomes quiet. */
export async function startCapture(): Promise<Capture> {
  const received = new Map<Socket, Buffer[]>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    received.set(socket, []);
    socket.on("data", (chunk) => received.get(socket)?.push(chunk));
    respondWhenQuiet(socket);
  });
  return {
    ...(await listening(server)),
    takeAll: () => {
      const taken = [...received.values()].filter((chunks) => chunks.length > 0);
      for (const socket of received.keys()) {
        if (socket.destroyed) received.delete(socket);
        else received.set(socket, []);
      }
      return taken.map((chunks) => Buffer.concat(chunks));
    },
  };
}

/**
 * Quiet is 12 to 16 ms, in ticks: a single timer may fire late, before bytes that have arrived are
 * read.
 */
function respondWhenQuiet(socket: Socket): void {
  let ticks: NodeJS.Timeout | undefined;
  let left = 0;
  const pay = () => {
    clearInterval(ticks);
    if (left > 0 && socket.writable) socket.write(RESPONSE);
    left = 0;
  };
  socket.on("data", () => {
    if (left === 0) {
      ticks = setInterval(() => {
        if (left === 1) pay();
        else left -= 1;
      }, TICK_MS);
    }
    left = QUIET_TICKS;
  });
  socket.on("end", () => {
    pay();
    socket.end();
  });
  socket.on("close", () => clearInterval(ticks));
}
