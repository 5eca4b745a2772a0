import { createServer as createHttpServer } from "node:http";
import { createServer, type Socket } from "node:net";
import {
  jsonReply,
  listening,
  type Listening,
  seenBefore,
  sendReply,
  type ServerReply,
} from "../../../src/servers/json-server.ts";
import { afterEachRequest } from "./after-request.ts";

const REMEMBERED_IDS = 100_000;
const CREATED = jsonReply(201, { status: 201 });

export function startWaiting(): Promise<Listening> {
  return afterEachRequest(({ response }) => sendReply(response, CREATED));
}

export function startDelayed(delayMs: number): Promise<Listening> {
  return afterEachRequest(({ response }) => {
    setTimeout(() => sendReply(response, CREATED), delayMs);
  });
}

export function startFlaky(): Promise<Listening> {
  const busy = jsonReply(503, { status: 503 });
  return afterEachRequest(({ response, count }) =>
    sendReply(response, count % 2 === 1 ? CREATED : busy),
  );
}

export function startRepeatRefusing(): Promise<Listening> {
  const repeated = seenBefore(REMEMBERED_IDS);
  const statusOf = (body: Buffer): number => {
    try {
      return repeated(JSON.parse(body.toString()).id) ? 409 : 201;
    } catch {
      return 400;
    }
  };
  return afterEachRequest(({ response, body }) => {
    const status = statusOf(body);
    sendReply(response, jsonReply(status, { status }));
  });
}

/** Announces keep-alive, and closes silently: the end of the connection is sent before the response can be read. */
export function startKeepAliveClosing(): Promise<Listening> {
  return afterEachRequest(({ response, socket }) => {
    response.once("finish", () => socket.destroySoon());
    sendReply(response, CREATED);
  });
}

/** Accepts every connection immediately, but reads each only after the previous one is closed. */
export function startOneAtATime(): Promise<Listening> {
  const closing: ServerReply = { ...CREATED, headers: { ...CREATED.headers, Connection: "close" } };
  const http = createHttpServer((request, response) => {
    request.resume().once("end", () => sendReply(response, closing));
  });
  const waiting: Socket[] = [];
  const serveFirst = () => {
    const [socket] = waiting;
    if (!socket) return;
    socket.once("close", () => {
      waiting.shift();
      serveFirst();
    });
    http.emit("connection", socket);
    socket.resume();
  };
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => {
    if (waiting.push(socket) === 1) serveFirst();
  });
  return listening(server);
}
