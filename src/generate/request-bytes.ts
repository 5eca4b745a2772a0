import { GIVEN, PROTOCOL } from "../contract/index.ts";
import { layoutOf } from "./layout.ts";
import type { Filling, Start } from "./render.ts";
import { joinStarts, render, renderSendStart, renderStart } from "./render.ts";
import { targetTemplate } from "./request-target.ts";
import { givenValue } from "./trace-parent.ts";
import type { CaseRequest, ClientRequest } from "../model/index.ts";

/** Methods for which undici writes `content-length: 0` when there is no body. */
const EXPECTS_BODY = new Set(["PUT", "POST", "PATCH", "QUERY", "PROPFIND", "PROPPATCH"]);

/**
 * The bytes of a request, per connection and in order, without sending it. For the ordinary client this is what undici 7.30
 * writes (`lib/dispatcher/client-h1.js`, writeH1); a test compares every case with what a server receives.
 */
export const requestBytes = (request: CaseRequest, filling: Filling): Buffer[] =>
  requestStarts(request, filling, Number.POSITIVE_INFINITY).map(({ start }) => start);

/** The first `most` bytes for each connection. The rest of a large body is counted, but not rendered. */
export function requestStarts(request: CaseRequest, filling: Filling, most: number): Start[] {
  if (request.sender === "client") return [clientStart(request, filling, most)];
  const byConnection = new Map<number, Start[]>();
  for (const step of request.steps) {
    if (step.do !== "send") continue;
    const sent = byConnection.get(step.on ?? 0) ?? [];
    byConnection.set(step.on ?? 0, [...sent, renderSendStart(step, filling, most)]);
  }
  return [...byConnection.values()].map((sent) => joinStarts(sent, most));
}

export function clientHead(request: ClientRequest, filling: Filling) {
  const layout = layoutOf(filling.interface);
  const path = request.path ?? layout.fixedPath;
  return {
    method: request.method ?? filling.interface.method,
    path:
      typeof path === "string"
        ? filling.target.prefix + path
        : render(path ?? targetTemplate(layout), filling).toString("latin1"),
    headers: (request.headers ?? layout.headers).map(([name, value]): [string, string] => [
      name,
      value === GIVEN ? givenValue(filling, name) : value,
    ]),
  };
}

/** The lines of a head as undici writes them, with their ends, but for Content-Length and the empty one. */
export function clientLines(head: ReturnType<typeof clientHead>, targetHost: string): string {
  const { method, path, headers } = head;
  const host = headers.find(([name]) => name.toLowerCase() === "host")?.[1];
  const lines = [
    `${method} ${path} ${PROTOCOL}`,
    `host: ${host ?? targetHost}`,
    `connection: ${method === "HEAD" ? "close" : "keep-alive"}`,
    ...headers
      .filter(([name]) => name.toLowerCase() !== "host")
      .map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join("\r\n")}\r\n`;
}

/** The end of the head, with the length of the body where undici states it. */
export const endOfHead = (method: string, bodyBytes: number): string =>
  bodyBytes > 0 || EXPECTS_BODY.has(method) ? `content-length: ${bodyBytes}\r\n\r\n` : "\r\n";

function clientStart(request: ClientRequest, filling: Filling, most: number): Start {
  const made = clientHead(request, filling);
  const body = renderStart(request.body, filling, most);
  const text = clientLines(made, filling.target.host) + endOfHead(made.method, body.bytes);
  const head = Buffer.from(text, "latin1");
  return joinStarts([{ start: head, bytes: head.length }, body], most);
}
