import { exampleBytes, type HeadOptions, type Requests } from "../generate/index.ts";
import { messageRules, type HeadersValue, type ValueRule } from "../kinds/index.ts";
import type { Encoding, Template } from "../template/index.ts";
import type { ProbeValue, Subject } from "./candidate.ts";

type Head = {
  text: string;
  options: HeadOptions;
  body?: Template;
  is?: HeadersValue["body"];
};

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

/** Heads that differ from the stated one in one header. */
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
  value: {
    of: "headers",
    lines: linesOf(on, on.head(options)),
    ...(is !== undefined && { body: is }),
  },
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
