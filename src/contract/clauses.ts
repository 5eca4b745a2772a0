import type { Clause } from "../model/clause.ts";

const stated = {
  server: "The service is an HTTP server at {base_url}.",
  accepts: "It accepts the stated request: a complete HTTP response comes back.",
  method: "The method is POST.",
  path: "The path is {base_url}/api/user, without path or query parameters.",
  protocol: "The protocol is HTTP/1.1.",
  "content-type": "Content-Type is application/json.",
  "content-length": "Content-Length is the byte length of the body.",
  host: "Host is the host and port of {base_url}.",
  "client-headers":
    "The client also sends User-Agent, Accept (any type), Accept-Encoding (gzip, deflate, br) and Connection (keep-alive).",
  body: "The body is a JSON object with the fields id and date.",
  "id-type": "id is a number, and whole.",
  "date-format": "date is an ISO 8601 date-time in UTC with milliseconds and a trailing Z.",
} as const;

const notShown = {
  purpose: "Purpose of the service and meaning of the data.",
  behaviour: "Behaviour of the server after it receives the request.",
  "id-required": "Whether id is required.",
  "date-required": "Whether date is required.",
  "id-values": "Allowed values and bounds of id.",
  "date-values": "Allowed values and bounds of date.",
  "id-uniqueness": "Uniqueness of id.",
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

const unobservable: Partial<Record<NotShownClauseId, string>> = {
  purpose: "What the data means to the service cannot be seen from outside.",
  events:
    "A notification would go to a receiver that the specification does not name; no request can show it.",
};

/** A clause that the specification states: the only kind that a verdict may rest on. */
export type StatedClauseId = keyof typeof stated;
/** A clause of which the specification says "not shown". */
export type NotShownClauseId = keyof typeof notShown;
/** A clause of the specification, stated or "not shown". */
export type ClauseId = StatedClauseId | NotShownClauseId;

/** Every clause of the specification, in its order within each kind. */
export const clauses: readonly (Clause & { id: ClauseId })[] = [
  ...(Object.keys(stated) as StatedClauseId[]).map((id) => ({
    id,
    kind: "stated" as const,
    text: stated[id],
  })),
  ...(Object.keys(notShown) as NotShownClauseId[]).map((id) => ({
    id,
    kind: "not shown" as const,
    text: notShown[id],
    ...(unobservable[id] === undefined ? {} : { reason: unobservable[id] }),
  })),
];

export function isClauseId(text: string): text is ClauseId {
  return clauses.some(({ id }) => id === text);
}
