import { interfaceOf, isLoginPath, mediaFor, statedFor } from "../../contract/index.ts";
import type {
  Case,
  CoveredResponse,
  DeletedResources,
  Interface,
  OperationRun,
  ResourceSequence,
  Response,
} from "../../model/index.ts";
import { headerOf, isSuccess, STATED_IDS } from "../../model/index.ts";
import { lacksCredentials } from "../documented/documented-fold.ts";
import { isOfOperation } from "../documented/response-check.ts";
import type { CaseFold, RunFold } from "../run-fold.ts";
import { OF_VALUES } from "./server-errors.ts";

/** The documented responses of an operation, each with whether a request to it got one in this run, and else why not. */
export function responseCoverage(run: RunFold): CoveredResponse[] {
  const from = interfaceOf(run.header ?? {});
  const responses = (from.responses ?? []).filter(({ implied }) => implied === undefined);
  const seen = seenIn(run, from);
  return responses.flatMap(({ status, content = [] }): CoveredResponse[] => {
    const types = content.length === 0 ? [undefined] : content.map(({ type }) => type);
    return types.map((mediaType) => {
      const isSeen = seen.has(keyOf(status, mediaType));
      const about = { status, ...(mediaType !== undefined && { mediaType }) };
      return isSeen ? about : { ...about, unseen: whyUnseen(run, from, status) };
    });
  });
}

type Others = {
  sequences?: ResourceSequence[] | undefined;
  deleted?: DeletedResources[] | undefined;
};

/** The same with what the requests of sequences have got, and those that delete at the end. */
export const withSteps = (
  rows: readonly OperationRun[],
  { sequences = [], deleted = [] }: Others,
): OperationRun[] =>
  rows.map((row) => {
    const { name, method, path, coverage } = row;
    if (coverage === undefined) return row;
    const atEnd = new Set(
      deleted.flatMap(({ resource, results }) =>
        method === "DELETE" && resource === path ? results.map(([word]) => word) : [],
      ),
    );
    // Only the statuses of these responses are kept.
    const isAtEnd = ({ status }: CoveredResponse): boolean =>
      atEnd.has(status) && coverage.filter((each) => each.status === status).length === 1;
    const steps = sequences.flatMap((each) => each.steps);
    const seen = new Set(
      steps.flatMap(({ operation, result }) =>
        operation === name && result.outcome === "answered"
          ? coverage.filter((each) => isOf(each, result.response, coverage))
          : [],
      ),
    );
    const isAsked = sequences.some((each) => namesDeleted(each, name));
    return {
      ...row,
      coverage: coverage.map((each) => {
        if (seen.has(each) || isAtEnd(each)) return { ...each, unseen: undefined };
        const isNeverGiven = isAsked && each.status === GONE && each.unseen === UNASKED;
        return isNeverGiven ? { ...each, unseen: "the server never gave it" } : each;
      }),
    };
  });

/** The same with what a request outside of the run has got. */
export const withResponse = (
  coverage: readonly CoveredResponse[] = [],
  response: Response,
): CoveredResponse[] =>
  coverage.map((each) => (isOf(each, response, coverage) ? { ...each, unseen: undefined } : each));

const GONE = "410";
const UNASKED = "no request is meant to get it";

/** Whether a request of an operation in a sequence names a resource that was deleted before. */
function namesDeleted({ steps }: ResourceSequence, operation: string): boolean {
  const at = steps.findIndex(({ does, result }) => does === "delete" && isSuccess(result));
  return at >= 0 && steps.slice(at + 1).some((each) => each.operation === operation);
}

const isOf = (
  { status, mediaType }: CoveredResponse,
  response: Response,
  all: readonly CoveredResponse[],
): boolean =>
  statedFor(all, String(response.status))?.status === status &&
  (mediaType === undefined ||
    mediaFor([{ type: mediaType }], headerOf(response, "content-type") ?? "") !== undefined);

const keyOf = (status: string, type: string | undefined): string => `${status} ${type ?? ""}`;

function seenIn({ cases }: RunFold, from: Interface): Set<string> {
  const seen = new Set<string>();
  for (const { case: sent, first } of cases.values()) {
    const isOwn = sent.valid === true || isOfOperation(sent, from);
    const responses = [...first.values()].flatMap(({ answers }) =>
      answers.flatMap((each) => (each.outcome === "answered" ? [each.response] : [])),
    );
    for (const each of responses) {
      // A raw request and another method may be meant to get a status, too.
      const suite = SUITES.get(String(each.status));
      if (isOwn || (suite !== undefined && sent.id.startsWith(suite))) addSeen(seen, each, from);
    }
  }
  return seen;
}

function addSeen(seen: Set<string>, response: Response, { responses = [] }: Interface): void {
  const stated = statedFor(responses, String(response.status));
  if (stated === undefined) return;
  const { status, content } = stated;
  if (content === undefined) seen.add(keyOf(status, undefined));
  const media = mediaFor(content ?? [], headerOf(response, "content-type") ?? "");
  if (media !== undefined) seen.add(keyOf(status, media.type));
}

/** The suites with requests that are meant to get a status, by the beginning of their ids. */
const SUITES: ReadonlyMap<string, string> = new Map([
  ["401", "credentials/"],
  ["404", "field-path-"],
  ["405", "methods/"],
  ["406", "media-type/"],
  ["408", "connection/"],
  ["409", "repetition/"],
  ["411", "framing/"],
  ["413", "size/"],
  ["414", "target-forms/"],
  ["415", "media-type/"],
  ["431", "headers/"],
  ["501", "methods/"],
  ["505", "versions/"],
]);
/** Statuses of valid requests, and of those with values that the document excludes. */
const SUCCESS = /^(?:20[0-5]|2XX|default)$/i;
const INVALID = /^(?:400|422|4XX)$/i;

/** Why a documented response was not seen: a success may need what the run did not have. */
function whyUnseen(
  run: RunFold,
  from: Interface,
  status: string,
): NonNullable<CoveredResponse["unseen"]> {
  const isSuccess = /^[123d]/.test(status);
  // Without credentials, hardly anything but their absence is found out.
  if (status !== "401" && lacksCredentials(from)) return "no credential given";
  // A made-up user has another password.
  if (isSuccess && from.method === "POST" && isLoginPath(from.path)) return "no credential given";
  const stated = run.cases.get(STATED_IDS.client)?.signatures ?? [];
  const isNothingThere = stated.length > 0 && stated.every((each) => /^(?:404|410)\b/.test(each));
  const isFound = from.parameters?.some((each) => each.in === "path" && each.example !== undefined);
  if (isSuccess && from.path.includes("{") && isNothingThere && isFound !== true)
    return "no value for the path";
  if (run.footer?.end !== "done") return "not sent to the end";
  if (isSuccess && [...run.cases.values()].some(isCutOff))
    return "a limit of witness cut off its responses";
  const isAsked = [...run.cases.values()].some(({ case: sent }) => isMeant(sent, status));
  if (isAsked) return "the server never gave it";
  return isVaried(status, from) ? "its suite was not sent to this operation" : UNASKED;
}

/** Only the beginning of a response that is too large is known, and not its status. */
const isCutOff = ({ case: { valid }, signatures }: CaseFold): boolean =>
  valid === true && signatures.some((each) => each.startsWith("too-large"));

/** Whether some suite has requests that are meant to get a status, if the operation has what they change. */
function isVaried(status: string, { path, parameters = [], body }: Interface): boolean {
  if (INVALID.test(status)) return parameters.length > 0 || body !== undefined;
  const suite = SUITES.get(status);
  return suite !== undefined && (suite !== "field-path-" || path.includes("{"));
}

/** Whether a request is to get this status, or one of these. */
function isMeant({ id, valid }: Case, status: string): boolean {
  const suite = SUITES.get(status);
  if (suite !== undefined) return id.startsWith(suite);
  return SUCCESS.test(status) || (INVALID.test(status) && valid !== true && OF_VALUES.test(id));
}
