import { GIVEN, givenText } from "../contract/given-headers.ts";
import { PROTOCOL } from "../contract/stated-headers.ts";
import { layoutOf } from "./layout.ts";
import { render, renderSend, type Filling } from "./render.ts";
import { targetTemplate } from "./request-target.ts";
import type { CaseRequest, ClientRequest } from "../model/request.ts";

/** Methods for which undici writes `content-length: 0` when there is no body. */
const EXPECTS_BODY = new Set(["PUT", "POST", "PATCH", "QUERY", "PROPFIND", "PROPPATCH"]);

/**
 * The bytes of a request, per connection and in order, without sending it. For the ordinary client
 * this is what undici 7.30 writes (`lib/dispatcher/client-h1.js`, writeH1); a test compares every
 * case with what a server receives.
 */
export function requestBytes(request: CaseRequest, filling: Filling): Buffer[] {
  if (request.sender === "client") return [clientBytes(request, filling)];
  const byConnection = new Map<number, Buffer[]>();
  for (const step of request.steps) {
    if (step.do !== "send") continue;
    const sent = byConnection.get(step.on ?? 0) ?? [];
    byConnection.set(step.on ?? 0, [...sent, renderSend(step, filling)]);
  }
  return [...byConnection.values()].map((sent) => Buffer.concat(sent));
}

/** Method, request target and headers of a request by the ordinary client, as it writes them. */
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
      value === GIVEN ? givenText(filling.target.route?.headers, name) : value,
    ]),
  };
}

function clientBytes(request: ClientRequest, filling: Filling): Buffer {
  const { method, path, headers } = clientHead(request, filling);
  const host = headers.find(([name]) => name.toLowerCase() === "host")?.[1];
  const body = render(request.body, filling);
  const lines = [
    `${method} ${path} ${PROTOCOL}`,
    `host: ${host ?? filling.target.host}`,
    `connection: ${method === "HEAD" ? "close" : "keep-alive"}`,
    ...headers
      .filter(([name]) => name.toLowerCase() !== "host")
      .map(([name, value]) => `${name}: ${value}`),
    ...(body.length > 0 || EXPECTS_BODY.has(method) ? [`content-length: ${body.length}`] : []),
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}
