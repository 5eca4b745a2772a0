import type { Clause, DocumentedResponse, Interface } from "../model/index.ts";

/** A clause about a response that a document states: it may decide a verdict. None is "not shown". */
export type DocumentedClauseId = `documented-${string}`;

/** The clause that a response to a valid request has a documented status. */
export const DOCUMENTED_STATUS = "documented-status" satisfies DocumentedClauseId;

/** The clause about one documented response: `documented-201`, `documented-4xx`. */
export const documentedClause = ({ status }: DocumentedResponse): DocumentedClauseId =>
  `documented-${status.toLowerCase()}`;

/** The clause of an interface with this id. */
export const clauseOf = ({ clauses }: Interface, wanted: string): Clause | undefined =>
  clauses.find(({ id }) => id === wanted);

/** Statements of a document that are not about the request. */
export type Documented = {
  /** The place of the operation. */
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
  const stated = (id: DocumentedClauseId, text: string, place: string): Clause => ({
    id,
    kind: "stated",
    text,
    at: place,
  });
  return [
    ...(responses.length === 0
      ? []
      : [stated(DOCUMENTED_STATUS, statusText(responses), `${at}/responses`)]),
    ...responses.map((each) => stated(documentedClause(each), responseText(each), each.at)),
    ...(security === undefined
      ? []
      : [stated("documented-security", securityText(security.headers), security.at)]),
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
  if (content === undefined) return `${which}: nothing is stated about its body.`;
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
