import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { listening, type Listening, withBody } from "../../../src/servers/json-server.ts";

/** One completely read request; respond through `response`, or past it through `socket`. */
export type Turn = {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
  body: Buffer;
  /** From 1, over all connections. */
  count: number;
};

/** A server that reads each request normally and lets `react` respond. */
export function afterEachRequest(react: (turn: Turn) => void, port?: number): Promise<Listening> {
  let count = 0;
  const server = createServer((request, response) =>
    withBody(request, Infinity, (body = Buffer.alloc(0)) => {
      count += 1;
      react({ request, response, socket: request.socket, body, count });
    }),
  );
  return listening(server, port);
}
