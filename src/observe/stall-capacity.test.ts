import { createServer as createHttpServer } from "node:http";
import { createServer, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { orderList, orderSubmission } from "../../test/contract/order.ts";
import { requestsOf } from "../generate/index.ts";
import type { Case, Interface } from "../model/index.ts";
import { listening, type Listening } from "../servers/json-server.ts";
import { Dispatcher } from "./dispatcher.ts";
import { stallCapacity } from "./measured-limits.ts";

let server: Listening;
afterEach(() => server.close());

const RESPONSE = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";

/** Serves one connection at a time, until its request is whole: a head, and as many bytes as it says. */
function oneAtATime() {
  const waiting: Socket[] = [];
  let isBusy = false;
  const next = (): void => {
    const socket = isBusy ? undefined : waiting.shift();
    if (socket === undefined) return;
    isBusy = true;
    let text = "";
    socket.on("close", () => {
      isBusy = false;
      next();
    });
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end >= 0 && text.length >= end + 4 + length) socket.end(RESPONSE);
    });
  };
  return createServer((socket) => {
    waiting.push(socket);
    next();
  });
}

async function capacityOf(from: Interface, timeoutMs = 2000): Promise<number> {
  const target = parseBaseUrl(server.url);
  const common = { interface: from, target, insecure: false };
  const valid: Case = {
    id: "valid/plain",
    reason: "the stated request",
    clauses: ["accepts"],
    request: requestsOf(from).request(),
  };
  const sending = { ...common, firstId: 300_000_000, timeoutMs: 2 * timeoutMs, keep: false };
  const probe = new Dispatcher(sending);
  const capacity = await stallCapacity({
    ...common,
    valid,
    probe,
    waitMs: timeoutMs,
    latencyMs: 0,
  });
  await probe.close();
  return capacity;
}

/**
 * Two processes. The first gets every connection without a whole request, and has four places. One of nine whole requests
 * goes to it, and gets a response once a place is free; the others go to the second, which has none of those connections.
 */
function twoProcesses() {
  let held = 0;
  let whole = 0;
  const waiting: Socket[] = [];
  return createServer((socket) => {
    let text = "";
    let isHeld = false;
    socket.on("close", () => {
      held -= isHeld ? 1 : 0;
      if (held < 4) for (const each of waiting.splice(0)) each.end(RESPONSE);
    });
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end < 0 || text.length < end + 4 + length) {
        held += isHeld ? 0 : 1;
        isHeld = true;
        return;
      }
      whole += 1;
      if (whole % 9 !== 0 || held < 4) socket.end(RESPONSE);
      else waiting.push(socket);
    });
  });
}

test("a server of two processes bears no more than the one that gets the connections", async () => {
  server = await listening(twoProcesses());
  expect(await capacityOf(userSubmission)).toBe(2);
});

test("a request that is lost by itself says nothing about the unfinished ones", async () => {
  let whole = 0;
  const losing = createHttpServer((request, response) => {
    request.resume();
    request.on("end", () => {
      whole += 1;
      if (whole !== 7) response.end("{}");
    });
  });
  server = await listening(losing);
  expect(await capacityOf(userSubmission)).toBe(256);
});

const interfaces = [userSubmission, orderSubmission, orderList];

test.each(interfaces)("$name: a server that serves one at a time bears none", async (from) => {
  server = await listening(oneAtATime());
  expect(await capacityOf(from)).toBe(0);
});

test.each(interfaces)(
  "$name: a server that waits for all bears as many as there are",
  async (from) => {
    const whole = createHttpServer((request, response) => {
      request.resume();
      request.on("end", () => response.end("{}"));
    });
    server = await listening(whole);
    expect(await capacityOf(from, 5000)).toBe(256);
  },
);

test("a server that resets connections beyond two does not handle one at a time", async () => {
  let open = 0;
  const tcp = createHttpServer((request, response) => {
    const respond = () =>
      response.writeHead(200, { "Content-Length": 2, Connection: "close" }).end("{}");
    request.resume().on("end", () => setTimeout(respond, 150));
  });
  tcp.on("connection", (socket: Socket) => {
    open += 1;
    socket.on("close", () => (open -= 1));
    if (open > 2) socket.resetAndDestroy();
  });
  server = await listening(tcp);
  expect(await capacityOf(userSubmission)).toBe(1);
});
