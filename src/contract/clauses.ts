import { kindOf, type FieldType } from "../kinds/field-type.ts";
import type { Clause, Interface } from "../model/interface.ts";
import { statedFields, statedSlots, type StatedField } from "./fields.ts";

/** What an interface states of its requests: the part of it that its clauses follow from. */
export type Stated = Pick<
  Interface,
  "method" | "path" | "headers" | "parameters" | "body" | "contentType"
>;

/** Clauses that every interface states of its message; those of a body are left out where there is none. */
const ofMessage = {
  server: () => "The service is an HTTP server at {base_url}.",
  accepts: () => "It accepts the stated request: a complete HTTP response comes back.",
  method: ({ method }: Stated) => `The method is ${method}.`,
  path: ({ path, parameters = [] }: Stated) =>
    `The path is {base_url}${path}${parameters.some((each) => each.in !== "header") ? "." : ", without path or query parameters."}`,
  protocol: () => "The protocol is HTTP/1.1.",
  "content-type": ({ contentType = "application/json" }: Stated) =>
    `Content-Type is ${contentType}.`,
  "content-length": () => "Content-Length is the byte length of the body.",
  host: () => "Host is the host and port of {base_url}.",
  "client-headers": ({ headers = [] }: Stated) =>
    `The client also sends ${clientHeaders(headers)}.`,
  body: ({ body }: Stated) => `The body is ${body === undefined ? "empty" : bodyText(body)}.`,
} satisfies Record<string, (stated: Stated) => string>;

/** Headers that every request has, unless the interface states others of the same name. */
const USUAL_HEADERS = [
  ["user-agent", "User-Agent"],
  ["accept", "Accept (any type)"],
  ["accept-encoding", "Accept-Encoding (gzip, deflate, br)"],
] as const;

function clientHeaders(headers: readonly [name: string, value: string][]): string {
  const own = headers.map(([name]) => name);
  const lower = new Set(own.map((name) => name.toLowerCase()));
  const usual = USUAL_HEADERS.flatMap(([name, words]) => (lower.has(name) ? [] : [words]));
  return `${[...own, ...usual].join(", ")} and Connection (keep-alive)`;
}

const OF_BODY: ReadonlySet<string> = new Set(["content-type", "content-length", "body"]);

/** What no interface states unless it says so, before and behind the clauses of fields. */
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

/** A clause that every interface states of its message: the only kind that a verdict may rest on. */
export type StatedClauseId = keyof typeof ofMessage;
/** A clause of which an interface says nothing: "not shown". */
export type NotShownClauseId = keyof typeof first | keyof typeof later;
/** A clause about one field: what type or form it has, which values are allowed, whether it may be missing. */
export type FieldClauseId = `${string}-${"type" | "format" | "values" | "required" | "uniqueness"}`;
/** A clause of an interface. */
export type ClauseId = StatedClauseId | NotShownClauseId | FieldClauseId;

/** The clauses of an interface in their order: first what is stated, then what is not. */
export function clausesOf(from: Stated): Clause[] {
  const fields = statedFields(statedSlots(from));
  const message = Object.entries(ofMessage).filter(
    ([id]) => from.body !== undefined || !OF_BODY.has(id),
  );
  const identity = fields.find(({ slot }) => slot.text !== undefined);
  return [
    ...message.map(([id, text]) => stated(id, text(from))),
    ...fields.map(typeClause),
    ...fields.filter(({ slot }) => slot.required !== undefined).map(requiredClause),
    ...Object.entries(first).map(([id, text]) => notShown(id, text)),
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

const stated = (id: string, text: string): Clause => ({ id, kind: "stated", text });

function notShown(id: string, text: string): Clause {
  const reason = unobservable[id];
  return { id, kind: "not shown", text, ...(reason !== undefined && { reason }) };
}

function typeClause({ slug, slot: { label, type } }: StatedField): Clause {
  const kind = kindOf(type);
  return stated(`${slug}-${kind.aspect}`, `${label} is ${kind.words(type)}.`);
}

/** An item of a list has no name by which it could be missing. */
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
