import { compileSchema, misfitText } from "../../contract/check-value.ts";
import {
  DOCUMENTED_STATUS,
  documentedClause,
  type DocumentedClauseId,
} from "../../contract/documented-clauses.ts";
import type { DocumentedResponse, Interface } from "../../model/interface.ts";
import type { Response } from "../../model/observation.ts";
import { rawText } from "../../model/untrusted.ts";

/** What a response is against what the document states of it. `unknown`: the record has too little of it. */
export type Checked =
  | { state: "fits" | "not-stated" }
  | { state: "unknown"; why: string }
  | { state: "breach"; clause: DocumentedClauseId; expected: string; observed: string };

/** Looks at a response; only to a valid request a status that is not documented is a breach. */
export type ResponseCheck = (response: Response, isValid: boolean) => Checked;

const FITS: Checked = { state: "fits" };

/** The check of the responses that an interface states; undefined where it states none. */
export function responseCheck({ responses = [], method }: Interface): ResponseCheck | undefined {
  if (responses.length === 0) return undefined;
  const stated = responses.map((each) => ({
    status: each.status,
    look: contentCheck(each, method),
  }));
  return (response, isValid) => {
    const { status } = response;
    const found = statedFor(stated, String(status));
    if (found !== undefined) return found.look(response);
    if (!isValid) return { state: "not-stated" };
    return {
      state: "breach",
      clause: DOCUMENTED_STATUS,
      expected: documentedStatuses(responses),
      observed: `status ${status}`,
    };
  };
}

/** The statuses that are documented, as what is expected. */
export const documentedStatuses = (responses: readonly DocumentedResponse[]): string =>
  `a documented status: ${responses.map(({ status }) => status).join(", ")}`;

/** What a document states for a status: by its own name, else by its class, else by default. */
export function statedFor<Stated extends { status: string }>(
  stated: readonly Stated[],
  status: string,
): Stated | undefined {
  const find = (key: string) => stated.find((each) => each.status === key);
  return find(status) ?? find(`${status[0] ?? ""}XX`) ?? find("default");
}

type Look = (response: Response) => Checked;

/** Statuses whose responses have no body, whatever the document says. */
const WITHOUT_BODY = new Set([204, 205, 304]);

function contentCheck(documented: DocumentedResponse, method: string): Look {
  const { content = [] } = documented;
  const clause = documentedClause(documented);
  const types = content.map(({ type, schema }) => ({
    type: plainType(type),
    misfit: schema === undefined ? undefined : compileSchema(schema).misfit,
  }));
  const breach = (expected: string, observed: string): Checked => ({
    state: "breach",
    clause,
    expected,
    observed,
  });
  const named = content.map(({ type }) => type).join(" or ");
  return (response) => {
    if (content.length === 0) return { state: "not-stated" };
    if (method === "HEAD" || WITHOUT_BODY.has(response.status)) return FITS;
    const header = response.headers.find(
      ([name]) => rawText(name).toLowerCase() === "content-type",
    );
    if (header === undefined) return breach(`Content-Type ${named}`, "no Content-Type");
    const type = plainType(rawText(header[1]));
    const found =
      types.find((each) => each.type === type) ?? types.find((each) => covers(each.type, type));
    if (found === undefined)
      return breach(`Content-Type ${named}`, `Content-Type ${rawText(header[1])}`);
    if (found.misfit === undefined || !/[/+]json$/.test(type)) return FITS;
    const body = documentIn(response);
    if ("why" in body) return { state: "unknown", why: body.why };
    if ("problem" in body) return breach("a JSON body", body.problem);
    const wrong = found.misfit(body.value);
    return wrong === undefined ? FITS : breach("a body that fits the schema", misfitText(wrong));
  };
}

/** A media type without its parameters. */
const plainType = (text: string): string => (text.split(";")[0] ?? "").trim().toLowerCase();

/** `application/*` and the like. */
const covers = (range: string, type: string): boolean =>
  range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));

/** The JSON value of a body; what is not recorded of it cannot be held against anything. */
function documentIn(
  response: Response,
): { value: unknown } | { problem: string } | { why: string } {
  if (response.decodeError !== undefined) return { why: "its content coding could not be undone" };
  const { bytes, text: kept } = response.decoded ?? response.body;
  if (bytes === 0) return { problem: "an empty body" };
  if (kept === undefined) return { problem: "a body that is not UTF-8" };
  const text = rawText(kept);
  const recorded = Buffer.byteLength(text);
  if (recorded < bytes) return { why: `only the first ${recorded} bytes of the body are recorded` };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: "a body that is not JSON" };
  }
}
