import { exampleBytes, familyOf, type Requests } from "../generate/index.ts";
import {
  kindOf,
  messageLimits,
  messageRules,
  tokenValue,
  type DocumentValue,
  type MediaTypeValue,
  type RuleValue,
  type ValueRule,
} from "../kinds/index.ts";
import type { Case, ClientRequest, RawRequest } from "../model/index.ts";
import { shortValue } from "../text/index.ts";
import type { ProbeValue, Subject } from "./candidate.ts";
import { knownOf } from "./field-subject.ts";
import { memberTokens } from "./member-tokens.ts";
import type { KnownResponses } from "./known-responses.ts";
import type { Predictor } from "./predictor.ts";

/** Longer documents are not sent. */
const MOST_BYTES = 20_000;
const SHOWN = 60;
/** Rules read documents by recursion: deeper ones exhaust the stack. */
const MOST_LEVELS = 2000n;

const STATUS = /^\d{3}$/;
const UTF_8 = /;\s*charset=(?:utf-8|"utf-8")\s*$/i;

export type MessageInput = {
  on: Requests;
  /** The hand-chosen cases of the run. */
  cases: readonly Case[];
  known: KnownResponses;
  accepted: string;
  /** The signature of the stated request on a raw connection. */
  rawAccepted: string;
  /** Whether members of the body that are not stated are refused. */
  refusesFurther: boolean;
  /** The predictors of the fields, by path. */
  fields: ReadonlyMap<string, Predictor>;
};

/** A server that reads text/plain as text has no object then. */
const textBeyond = (rule: ValueRule<MediaTypeValue>): ValueRule<MediaTypeValue> => ({
  ...rule,
  isBeyond: ({ text = "", stated }) =>
    rule.id === "media-type-fastify" && /^text\/plain/i.test(text) && stated !== "text/plain",
});

const isDeep = (value: DocumentValue): boolean =>
  messageLimits.document.some(
    ({ id, measure }) => id === "document-depth" && (measure(value) ?? 0n) > MOST_LEVELS,
  );

/** The body: as whole parsers read it, or one deviation from RFC 8259 at a time. */
export function documentSubject(
  input: MessageInput,
  by: "parser" | "aspects",
): Subject<DocumentValue> {
  // Most parsers read a document as the same text.
  const known = new Map<string, boolean>();
  const hasOwn = (text: string): boolean => {
    const found = known.get(text) ?? hasFields(text, input);
    known.set(text, found);
    return found;
  };
  return subjectOf(input, {
    name: "document",
    rules: messageRules.document
      .filter(({ aspect }) => (aspect === "parser") === (by === "parser"))
      .map((rule) => withFields(rule, hasOwn)),
    limited: messageLimits.document,
    valueOf: ({ body, headers, path, method }): DocumentValue | undefined => {
      if (headers !== undefined || method !== undefined || !isStatedPath(input.on, path))
        return undefined;
      const bytes: Uint8Array = exampleBytes(body, input.on.interface);
      const value: DocumentValue = { of: "document", bytes };
      return bytes.length > MOST_BYTES || isDeep(value) ? undefined : value;
    },
    textOf: (_, reason) => reason,
  });
}

/** The value of Content-Type. */
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
export const leavesBody = (on: Requests, body: ClientRequest["body"]): boolean =>
  JSON.stringify(body) === JSON.stringify(on.body());

/** A part of the message: how its values are found in the cases of the run. */
type PartOfMessage<V extends RuleValue> = Pick<Subject<V>, "name" | "rules" | "limited"> & {
  /** The value of a request that differs in this part only. */
  valueOf: (request: ClientRequest) => V | undefined;
  /** The same of a request on a raw connection. */
  rawValueOf?: (request: RawRequest) => V | undefined;
  textOf: (value: V, reason: string) => string;
};

/** A subject whose values are those of the cases of the run. */
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
      {
        value,
        text: shortValue(text, SHOWN),
        family: familyOf(request, on.interface),
        request,
      },
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

/** Express reads an empty body as an object, which has no fields: another check refuses it. */
const isEmptyDocument = ({ bytes }: DocumentValue): boolean => bytes.length === 0;

/** A rule about documents that does not judge a document with a wrong field, because another check refuses it. */
const withFields = (
  rule: ValueRule<DocumentValue>,
  hasOwn: (text: string) => boolean,
): ValueRule<DocumentValue> => ({
  ...rule,
  ...(rule.id === "document-express" && { isBeyond: isEmptyDocument }),
  judges: (value) =>
    rule.judges(value) &&
    (!rule.accepts(value) ||
      (rule.id === "document-express" && isEmptyDocument(value)) ||
      hasOwn(rule.reads?.(value) ?? new TextDecoder().decode(value.bytes))),
});

/** Whether a document has the fields, with values that the server accepts; true for text that is not JSON. */
export function hasFields(text: string, { on, fields, refusesFurther }: MessageInput): boolean {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return true;
  }
  if (on.fields.length === 0) return true;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
  const names = new Set(on.fields.map(({ key }) => key));
  if (refusesFurther && Object.keys(body).some((key) => !names.has(key))) return false;
  const tokens = memberTokens(text);
  return on.fields.every((slot) => {
    const written = tokens.get(slot.key ?? "");
    const accepts = fields.get(slot.path);
    const token = tokenValue(written);
    if (accepts === undefined || token === undefined)
      return written !== undefined && kindOf(slot.type).fits(slot.type, JSON.parse(written));
    return accepts(token);
  });
}
