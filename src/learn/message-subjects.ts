import { exampleBytes, familyOf, type Requests, type HeadOptions } from "../generate/index.ts";
import type { MediaTypeValue, RuleValue, ValueRule, PathValue } from "../kinds/index.ts";
import type { HeadersValue } from "../kinds/index.ts";
import { messageRules } from "../kinds/index.ts";
import type { Case, ClientRequest, RawRequest } from "../model/index.ts";
import type { Encoding, Template } from "../template/index.ts";
import { shortValue } from "../text/index.ts";
import { knownOf, type KnownResponses, type ProbeValue, type Subject } from "./candidate.ts";
import type { Predictor } from "./field-schema.ts";

const SHOWN = 60;
const STATUS = /^\d{3}$/;
const UTF_8 = /;\s*charset=(?:utf-8|"utf-8")\s*$/i;

export type MessageInput = {
  on: Requests;
  cases: readonly Case[];
  known: KnownResponses;
  accepted: string;
  /** The signature of the stated request on a raw connection. */
  rawAccepted: string;
  /** Whether members of the body that are not stated are refused. */
  refusesFurther: boolean;
  fields: ReadonlyMap<string, Predictor>;
};

/** A server that reads text/plain as text has no object then. */
const textBeyond = (rule: ValueRule<MediaTypeValue>): ValueRule<MediaTypeValue> => ({
  ...rule,
  isBeyond: ({ text = "", stated }) =>
    rule.id === "media-type-fastify" && /^text\/plain/i.test(text) && stated !== "text/plain",
});

export function mediaTypeSubject(input: MessageInput): Subject<MediaTypeValue> {
  const { on } = input;
  const stated = on.interface.contentType ?? "application/json";
  const others = (headers: readonly (readonly [string, string])[]): string =>
    JSON.stringify(headers.filter(([name]) => !isContentType(name)));
  return subjectOf(input, {
    name: "media type",
    rules: messageRules.mediaType.map(textBeyond),
    limited: [],
    valueOf: ({ body, headers, path, method }) => {
      const isPlain = isStatedPath(on, path) && method === undefined && leavesBody(on, body);
      if (!isPlain || headers === undefined) return undefined;
      const types = headers.filter(([name]) => isContentType(name));
      const [type] = types;
      if (others(headers) !== others(on.layout.headers) || types.length > 1) return undefined;
      // Other charsets are a subject of their own.
      if (/charset/i.test((type?.[1] ?? "").replace(UTF_8, ""))) return undefined;
      return { of: "media-type", text: type?.[1], stated };
    },
    textOf: ({ text }) => text ?? "no Content-Type",
  });
}

const isContentType = (name: string): boolean => name.toLowerCase() === "content-type";
export const isStatedPath = (on: Requests, path: ClientRequest["path"]): boolean =>
  path === undefined || JSON.stringify(path) === JSON.stringify(on.path());
const leavesBody = (on: Requests, body: ClientRequest["body"]): boolean =>
  JSON.stringify(body) === JSON.stringify(on.body());

/** A part of the message: how its values are found in the cases of the run. */
type PartOfMessage<V extends RuleValue> = Pick<Subject<V>, "name" | "rules" | "limited"> & {
  /** The value of a request that differs in this part only. */
  valueOf: (request: ClientRequest) => V | undefined;
  rawValueOf?: (request: RawRequest) => V | undefined;
  textOf: (value: V, reason: string) => string;
};

export function subjectOf<V extends RuleValue>(
  { on, cases, known, accepted, rawAccepted }: MessageInput,
  { name, rules, limited, valueOf, rawValueOf, textOf }: PartOfMessage<V>,
): Subject<V> {
  const hasRaw = rawAccepted === accepted;
  const pool = cases.flatMap(({ request, reason }): ProbeValue<V>[] => {
    const ofRaw = hasRaw ? rawValueOf : undefined;
    const value = request.sender === "client" ? valueOf(request) : ofRaw?.(request);
    if (value === undefined) return [];
    const text = textOf(value, reason);
    return [
      { value, text: shortValue(text, SHOWN), family: familyOf(request, on.interface), request },
    ];
  });
  return {
    name,
    slug: name.replace(" ", "-"),
    rules,
    limited,
    pool,
    // A connection that ends says nothing about how a part is read.
    known: new Map([...knownOf(pool, known)].filter(([, { signature }]) => STATUS.test(signature))),
    accepted,
  };
}

export const pathSubject = (input: MessageInput): Subject<PathValue> =>
  subjectOf(input, {
    name: "path",
    rules: messageRules.path,
    limited: [],
    valueOf: ({ body, headers, path, method }) => {
      if (headers !== undefined || method !== undefined || !leavesBody(input.on, body))
        return undefined;
      if (path === undefined || isStatedPath(input.on, path)) return undefined;
      return { of: "path", text: pathText(input.on, path), stated: pathText(input.on) };
    },
    rawValueOf: (request) => {
      const text = rawPath(input.on, request);
      const stated = pathText(input.on);
      return text === undefined || text === stated ? undefined : { of: "path", text, stated };
    },
    textOf: ({ text }) => text,
  });

const pathText = (on: Requests, path: ClientRequest["path"] = on.path()): string =>
  typeof path === "string" ? path : exampleBytes(path, on.interface).toString("latin1");

/** A longer path, or one with a query or other bytes, shows how the request line is parsed, not how paths are compared. */
const SPELLING = /^\/[!"$->@-~]{0,199}$/;

function rawPath(on: Requests, request: RawRequest): string | undefined {
  const [step] = request.steps;
  if (step?.do !== "send" || step.head === undefined) return undefined;
  const line = step.head.slice(0, step.head.indexOf("\r\n"));
  if (JSON.stringify(on.rawRequest({ line })) !== JSON.stringify(request)) return undefined;
  const [method, target = "", version, ...further] = exampleBytes(line, on.interface)
    .toString("latin1")
    .split(" ");
  const isPath = SPELLING.test(target) && further.length === 0;
  const [statedMethod, , statedVersion] = exampleBytes(on.requestLine(), on.interface)
    .toString("latin1")
    .split(" ");
  return isPath && method === statedMethod && version === statedVersion ? target : undefined;
}

type Head = { text: string; options: HeadOptions; body?: Template; is?: HeadersValue["body"] };

/** The headers as a subject; `accepted` is the signature of the stated request on a raw connection. */
export function headersSubject(on: Requests, accepted: string): Subject<HeadersValue> {
  const pool = headsOf(on).map((head) => specimenOf(on, head));
  return {
    name: "headers",
    slug: "headers",
    rules: messageRules.headers.map(ofBody),
    limited: [],
    pool,
    // Each is about another header: what is not sent says nothing.
    tests: pool.length,
    known: new Map(),
    accepted,
  };
}

/** A coded body is not JSON if its coding is ignored, and a plain one cannot be decoded. */
const BEYOND: Readonly<Record<string, (value: HeadersValue) => boolean>> = {
  "headers-content-encoding-ignored": ({ body }) => body === "coded",
  "headers-content-encoding-known": ({ body, lines }) =>
    body === "plain" && !lines.some(([, value]) => value === "identity"),
};

function ofBody(rule: ValueRule<HeadersValue>): ValueRule<HeadersValue> {
  const isBeyond = BEYOND[rule.id];
  return isBeyond === undefined ? rule : { ...rule, isBeyond };
}

const HOST = { target: "host" } as const;

function headsOf(on: Requests): Head[] {
  const replaced = (name: string, value: string): Head => ({
    text: `${name}: ${value}`,
    options: { change: { [name]: value } },
  });
  const accepts = ["text/html", "application/xml", "application/json;q=0", "image/png"];
  const all = [
    ...accepts.map((value) => replaced("Accept", value)),
    replaced("Expect", "bogus"),
    replaced("Expect", "200-ok"),
    { text: "no Host", options: { change: { Host: null } } },
    { text: "Host twice", options: { extra: [["Host: ", HOST]] } },
  ];
  return on.hasBody ? [...all, ...headsWithBody(on, replaced)] : all;
}

function headsWithBody(on: Requests, replaced: (name: string, value: string) => Head): Head[] {
  const type = on.interface.contentType ?? "application/json";
  const length = String(on.bodyBytes);
  const coded = (as: Encoding & ("gzip" | "deflate")): Head => ({
    ...replaced("Content-Encoding", as),
    text: `Content-Encoding: ${as} on a body in ${as}`,
    body: [{ encode: on.body(), as }],
    is: "coded",
  });
  const plain = (value: string): Head => ({
    ...replaced("Content-Encoding", value),
    text: `Content-Encoding: ${value} on a plain body`,
    is: "plain",
  });
  return [
    coded("gzip"),
    coded("deflate"),
    plain("gzip"),
    plain("bogus"),
    plain("identity"),
    { text: "Content-Type twice", options: { extra: [[`Content-Type: ${type}`]] } },
    { text: "Content-Length twice", options: { extra: [[`Content-Length: ${length}`]] } },
    {
      text: "Content-Length twice, the second one larger by 1",
      options: { extra: [[`Content-Length: ${on.bodyBytes + 1}`]] },
    },
  ];
}

const specimenOf = (on: Requests, { text, options, body, is }: Head): ProbeValue<HeadersValue> => ({
  value: { of: "headers", lines: linesOf(on, on.head(options)), body: is },
  text,
  family: text,
  request: on.rawRequest({ ...options, ...(body !== undefined && { body }) }),
});

const linesOf = (on: Requests, head: Template): [string, string][] =>
  exampleBytes(head, on.interface, on.bodyBytes)
    .toString("latin1")
    .split("\r\n")
    .slice(1)
    .flatMap((line): [string, string][] => {
      const [, name, value = ""] = /^([^:]+):[ \t]*(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value]];
    });
