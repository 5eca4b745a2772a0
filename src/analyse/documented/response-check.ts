import type {
  Case,
  CheckName,
  ClientRequest,
  DocumentedResponse,
  Interface,
  Response,
} from "../../model/index.ts";
import { headerOf, rawText } from "../../model/index.ts";
import type { DocumentedClauseId, SchemaCheck } from "../../contract/index.ts";
import * as contract from "../../contract/index.ts";
import { exampleUpTo, templateBytes } from "../../generate/index.ts";
import { whole } from "../../text/index.ts";
import type { Template } from "../../template/index.ts";

/** How a response compares with the document. `unknown`: the record has too little of it. */
export type Checked =
  | { state: "fits" | "not-stated" }
  | { state: "unknown"; why: string }
  | ({ state: "breach"; also?: Breach[] } & Breach);

/** What the response does not have as documented, with the check of a whole document that finds it. */
type Breach = { check: CheckName; clause: DocumentedClauseId; expected: string; observed: string };

/** Checks a response; an undocumented status is a breach only for a valid request. */
export type ResponseCheck = (response: Response, isValid: boolean) => Checked;

const FITS: Checked = { state: "fits" };

/** The check of the responses that an interface states; undefined if it states none. */
export function responseCheck({ responses = [], method }: Interface): ResponseCheck | undefined {
  if (responses.length === 0) return undefined;
  const stated = responses.map((each) => ({
    status: each.status,
    look: contentCheck(each, method),
  }));
  return (response, isValid) => {
    const { status } = response;
    const found = contract.statedFor(stated, String(status));
    if (found !== undefined) return found.look(response);
    if (!isValid) return { state: "not-stated" };
    return {
      state: "breach",
      check: "undocumented status",
      clause: contract.DOCUMENTED_STATUS,
      expected: documentedStatuses(responses),
      observed: `status ${status}`,
    };
  };
}

export const documentedStatuses = (responses: readonly DocumentedResponse[]): string =>
  `a documented status: ${responses.flatMap(({ status, implied }) => (implied ? [] : status)).join(", ")}`;

type Look = (response: Response) => Checked;

function contentCheck(documented: DocumentedResponse, method: string): Look {
  const { content = [], headers = [] } = documented;
  const clause = contract.documentedClause(documented);
  const checks = new Map(content.map((media) => [media, contract.schemaCheck(media)]));
  const breach = (check: CheckName, expected: string, observed: string) => {
    return { state: "breach" as const, check, clause, expected, observed };
  };
  const named = content.map(({ type }) => type).join(" or ");
  const lookAtBody: Look = (response) => {
    if (!contract.hasStatedBody(response.status, method)) return FITS;
    const type = headerOf(response, "content-type");
    if (type === undefined)
      return breach("undocumented media type", `Content-Type ${named}`, "no Content-Type");
    const media = contract.mediaFor(content, type);
    if (media === undefined)
      return breach(
        "undocumented media type",
        `Content-Type ${named}`,
        type.trim() === "" ? "an empty Content-Type" : `Content-Type ${type}`,
      );
    const check = checks.get(media);
    if (check === undefined || !contract.isJson(type)) return FITS;
    const found = checkBody(response, check);
    if (typeof found === "object") return { state: "unknown", why: found.why };
    return found === true
      ? FITS
      : breach("response schema", "a body that matches the schema", found);
  };
  return (response) => {
    const isCut = response.omitted?.headers !== undefined;
    const body = content.length > 0 ? lookAtBody(response) : FITS;
    const [first, ...others] = headers
      .filter((name) => !isCut && headerOf(response, name.toLowerCase()) === undefined)
      .map((name) => breach("missing response header", `the header ${name}`, `no ${name}`));
    if (first === undefined) return body;
    return { ...first, also: [...others, ...(body.state === "breach" ? [body] : [])] };
  };
}

/** The result from when the response was received, otherwise from the part of the body in the record. */
function checkBody(response: Response, check: SchemaCheck): true | string | { why: string } {
  if (response.decodeError !== undefined) return { why: "its content coding could not be decoded" };
  const { bytes, text: kept } = response.decoded ?? response.body;
  if (bytes === 0) return "an empty body";
  if (response.bodyFits !== undefined)
    return response.bodyFits === true ? true : rawText(response.bodyFits);
  if (kept === undefined) return "a body that is not UTF-8";
  const text = rawText(kept);
  const recorded = Buffer.byteLength(text);
  if (recorded < bytes)
    return { why: `only the first ${whole(recorded)} bytes of the body are recorded` };
  return check(text);
}

/**
 * Whether a request belongs to the operation of the document: its method and path, sent by the ordinary
 * client. For another path, or a message that is not HTTP, the document states nothing; a head that is too large is refused
 * before the operation, often by another server.
 */
export function isOfOperation({ request }: Case, from: Interface): boolean {
  if (request.sender !== "client") return false;
  if (request.method !== undefined && request.method !== from.method) return false;
  if (headBytes(request) > MOST_HEAD_BYTES) return false;
  if ((request.headers?.length ?? 0) > MOST_HEADERS) return false;
  if (request.path === undefined) return true;
  const path = typeof request.path === "string" ? request.path : textOf(request.path, from);
  return patternOf(from.path).test(path.split(/[?#]/)[0] ?? "");
}

/** gunicorn refuses a request line of 4,095 bytes, in its own words. */
const MOST_HEAD_BYTES = 4000;
/** gunicorn and Apache refuse more than 100 header lines. */
const MOST_HEADERS = 90;

const headBytes = ({ path = "", headers = [] }: ClientRequest): number =>
  (typeof path === "string" ? path.length : templateBytes(path, new Map())) +
  headers.reduce((sum, line) => sum + line.join(": ").length, 0);

const MOST_DOTS = 2;

/** A fresh or an encoded value takes one segment, unless it is empty or one of dots: servers then see another path. */
const textOf = (template: Template, from: Interface): string =>
  template
    .map((part) => {
      if (typeof part === "string") return part;
      if ("encode" in part) {
        const text = exampleUpTo(MOST_DOTS, part.encode, from)?.toString() ?? "value";
        return /^\.*$/.test(text) ? text : "value";
      }
      return "target" in part && part.target === "prefix" ? "" : "value";
    })
    .join("");

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split(/(\{[^{}]*\})/)
      .map((piece) => (piece.startsWith("{") ? "(?!\\.{1,2}(/|$))[^/]+" : escaped(piece)))
      .join("")}$`,
  );

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
