import type { CaseRequest, Interface } from "../../model/index.ts";
import type { Template, TemplatePart } from "../../template/index.ts";
import { layoutOf, type FreshBytes } from "../layout.ts";
import { exampleFilling } from "../render.ts";
import { requestBytes, requestStarts } from "../request-bytes.ts";

/** The bytes of a request, one for each connection; `bodyBytes` counts omitted ones, too. */
export type SentBytes = { connections: Buffer[]; bodyBytes: number; large: boolean };

/** The request's bytes with the values of an example; long repetitions are shortened. */
export function sentBytes(request: CaseRequest, from: Interface): SentBytes {
  const { freshBytes: fresh } = layoutOf(from);
  const shortened = (template: Template = []): Template =>
    templateBytes(template, fresh) > LARGE_BODY_BYTES ? clip(template, fresh) : template;
  const isRaw = request.sender === "wire";
  const messages = isRaw ? request.steps.filter((step) => step.do === "send") : [request];
  const bodyBytes = messages.reduce((sum, { body = [] }) => sum + templateBytes(body, fresh), 0);
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
  if ("target" in part || "given" in part) return TARGET_BYTES;
  if ("bodyLength" in part) return Math.max(part.width ?? 0, LENGTH_BYTES);
  if ("repeat" in part) return templateBytes(part.repeat, fresh) * part.times;
  if ("encode" in part) return templateBytes(part.encode, fresh) * WIDTH[part.as];
  const length = templateBytes(part.slice, fresh);
  return Math.max(0, Math.min(part.to ?? length, length) - part.from);
}

/**
 * The template with fewer repetitions: the same structure, with at most a few KiB for each repeated part. Parts that are
 * repeated equally often stay so: one may close what the other opens.
 */
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

/** A longer request is not looked at. */
const MOST_BYTES = 16 * 1024;

/**
 * Whether a request ends before its message does, and then waits for a response: its head has no end, or it announces
 * more than follows. Most servers wait for the rest, so this takes a time-out.
 */
export function isUnfinished(request: CaseRequest, from: Interface): boolean {
  if (request.sender === "client") return false;
  if (request.steps.some(({ do: what }) => what === "half-close" || what === "reset")) return false;
  const [only, ...others] = requestStarts(request, exampleFilling(from), MOST_BYTES);
  if (only === undefined || others.length > 0 || only.bytes > MOST_BYTES) return false;
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
