import { familyOf } from "../generate/family.ts";
import { exampleBytes } from "../generate/render.ts";
import type { Requests } from "../generate/requests.ts";
import { kindOf } from "../kinds/field-type.ts";
import type {
  DocumentValue,
  MediaTypeValue,
  PathValue,
  RuleValue,
  ValueRule,
} from "../kinds/rule.ts";
import { messageLimits, messageRules } from "../kinds/rules.ts";
import { tokenValue } from "../kinds/token-value.ts";
import type { Case } from "../model/case.ts";
import type { ClientRequest } from "../model/request.ts";
import type { Specimen, Subject } from "./candidate.ts";
import { knownOf } from "./field-subject.ts";
import type { KnownResponses } from "./known-responses.ts";
import type { Predictor } from "./predictor.ts";

/** Longer documents are not sent. */
const MOST_BYTES = 20_000;
const SHOWN = 60;

const STATUS = /^\d{3}$/;

export type MessageInput = {
  on: Requests;
  /** The hand-chosen cases of the run. */
  cases: readonly Case[];
  known: KnownResponses;
  accepted: string;
  /** What was inferred of the fields, by path. */
  fields: ReadonlyMap<string, Predictor>;
};

/** The body as whole parsers read it. */
export const documentSubject = (input: MessageInput): Subject<DocumentValue> =>
  subjectOf(input, {
    name: "document",
    rules: messageRules.document
      .filter(({ aspect }) => aspect === "parser")
      .map((rule) => withFields(rule, input)),
    limited: messageLimits.document,
    valueOf: ({ body, headers, path, method }): DocumentValue | undefined => {
      if (headers !== undefined || method !== undefined || path !== undefined) return undefined;
      const bytes: Uint8Array = exampleBytes(body, input.on.interface);
      return bytes.length > MOST_BYTES ? undefined : { of: "document", bytes };
    },
    textOf: ({ bytes }) => JSON.stringify(Buffer.from(bytes).toString("utf8")),
  });

/** The value of Content-Type. */
export function mediaTypeSubject(input: MessageInput): Subject<MediaTypeValue> {
  const { on } = input;
  const stated = on.interface.contentType ?? "application/json";
  const others = (headers: readonly (readonly [string, string])[]): string =>
    JSON.stringify(headers.filter(([name]) => !isContentType(name)));
  return subjectOf(input, {
    name: "media type",
    rules: messageRules.mediaType,
    limited: [],
    valueOf: ({ body, headers, path, method }) => {
      const isPlain = path === undefined && method === undefined && isStated(on, body);
      if (!isPlain || headers === undefined) return undefined;
      const types = headers.filter(([name]) => isContentType(name));
      const [type] = types;
      if (others(headers) !== others(on.layout.headers) || types.length > 1) return undefined;
      return { of: "media-type", text: type?.[1], stated };
    },
    textOf: ({ text }) => text ?? "no Content-Type",
  });
}

/** The path and query. */
export const pathSubject = (input: MessageInput): Subject<PathValue> =>
  subjectOf(input, {
    name: "path",
    rules: messageRules.path,
    limited: [],
    valueOf: ({ body, headers, path, method }) => {
      if (headers !== undefined || method !== undefined || !isStated(input.on, body))
        return undefined;
      if (path === undefined || typeof path !== "string") return undefined;
      return { of: "path", text: path, stated: input.on.interface.path };
    },
    textOf: ({ text }) => text,
  });

const isContentType = (name: string): boolean => name.toLowerCase() === "content-type";
const isStated = (on: Requests, body: ClientRequest["body"]): boolean =>
  JSON.stringify(body) === JSON.stringify(on.body());

type Part<V extends RuleValue> = Pick<Subject<V>, "name" | "rules" | "limited"> & {
  /** The value of a request that differs in this part only. */
  valueOf: (request: ClientRequest) => V | undefined;
  textOf: (value: V) => string;
};

function subjectOf<V extends RuleValue>(
  { on, cases, known, accepted }: MessageInput,
  { name, rules, limited, valueOf, textOf }: Part<V>,
): Subject<V> {
  const pool = cases.flatMap(({ request }): Specimen<V>[] => {
    const value = request.sender === "client" ? valueOf(request) : undefined;
    if (value === undefined) return [];
    const text = textOf(value);
    return [
      {
        value,
        text: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text,
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

/** A rule about documents: of what it reads, it says nothing where a field is wrong, because another check refuses that. */
const withFields = (
  rule: ValueRule<DocumentValue>,
  input: MessageInput,
): ValueRule<DocumentValue> => ({
  ...rule,
  judges: (value) =>
    rule.judges(value) &&
    (!rule.accepts(value) ||
      hasFields(rule.reads?.(value) ?? new TextDecoder().decode(value.bytes), input)),
});

function hasFields(text: string, { on, fields }: MessageInput): boolean {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return true;
  }
  if (on.fields.length === 0) return true;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
  return on.fields.every((slot) => {
    const own = Object.hasOwn(body, slot.key ?? "");
    const value: unknown = own ? Object(body)[slot.key ?? ""] : undefined;
    const accepts = fields.get(slot.path);
    const token = tokenValue(own ? JSON.stringify(value) : undefined);
    if (accepts === undefined || token === undefined)
      return own && kindOf(slot.type).fits(slot.type, value);
    return accepts(token);
  });
}
