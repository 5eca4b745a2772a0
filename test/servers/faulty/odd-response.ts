import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Listening } from "../../../src/servers/json-server.ts";
import { afterEachRequest } from "./after-request.ts";

const JSON_TYPE = { "Content-Type": "application/json" };
const BODY = '{"status":201}';
const HUGE_BODY_BYTES = 8 * 1024 * 1024;

export function startOldProtocol(): Promise<Listening> {
  return afterEachRequest(({ socket }) =>
    socket.end(`HTTP/1.0 201 Created\r\nContent-Type: application/json\r\n\r\n${BODY}`),
  );
}

export function startEarlyHints(): Promise<Listening> {
  return afterEachRequest(({ response }) => {
    response.writeProcessing();
    response.writeEarlyHints({ link: "</hint>; rel=preload" });
    response.writeHead(201, JSON_TYPE).end(BODY);
  });
}

/** As early hints, and an unrequested 100: some clients fail on that. */
export function startInterim(): Promise<Listening> {
  return afterEachRequest(({ response }) => {
    response.writeProcessing();
    response.writeEarlyHints({ link: "</hint>; rel=preload" });
    response.writeContinue();
    response.writeHead(201, JSON_TYPE).end(BODY);
  });
}

export function startHugeBody(): Promise<Listening> {
  const body = Buffer.alloc(HUGE_BODY_BYTES, "x");
  body.write('"', 0);
  body.write('"', HUGE_BODY_BYTES - 1);
  return afterEachRequest(({ response }) =>
    response.writeHead(201, { ...JSON_TYPE, "Content-Length": body.length }).end(body),
  );
}

export function startSlowHead(): Promise<Listening> {
  const response = `HTTP/1.1 201 Created\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;
  return afterEachRequest(async ({ socket }) => {
    for (const byte of response.slice(0, 10)) {
      socket.write(byte);
      await sleep(50);
    }
    socket.write(response.slice(10));
  });
}

export function startTrailers(): Promise<Listening> {
  return afterEachRequest(({ request, response }) => {
    // HTTP/1.0 and responses to HEAD have no chunks, and so no trailers.
    if (request.httpVersion !== "1.1" || request.method === "HEAD") {
      response.writeHead(201, JSON_TYPE).end(BODY);
      return;
    }
    response.writeHead(201, { ...JSON_TYPE, Trailer: "X-Body-Length" });
    response.write(BODY.slice(0, 5));
    response.write(BODY.slice(5));
    response.addTrailers({ "X-Body-Length": String(BODY.length) });
    response.end();
  });
}

export function startOddHeaders(): Promise<Listening> {
  const headers = ["cONTENT-tYPE", "application/json", "X-Twice", "one", "x-twice", "two"];
  headers.push("Set-Cookie", "a=1", "SET-COOKIE", "b=2", "content-LENGTH", String(BODY.length));
  return afterEachRequest(({ response }) => response.writeHead(201, headers).end(BODY));
}

export function startGzip(): Promise<Listening> {
  return coded(gzipSync(BODY));
}

export function startLyingGzip(): Promise<Listening> {
  return coded(Buffer.from(BODY));
}

function coded(body: Buffer): Promise<Listening> {
  const headers = { ...JSON_TYPE, "Content-Encoding": "gzip", "Content-Length": body.length };
  return afterEachRequest(({ response }) => response.writeHead(201, headers).end(body));
}

export function startRedirecting(): Promise<Listening> {
  const headers = { Location: "/elsewhere", "Content-Length": 0 };
  return afterEachRequest(({ response }) => response.writeHead(307, headers).end());
}
