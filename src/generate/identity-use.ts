import { memberOf, parsedJson } from "../text/index.ts";
import type { Template, TemplatePart } from "../template/index.ts";
import { oncePer } from "../remember.ts";
import { escapedPattern } from "./request-target.ts";
import { freshId } from "../fresh-numbers.ts";
import type { CaseRequest, Interface } from "../model/index.ts";
import { layoutOf, perInterface } from "./layout.ts";
import type { Filling } from "./render.ts";
import { exampleFilling, renderSendStart, renderStart, freshCount } from "./render.ts";
import { sendsOf } from "./request-bytes.ts";
import { kindOf } from "../kinds/index.ts";

/** Which identity a server reads: the drawn one, one `near` it, what `may` be that of another request, or `none` but a constant one. */
export type IdentityUse = "own" | "near" | "may" | "none";

/** The identity of longer bodies is at their beginning, or nowhere. */
const MOST_BYTES = 64 * 1024;
/** Two requests with other digits everywhere. */
const OTHER = 111_111_111;

export const identityUse = (request: CaseRequest, from: Interface): IdentityUse =>
  uses(from)(request);

const uses = perInterface((from) => oncePer((request: CaseRequest) => newUse(request, from)));

function newUse(request: CaseRequest, from: Interface): IdentityUse {
  const { identity, body, fresh } = layoutOf(from);
  const isInBody = body !== undefined && identity !== undefined && from.body !== undefined;
  if (!isInBody || !carriesIdentity(request, from)) return "none";
  const text = fresh.get(identity);
  if (isPlain(request, identity)) return "own";
  const filling = exampleFilling(from);
  if (text === undefined) return "none";
  const read = (number: number): string[] | undefined =>
    bodiesOf(request, { ...filling, fresh: number })?.flatMap((each) => readIdentities(each, from));
  const [one, other] = [read(0), read(OTHER)];
  if (one === undefined || other === undefined) return "may";
  const count = requestFreshCount(request);
  const drawn = Array.from({ length: count }, (_, nth) => text(freshId(filling.firstId, nth)));
  if (new Set(one).size < one.length) return "may";
  const owners = one.map((each) => drawn.findIndex((own) => isWholeIn(own, each)));
  const owned = owners.filter((at) => at >= 0);
  if (new Set(owned).size < owned.length) return "may";
  const all = one.map((each, at): IdentityUse => {
    if ((owners[at] ?? -1) >= 0) return "own";
    if (each === other[at]) return "may";
    return count === 1 && isOneEdit(drawn[0] ?? "", each) ? "near" : "may";
  });
  return ORDER.find((use) => all.includes(use)) ?? "none";
}

const ORDER: IdentityUse[] = ["may", "near", "own"];

/** Whether the identity stands once, between its key and the next member: most requests, which need not be read. */
function isPlain(request: CaseRequest, identity: string): boolean {
  const [template, ...others] = templatesOf(request);
  if (template === undefined || others.length > 0 || !template.every(isSimple)) return false;
  const places = template.flatMap((part, at) => (freshOf(part) === identity ? [at] : []));
  const [at = 0] = places;
  const [before, after] = [template[at - 1], template[at + 1]];
  const key = typeof before === "string" ? /("[^"]+"):"?$/.exec(before)?.[1] : undefined;
  if (places.length !== 1 || key === undefined || typeof after !== "string") return false;
  const name = identity.split(".").at(-1) ?? "";
  const isAlone = template.filter((part) => typeof part === "string" && part.includes(key));
  const isOnce = isAlone.length === 1 && (before as string).split(key).length === 2;
  return key === JSON.stringify(name) && isOnce && /^"?[,}]/.test(after);
}

const freshOf = (part: TemplatePart): string | undefined =>
  typeof part !== "string" && "fresh" in part ? part.fresh : undefined;

const isSimple = (part: TemplatePart): boolean =>
  typeof part === "string"
    ? !OTHERWISE_READ.test(part)
    : "fresh" in part ||
      "target" in part ||
      "given" in part ||
      ("bodyLength" in part && part.bodyLength === 0 && part.radix === undefined);

/** An escaped key, or a body that is not as long as its message. */
const OTHERWISE_READ = /\\|content-length: *\d|transfer-encoding/i;

/** Whether a text has another one that is no part of a longer number or word. */
function isWholeIn(own: string, text: string): boolean {
  const at = text.indexOf(own);
  if (at < 0) return false;
  const [before = "", after = ""] = [text[at - 1], text[at + own.length]];
  const goesOn = /^\d+$/.test(own) ? /\d/ : /[\da-z]/i;
  return !goesOn.test(before) && !goesOn.test(after);
}

function bodiesOf(request: CaseRequest, filling: Filling): string[] | undefined {
  if (request.sender === "client")
    return [renderStart(request.body, filling, MOST_BYTES).start.toString("utf8")];
  const connections = new Map<number, string>();
  for (const step of request.steps) {
    if (step.do !== "send") continue;
    const before = connections.get(step.on ?? 0) ?? "";
    const { start } = renderSendStart(step, filling, MOST_BYTES);
    connections.set(step.on ?? 0, before + start.toString("latin1"));
  }
  const bodies = [...connections.values()].map(bodiesOn);
  return bodies.every((each) => each !== undefined) ? bodies.flat() : undefined;
}

const templatesOf = (request: CaseRequest): Template[] =>
  request.sender === "client"
    ? [request.body]
    : sendsOf(request).map(({ head, body }) => [...head, ...body]);

/** Whether one text becomes the other by leaving out, inserting or replacing one character. */
function isOneEdit(one: string, other: string): boolean {
  let before = 0;
  while (before < Math.min(one.length, other.length) && one[before] === other[before]) before += 1;
  const rests = [
    [one.slice(before + 1), other.slice(before)],
    [one.slice(before), other.slice(before + 1)],
    [one.slice(before + 1), other.slice(before + 1)],
  ];
  return rests.some(([left, right]) => left === right);
}

/** The identities that a lenient server reads: a JSON document's member, else what follows the member's key. */
function readIdentities(body: string, from: Interface): string[] {
  const steps = stepsOf(layoutOf(from).identity ?? "");
  const parsed = parsedJson(body);
  if (parsed !== undefined) return memberAt(parsed, steps);
  const key = steps.findLast((step) => typeof step === "string");
  if (key === undefined) return [];
  return Array.from(body.matchAll(memberWith(key)), ([, value = ""]) =>
    value.replace(/^"|"$/g, ""),
  );
}

const HEAD_END = /\r?\n\r?\n/;

/** The bodies on a raw connection, one character a byte; undefined if a server may read a part of one. */
function bodiesOn(connection: string): string[] | undefined {
  const { index, 0: end } = HEAD_END.exec(connection) ?? { index: connection.length, 0: "" };
  const head = connection.slice(0, index);
  const rest = connection.slice(index + end.length);
  const framing = head.split(/\r?\n/).filter((line) => FRAMING.test(line));
  const lengths = framing.flatMap((line) => (CHUNKED.test(line) ? [] : (line.match(/\d+/g) ?? [])));
  const read = framing.some((line) => CHUNKED.test(line))
    ? readChunks(rest)
    : readLength(rest, lengths[0]);
  if (read === undefined || lengths.some((each) => isPart(each, rest, read))) return undefined;
  if (!HEAD_END.test(read.later)) return [read.body];
  const others = bodiesOn(read.later);
  return others && [read.body, ...others];
}

const FRAMING = /content-length|transfer-encoding/i;
const CHUNKED = /transfer-encoding.*chunked/i;

type ReadBody = { body: string; later: string };

/** Whether a length ends within a body: neither before it, nor where its message ends. */
const isPart = (digits: string, rest: string, { later }: ReadBody): boolean =>
  Number(digits) > 0 && Number(digits) < rest.length - later.length;

/** Of several messages the first one; else what comes after the end is read as well. */
function readLength(rest: string, digits = ""): ReadBody | undefined {
  const length = digits === "" ? rest.length : Number(digits);
  const later = rest.slice(length);
  if (length === 0 || HEAD_END.test(later)) return { body: rest.slice(0, length), later };
  return length < rest.length ? undefined : { body: rest, later: "" };
}

const CHUNK = /^[ \t]*([\da-f]+)[ \t]*(?:;[^\r\n]*)?\r?\n/i;
const CHUNK_END = /^\r?\n/;
const TRAILERS = /^(?:\r?\n|[^]*?\r?\n\r?\n)/;

function readChunks(rest: string): ReadBody | undefined {
  let [body, left] = ["", rest];
  while (left !== "") {
    const [line, digits = ""] = CHUNK.exec(left) ?? [];
    if (line === undefined) return undefined;
    const size = Number.parseInt(digits, 16);
    left = left.slice(line.length);
    if (size === 0) return { body, later: left.replace(TRAILERS, "") };
    body += left.slice(0, size);
    left = left.slice(size);
    if (left !== "" && !CHUNK_END.test(left)) return undefined;
    left = left.replace(CHUNK_END, "");
  }
  return { body, later: "" };
}

const memberWith = (key: string): RegExp =>
  new RegExp(`${escapedPattern(JSON.stringify(key))}\\s*:\\s*("[^"]*"?|[^\\s,}\\]"]+)`, "g");

/** Of `order.items[0].id` the keys and indexes. */
const stepsOf = (path: string): (string | number)[] =>
  Array.from(
    path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g),
    ([, at, quoted, key]) => (at === undefined ? (quoted ?? key ?? "") : Number(at)),
  );

function memberAt(root: unknown, steps: readonly (string | number)[]): string[] {
  const value = steps.map(String).reduce(memberOf, root);
  return value === undefined || value === null ? [] : [String(value)];
}

export function carriesIdentity(request: CaseRequest, from: Interface): boolean {
  const { identity } = layoutOf(from);
  return identity !== undefined && requestFreshCount(request, identity) > 0;
}

export function requestFreshCount(request: CaseRequest, only?: string): number {
  const { path } = request.sender === "client" ? request : {};
  const templates = [typeof path === "string" ? [] : (path ?? []), ...templatesOf(request)];
  return Math.max(...templates.map((each) => freshCount(each, only)));
}

/** The fresh values of a request from this one on, each also in the forms in which responses write them. */
export function freshTexts(
  request: CaseRequest,
  { firstId, fresh, from }: { firstId: number; fresh: number; from: Interface },
): string[] {
  const fields = [...layoutOf(from).freshSlots];
  return Array.from({ length: requestFreshCount(request) }, (_, nth) => {
    const unique = freshId(firstId, fresh + nth);
    return fields.flatMap(({ type, text }) => {
      const written = text(unique);
      return [written, ...(kindOf(type).otherForms?.(written) ?? [])];
    });
  }).flat();
}
