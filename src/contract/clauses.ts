import { kindOf, type FieldType } from "../kinds/index.ts";
import type { Clause, Interface } from "../model/index.ts";
import { statedFields, statedSlots, type StatedField } from "./fields.ts";

/** The stated part of an interface, from which its clauses follow. */
export type Stated = Pick<
  Interface,
  "method" | "path" | "headers" | "parameters" | "body" | "contentType"
>;

const USUAL_HEADERS =
  "User-Agent, Accept (any type), Accept-Encoding (gzip, deflate, br) and Connection (keep-alive)";

/** Clauses about the message of every interface; the ones about a body are omitted if there is none. */
const ofMessage = {
  server: () => "The service is an HTTP server at the base URL.",
  accepts: () => "It accepts the stated request: a complete HTTP response comes back.",
  method: ({ method }: Stated) => `The method is ${method}.`,
  path: ({ path }: Stated) => `The path is ${path}, below the base URL.`,
  protocol: () => "The protocol is HTTP/1.1.",
  "content-type": ({ contentType = "application/json" }: Stated) =>
    `Content-Type is ${contentType}.`,
  "content-length": () => "Content-Length is the byte length of the body.",
  host: () => "Host is the host and port of the base URL.",
  "client-headers": () => `The client also sends ${USUAL_HEADERS}.`,
  body: ({ body }: Stated) => `The body is ${body === undefined ? "empty" : bodyText(body)}.`,
} satisfies Record<string, (stated: Stated) => string>;

/**
 * The clauses about sending for interfaces that state nothing about it. Only the specification of the built-in
 * interface states all of it; an interface file and a document state only their own headers.
 */
const ofSending: Record<string, string> = {
  protocol: "Protocol version: witness sends HTTP/1.1.",
  "content-length": "How the length of the body is sent: witness sends Content-Length.",
  host: "Host: witness sends host and port of the base URL.",
  "client-headers": `Other request headers: witness sends ${USUAL_HEADERS}.`,
};

/** The headers that an interface adds to those of every request. */
const ownHeaders = ({ headers = [] }: Stated): string =>
  `The request has the ${headers.length === 1 ? "header" : "headers"} ${headers.map(([name]) => name).join(", ")}.`;

const OF_BODY: ReadonlySet<string> = new Set(["content-type", "content-length", "body"]);

/** Topics that no interface states unless it says so, before and after the clauses of fields. */
const first = {
  purpose: "Purpose of the service and meaning of the data.",
  behaviour: "Behaviour of the server after it receives the request.",
} as const;
const later = {
  "further-fields": "Any further fields of the request.",
  "returned-fields": "Fields of anything the server returns.",
  states: "States.",
  transitions: "Transitions.",
  "response-status": "Response status code.",
  "response-headers": "Response headers.",
  "response-body": "Response body.",
  "other-endpoints": "Other endpoints.",
  "other-methods": "Other methods (GET, PUT, DELETE and so on).",
  authentication: "Authentication.",
  events: "Events, webhooks and notifications.",
  "error-codes": "Error codes.",
  "error-payload": "Error payload shape.",
  "error-conditions": "Conditions that cause errors.",
  "limit-rate": "Rate limits.",
  "limit-size": "Size limits.",
  "limit-time": "Time-outs.",
  pagination: "Pagination.",
  versioning: "Versioning scheme.",
} as const;

const unobservable: Record<string, string> = {
  purpose: "What the data means to the service cannot be seen from outside.",
  events:
    "A notification would go to a receiver that the specification does not name; no request can show it.",
};

/** A clause of every interface about its message: the only kind that may decide a verdict. */
export type StatedClauseId = keyof typeof ofMessage;
/** A clause that an interface does not state: "not shown". */
export type NotShownClauseId = keyof typeof first | keyof typeof later;
/** A clause about one field: its type or form, its allowed values, or whether it may be missing. */
export type FieldClauseId = `${string}-${"type" | "format" | "values" | "required" | "uniqueness"}`;
/** A clause of an interface. */
export type ClauseId = StatedClauseId | NotShownClauseId | FieldClauseId;

/**
 * The clauses of an interface in order: first the stated ones, then the others. `sending` adds protocol
 * version, length, Host and the client's headers to the stated ones.
 */
export function clausesOf(from: Stated, { sending = false } = {}): Clause[] {
  const fields = statedFields(statedSlots(from));
  const message = messageClauses(from, sending);
  const identity = fields.find(({ slot }) => slot.text !== undefined);
  return [
    ...message.filter(({ kind }) => kind === "stated"),
    ...fields.map(typeClause),
    ...fields.filter(({ slot }) => slot.required !== undefined).map(requiredClause),
    ...Object.entries(first).map(([id, text]) => notShown(id, text)),
    ...message.filter(({ kind }) => kind === "not shown"),
    ...fields
      .filter(({ slot }) => slot.required === undefined && !isItem(slot))
      .map(requiredClause),
    ...fields
      .filter(({ slot: { type } }) => !kindOf(type).isBounded(type))
      .map(({ slug, slot }) =>
        notShown(`${slug}-values`, `Allowed values and bounds of ${slot.label}.`),
      ),
    ...(identity === undefined
      ? []
      : [notShown(`${identity.slug}-uniqueness`, `Uniqueness of ${identity.slot.label}.`)]),
    ...Object.entries(later).map(([id, text]) => notShown(id, text)),
  ];
}

function messageClauses(from: Stated, sending: boolean): Clause[] {
  return Object.entries(ofMessage)
    .filter(([id]) => from.body !== undefined || !OF_BODY.has(id))
    .map(([id, text]) => {
      const open = sending ? undefined : ofSending[id];
      if (open === undefined) return stated(id, text(from));
      const hasOwn = id === "client-headers" && (from.headers ?? []).length > 0;
      return hasOwn ? stated(id, ownHeaders(from)) : notShown(id, open);
    });
}

const stated = (id: string, text: string): Clause => ({ id, kind: "stated", text });

function notShown(id: string, text: string): Clause {
  const reason = unobservable[id];
  return { id, kind: "not shown", text, ...(reason !== undefined && { reason }) };
}

function typeClause({ slug, slot: { label, type } }: StatedField): Clause {
  const kind = kindOf(type);
  return stated(`${slug}-${kind.aspect}`, `${label} is ${kind.words(type)}.`);
}

/** An item of a list has no name, so it cannot be missing. */
const isItem = ({ path }: StatedField["slot"]): boolean => /\[\d+\]$/.test(path);

function requiredClause({ slug, slot: { label, required } }: StatedField): Clause {
  const id = `${slug}-required`;
  if (required === undefined) return notShown(id, `Whether ${label} is required.`);
  return stated(id, `${label} ${required ? "is required" : "may be left out"}.`);
}

function bodyText(body: FieldType): string {
  if (body.kind !== "object") return `JSON: ${kindOf(body).words(body)}`;
  const names = body.fields.map(({ name }) => name);
  const last = names.pop();
  if (last === undefined) return "a JSON object";
  return names.length === 0
    ? `a JSON object with the field ${last}`
    : `a JSON object with the fields ${names.join(", ")} and ${last}`;
}
