import { kindOf, type FieldType, type ProbedAspect } from "../kinds/index.ts";
import type { Clause, Interface, DocumentedResponse } from "../model/index.ts";
import type { StatedField } from "./fields.ts";
import { contentTypeOf, formFields, formStyleOf, statedFields, statedSlots } from "./fields.ts";

/** The stated part of an interface, from which its clauses follow. */
export type Stated = Pick<
  Interface,
  "method" | "path" | "headers" | "parameters" | "body" | "contentType" | "identity"
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
  "content-type": (from: Stated) => `Content-Type is ${contentTypeOf(from) ?? "not sent"}.`,
  "content-length": () => "Content-Length is the byte length of the body.",
  host: () => "Host is the host and port of the base URL.",
  "client-headers": () => `The client also sends ${USUAL_HEADERS}.`,
  body: (from: Stated) => `The body is ${bodyText(from)}.`,
} satisfies Record<string, (stated: Stated) => string>;

const ofSending: Record<string, string> = {
  protocol: "Protocol version: witness sends HTTP/1.1.",
  "content-length": "How the length of the body is sent: witness sends Content-Length.",
  host: "Host: witness sends host and port of the base URL.",
  "client-headers": `Other request headers: witness sends ${USUAL_HEADERS}.`,
};

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
/** The id of a clause of an interface: `server`, `id-type`. */
export type ClauseId = StatedClauseId | NotShownClauseId | FieldClauseId;

/** The clauses of an interface, the stated ones first. `sending` adds version, length, Host and the client's headers. */
export function clausesOf(from: Stated, { sending = false } = {}): Clause[] {
  const fields = statedFields(statedSlots(from));
  const message = messageClauses(from, sending);
  const identity =
    fields.find(({ slot }) => slot.path === from.identity) ??
    fields.find(({ slot }) => slot.text !== undefined);
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
    .filter(([id]) => contentTypeOf(from) !== undefined || !OF_BODY.has(id))
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

const isItem = ({ path }: StatedField["slot"]): boolean => /\[\d+\]$/.test(path);

function requiredClause({ slug, slot: { label, required } }: StatedField): Clause {
  const id = `${slug}-required`;
  if (required === undefined) return notShown(id, `Whether ${label} is required.`);
  return stated(id, `${label} ${required ? "is required" : "may be left out"}.`);
}

function bodyText(from: Stated): string {
  const { body } = from;
  const inForm = formFields(from);
  const [first] = inForm;
  if (first !== undefined && formStyleOf(from) === "text")
    return kindOf(first.type).words(first.type);
  if (first !== undefined) return `a form${withFields(inForm.map(({ name }) => name))}`;
  if (body === undefined) return "empty";
  if (body.kind !== "object") return `JSON: ${kindOf(body).words(body)}`;
  return `a JSON object${withFields(body.fields.map(({ name }) => name))}`;
}

function withFields(names: string[]): string {
  const last = names.pop();
  if (last === undefined) return "";
  return ` with the ${names.length === 0 ? "field" : `fields ${names.join(", ")} and`} ${last}`;
}

/** A clause about a response that a document states: it may decide a verdict. None is "not shown". */
export type DocumentedClauseId = `documented-${string}`;

/** The clause that a response to a valid request has a documented status. */
export const DOCUMENTED_STATUS = "documented-status" satisfies DocumentedClauseId;

export const documentedClause = ({ status }: DocumentedResponse): DocumentedClauseId =>
  `documented-${status.toLowerCase()}`;

export const clauseOf = ({ clauses }: Interface, wanted: string): Clause | undefined =>
  clauses.find(({ id }) => id === wanted);

export type Documented = {
  at: string;
  responses: readonly DocumentedResponse[];
  /** Names of the required headers, and where the document states them. */
  security?: { at: string; headers: readonly (readonly string[])[] } | undefined;
};

/** The clauses of a request and of the documented responses. A topic in the document is not listed as "not shown". */
export function withDocumented(clauses: readonly Clause[], from: Documented): Clause[] {
  const shown = shownBy(from);
  return [
    ...clauses.filter(({ kind }) => kind === "stated"),
    ...documentedClauses(from),
    ...clauses.filter(({ kind, id }) => kind === "not shown" && !shown.has(id)),
  ];
}

function documentedClauses({ at, responses, security }: Documented): Clause[] {
  const documented = (id: DocumentedClauseId, text: string, place: string): Clause => ({
    ...stated(id, text),
    at: place,
  });
  return [
    ...(responses.length === 0
      ? []
      : [documented(DOCUMENTED_STATUS, statusText(responses), `${at}/responses`)]),
    ...responses.map((each) => documented(documentedClause(each), responseText(each), each.at)),
    ...(security === undefined
      ? []
      : [documented("documented-security", securityText(security.headers), security.at)]),
  ];
}

function statusText(responses: readonly DocumentedResponse[]): string {
  const named = responses.map(({ status }) => status).filter((status) => status !== "default");
  if (named.length < responses.length)
    return `A response has one of the statuses ${[...named, "or any other, by default"].join(", ")}.`;
  return `A response to a valid request has the status ${named.join(" or ")}.`;
}

function responseText({ status, content }: DocumentedResponse): string {
  const which =
    status === "default" ? "A response of any other status" : `A response with status ${status}`;
  if (content === undefined) return `${which}: nothing is documented about its body.`;
  const types = content.map(({ type }) => type).join(" or ");
  const fits = content.some(({ schema }) => schema !== undefined)
    ? ", and its body matches the schema"
    : "";
  return `${which} is ${types}${fits}.`;
}

function securityText(headers: readonly (readonly string[])[]): string {
  const lists = headers.map((list) => (list.length === 0 ? "nothing" : list.join(" and ")));
  return `A request requires ${lists.join(", or ")}.`;
}

/** Clauses that no interface states by itself, but this document does. */
function shownBy({ responses, security }: Documented): Set<string> {
  const isFor = (status: string, digits: RegExp): boolean =>
    status === "default" || digits.test(status);
  const ok = responses.filter(({ status }) => isFor(status, /^2/));
  const errors = responses.filter(({ status }) => isFor(status, /^[45]/));
  const hasSchema = ({ content = [] }: DocumentedResponse): boolean =>
    content.some(({ schema }) => schema !== undefined);
  return new Set([
    ...(responses.length > 0 ? ["response-status"] : []),
    ...(ok.length > 0 && ok.every(hasSchema) ? ["response-body", "returned-fields"] : []),
    ...(errors.length > 0 ? ["error-codes"] : []),
    ...(errors.some(hasSchema) ? ["error-payload"] : []),
    ...(security === undefined ? [] : ["authentication"]),
  ]);
}

const OF_ERRORS: ClauseId[] = ["error-codes", "error-payload"];

/** A clause about a field. The clause of its type is named after the kind, and includes stated bounds. */
export function fieldClause(
  { slug, type }: { slug: string; type: FieldType },
  about: "type" | "format" | "values" | "required",
): FieldClauseId {
  const { aspect, isBounded } = kindOf(type);
  if (about === "required") return `${slug}-required`;
  return `${slug}-${about === "values" && !isBounded(type) ? "values" : aspect}`;
}

/** The clauses that values of a field probe, and those about responses to invalid values. */
export function probedClauses(
  { slot: { type }, slug }: StatedField,
  probes: readonly ProbedAspect[] = usualProbes(type),
): ClauseId[] {
  const named = probes.map((probe) =>
    probe === "type" || probe === "format" || probe === "values"
      ? fieldClause({ slug, type }, probe)
      : probe,
  );
  const more = probes.includes("error-conditions") ? [] : OF_ERRORS;
  return [...new Set([...named, "error-conditions" as const, ...more, "response-status" as const])];
}

const usualProbes = (type: FieldType): readonly ProbedAspect[] =>
  kindOf(type).aspect === "format" ? ["format", "values"] : ["values"];
