import { METHOD, PATH, PROTOCOL, statedHeaders } from "../contract/endpoint.ts";
import { render, renderSend, type Filling } from "./render.ts";
import type { CaseRequest, ClientRequest } from "../model/request.ts";

/** Methods for which undici writes `content-length: 0` when there is no body. */
const EXPECTS_BODY = new Set(["PUT", "POST", "PATCH", "QUERY", "PROPFIND", "PROPPATCH"]);

/**
 * The bytes of a request, per connection and in order, without sending it. For the ordinary client
 * this is what undici 7.30 writes (`lib/dispatcher/client-h1.js`, writeH1); a test holds every
 * case against a server that records what arrives.
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

function clientBytes(request: ClientRequest, filling: Filling): Buffer {
  const method = request.method ?? METHOD;
  const headers = request.headers ?? statedHeaders();
  const host = headers.find(([name]) => name.toLowerCase() === "host")?.[1];
  const body = render(request.body, filling);
  const lines = [
    `${method} ${filling.target.prefix}${request.path ?? PATH} ${PROTOCOL}`,
    `host: ${host ?? filling.target.host}`,
    `connection: ${method === "HEAD" ? "close" : "keep-alive"}`,
    ...headers
      .filter(([name]) => name.toLowerCase() !== "host")
      .map(([name, value]) => `${name}: ${value}`),
    ...(body.length > 0 || EXPECTS_BODY.has(method) ? [`content-length: ${body.length}`] : []),
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}
