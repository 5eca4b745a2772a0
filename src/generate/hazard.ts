import type { Case, CaseRequest, RawStep } from "../model/index.ts";
import type { Template, TemplatePart } from "../template/index.ts";
import { oncePer } from "../remember.ts";
import { sendsOf, templateBytes } from "./request-bytes.ts";

const MIB = 1024 * 1024;
/** From here on, a request asks for much. */
const MUCH = { bytes: 8 * MIB, levels: 10_000, lines: 50_000, connections: 64, burst: 100 };
/** Units of a repeated part that are looked at: a length has fewer digits than this. */
const SAMPLED = 64;

/** Why a case can exhaust the target, and the machine with it; undefined if it cannot. Derived from its bytes, so it works for a user's suites too. */
export function hazardOf({
  hazard,
  request,
}: Pick<Case, "hazard" | "request">): string | undefined {
  if (hazard !== undefined) return hazard;
  return isPlain(request) ? undefined : hazardIn(request);
}

/** Its bytes are written out, and few: most generated requests are such. */
function isPlain(request: CaseRequest): boolean {
  if (request.sender !== "client" || request.headers !== undefined || request.path !== undefined)
    return false;
  let bytes = 0;
  for (const part of request.body)
    if (typeof part === "string") bytes += part.length;
    else if (!("fresh" in part)) return false;
  return bytes <= MUCH.bytes;
}

/** Each request is asked for once per repeat. */
const hazardIn = oncePer((request: CaseRequest): string | undefined => {
  for (const { head, body } of messagesOf(request)) {
    const found = ofBody(body) ?? ofHead(head) ?? announced(head, body);
    if (found !== undefined) return found;
  }
  return request.sender === "wire" ? ofConnections(request.steps) : undefined;
});

function messagesOf(request: CaseRequest): { head: Template; body: Template }[] {
  if (request.sender === "wire") return sendsOf(request);
  const { path = [], headers = [], body } = request;
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return [{ head: [...(typeof path === "string" ? [path] : path), ...lines], body }];
}

function ofBody(body: Template): string | undefined {
  const bytes = sizeOf(body);
  if (bytes > MUCH.bytes) return `a body of ${Math.round(bytes / MIB)} MiB`;
  const levels = mostRepeated(body, (unit) => nesting(unit) > 0);
  if (levels >= MUCH.levels) return `${levels.toLocaleString("en")} levels of nesting`;
  const keys = mostRepeated(body, (unit) => unit.includes('":'));
  return keys >= MUCH.lines ? `${keys.toLocaleString("en")} keys` : undefined;
}

function ofHead(head: Template): string | undefined {
  const bytes = sizeOf(head);
  if (bytes > MUCH.bytes) return `a head of ${Math.round(bytes / MIB)} MiB`;
  const lines = mostRepeated(head, (unit) => unit.includes("\n"));
  return lines >= MUCH.lines ? `${lines.toLocaleString("en")} header lines` : undefined;
}

/** A length that is announced, by Content-Length or as the size of a chunk, and that is never sent. */
function announced(head: Template, body: Template): string | undefined {
  const text = sampleOf(head);
  const lengths = [...text.matchAll(/^content-length[ \t]*:[ \t]*\+?(\d+)/gim)];
  const isChunked = /^transfer-encoding[ \t]*:.*chunked/im.test(text);
  const sizes = isChunked
    ? [...sampleOf(body).matchAll(/^[ \t]*([\da-f]+)[ \t]*(?:;|\r?$)/gim)]
    : [];
  const most = Math.max(
    ...lengths.map(([, digits = ""]) => Number(digits)),
    ...sizes.map(([, digits = ""]) => Number(`0x${digits}`)),
  );
  return most > MUCH.bytes && most > sizeOf(body) ? "a huge announced length" : undefined;
}

function ofConnections(steps: readonly RawStep[]): string | undefined {
  const sends = steps.filter((step) => step.do === "send");
  const connections = new Set(sends.map(({ on = 0 }) => on)).size;
  if (connections >= MUCH.connections) return `${connections} connections at a time`;
  return connections > 1 && sends.length >= MUCH.burst
    ? `${sends.length} requests in a burst`
    : undefined;
}

/** Fresh values are short. */
const sizeOf = (template: Template): number => templateBytes(template, new Map());

function mostRepeated(template: Template, isUnit: (text: string) => boolean): number {
  return Math.max(
    0,
    ...template.map((part) => {
      if (typeof part === "string") return 0;
      if ("slice" in part) return mostRepeated(part.slice, isUnit);
      if ("encode" in part) return mostRepeated(part.encode, isUnit);
      if (!("repeat" in part)) return 0;
      const inner = mostRepeated(part.repeat, isUnit);
      return isUnit(sampleOf(part.repeat)) ? part.times * Math.max(1, inner) : inner;
    }),
  );
}

/** Brackets and braces that a text opens and does not close. */
function nesting(text: string): number {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return count(/[[{]/g) - count(/[\]}]/g);
}

function sampleOf(template: Template): string {
  const ofPart = (part: TemplatePart): string => {
    if (typeof part === "string") return part;
    if ("repeat" in part) return sampleOf(part.repeat).repeat(Math.min(part.times, SAMPLED));
    if ("slice" in part) return sampleOf(part.slice);
    return "encode" in part ? sampleOf(part.encode) : "";
  };
  return template.map(ofPart).join("");
}
