import { groupBy } from "../group-by.ts";
import type { CaseRequest, Interface, ClientRequest, RawRequest } from "../model/index.ts";
import type { Template, TemplatePart } from "../template/index.ts";
import { layoutOf, type FreshBytes } from "./layout.ts";
import type { Filling, Start } from "./render.ts";
import { exampleFilling, joinStarts, render, renderSendStart, renderStart } from "./render.ts";
import { GIVEN, PROTOCOL } from "../contract/index.ts";
import { targetTemplate } from "./request-target.ts";
import { givenValue } from "./filling.ts";

export const sendsOf = ({ steps }: RawRequest): { head: Template; body: Template }[] =>
  steps.filter((step) => step.do === "send").map(({ head = [], body = [] }) => ({ head, body }));

/** The bytes of a request, one for each connection; `bodyBytes` counts omitted ones, too. */
export type SentBytes = { connections: Buffer[]; bodyBytes: number; large: boolean };

/** The request's bytes with the values of an example; long repetitions are shortened. */
export function sentBytes(request: CaseRequest, from: Interface): SentBytes {
  const { freshBytes: fresh } = layoutOf(from);
  const shortened = (template: Template = []): Template =>
    templateBytes(template, fresh) > LARGE_BODY_BYTES ? clip(template, fresh) : template;
  const isRaw = request.sender === "wire";
  const messages = isRaw ? sendsOf(request) : [request];
  const bodyBytes = messages.reduce((sum, { body }) => sum + templateBytes(body, fresh), 0);
  const steps = (isRaw ? request.steps : []).map((step) =>
    step.do === "send" ? { ...step, head: shortened(step.head), body: shortened(step.body) } : step,
  );
  const shown = isRaw ? { ...request, steps } : { ...request, body: shortened(request.body) };
  const connections = requestBytes(shown, exampleFilling(from));
  return { connections, bodyBytes, large: bodyBytes > LARGE_BODY_BYTES };
}

/** Bytes of a body beyond which it counts as large, and is examined in a shortened form. */
export const LARGE_BODY_BYTES = 64 * 1024;
const CLIPPED_BYTES = 4096;
const TARGET_BYTES = 20;
const LENGTH_BYTES = 4;
const WIDTH = {
  utf16le: 2,
  utf16be: 2,
  utf32le: 4,
  utf32be: 4,
  gzip: 1,
  deflate: 1,
  latin1: 1,
  percent: 1,
};

/** The approximate length of a template, without rendering it; exact for text, bytes and fresh values. */
export const templateBytes = (template: Template, fresh: FreshBytes): number =>
  template.reduce((sum, part) => sum + partBytes(part, fresh), 0);

function partBytes(part: TemplatePart, fresh: FreshBytes): number {
  if (typeof part === "string") return Buffer.byteLength(part);
  if ("base64" in part) return Buffer.byteLength(part.base64, "base64");
  if ("fresh" in part) return fresh.get(part.fresh) ?? 0;
  if ("target" in part || "given" in part || "taken" in part) return TARGET_BYTES;
  if ("bodyLength" in part) return Math.max(part.width ?? 0, LENGTH_BYTES);
  if ("repeat" in part) return templateBytes(part.repeat, fresh) * part.times;
  if ("encode" in part) return templateBytes(part.encode, fresh) * WIDTH[part.as];
  const length = templateBytes(part.slice, fresh);
  return Math.max(0, Math.min(part.to ?? length, length) - part.from);
}

/** The template with at most a few KiB of each repeated part. Equal repetitions stay equal: one may close the other. */
function clip(template: Template, fresh: FreshBytes): Template {
  const clipped = template.map((part) => clipInside(part, fresh));
  const most = new Map<number, number>();
  for (const part of clipped) {
    if (typeof part === "string" || !("repeat" in part)) continue;
    const times = Math.ceil(CLIPPED_BYTES / Math.max(1, templateBytes(part.repeat, fresh)));
    most.set(part.times, Math.min(part.times, most.get(part.times) ?? Infinity, times));
  }
  return clipped.map((part) =>
    typeof part === "string" || !("repeat" in part)
      ? part
      : { ...part, times: most.get(part.times) ?? part.times },
  );
}

function clipInside(part: TemplatePart, fresh: FreshBytes): TemplatePart {
  if (typeof part === "string") return part;
  if ("encode" in part) return { ...part, encode: clip(part.encode, fresh) };
  if ("slice" in part) return { ...part, slice: clip(part.slice, fresh) };
  return "repeat" in part ? { ...part, repeat: clip(part.repeat, fresh) } : part;
}

const MOST_BYTES = 16 * 1024;

/** Whether a request ends before its message does, and waits: most servers wait for the rest, up to the time-out. */
export function isUnfinished(request: CaseRequest, from: Interface): boolean {
  if (request.sender === "client") return false;
  if (request.steps.some(({ do: what }) => what === "half-close" || what === "reset")) return false;
  return request.steps.some(({ do: what }) => what === "send") && isIncomplete(request, from);
}

/** Whether a request ends before its message does, or nothing of it is sent: no response is due. */
export function isIncomplete(request: CaseRequest, from: Interface): boolean {
  if (request.sender === "client") return false;
  const [only, ...others] = requestStarts(request, exampleFilling(from), MOST_BYTES);
  if (only === undefined) return true;
  if (others.length > 0 || only.bytes > MOST_BYTES) return false;
  const text = only.start.toString("latin1").replace(/^(\r?\n)+/, "");
  const end = /\r?\n\r?\n/.exec(text);
  if (end === null) return true;
  const head = text.slice(0, end.index);
  const rest = text.slice(end.index + end[0].length);
  if (/^transfer-encoding:[ \t]*chunked[ \t]*$/im.test(head)) return needsChunks(rest);
  const length = /^content-length:[ \t]*(\d+)[ \t]*$/im.exec(head)?.[1];
  return length !== undefined && rest.length < Number(length);
}

function needsChunks(text: string): boolean {
  let at = 0;
  for (;;) {
    const line = /([\da-f]*)[ \t]*(?:;[^\r\n]*)?(\r\n)?/iy;
    line.lastIndex = at;
    const [whole = "", size = "", ended] = line.exec(text) ?? [];
    if (ended === undefined) return at + whole.length === text.length;
    if (size === "") return false;
    at += whole.length;
    const bytes = Number.parseInt(size, 16);
    if (bytes === 0) return !/^(?:[^\r\n]+\r\n)*\r\n/.test(text.slice(at));
    if (text.length < at + bytes + 2) return true;
    if (text.slice(at + bytes, at + bytes + 2) !== "\r\n") return false;
    at += bytes + 2;
  }
}

/** Methods for which undici writes `content-length: 0` when there is no body. */
const EXPECTS_BODY = new Set(["PUT", "POST", "PATCH", "QUERY", "PROPFIND", "PROPPATCH"]);

/** The bytes of a request, per connection: what undici 7.30 writes (writeH1), which a test compares for every case. */
export const requestBytes = (request: CaseRequest, filling: Filling): Buffer[] =>
  requestStarts(request, filling, Number.POSITIVE_INFINITY).map(({ start }) => start);

/** The first `most` bytes for each connection. The rest of a large body is counted, but not rendered. */
export function requestStarts(request: CaseRequest, filling: Filling, most: number): Start[] {
  if (request.sender === "client") return [clientStart(request, filling, most)];
  const sends = request.steps.filter((step) => step.do === "send");
  return [...groupBy(sends, ({ on = 0 }) => on).values()].map((own) => {
    const starts = own.map((step) => renderSendStart(step, filling, most));
    return joinStarts(starts, most);
  });
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
