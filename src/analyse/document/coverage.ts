import { interfaceOf, mediaFor, statedFor } from "../../contract/index.ts";
import {
  type CoveredResponse,
  headerOf,
  type Interface,
  type OperationRun,
  type ResourceSequence,
  type Response,
  STATED_IDS,
} from "../../model/index.ts";
import { lacksCredentials } from "../documented/documented-fold.ts";
import { isOfOperation } from "../documented/response-check.ts";
import type { RunFold } from "../run-fold.ts";

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

/** The same with what the requests of sequences have got. */
export const withSteps = (
  rows: readonly OperationRun[],
  sequences: readonly ResourceSequence[] = [],
): OperationRun[] =>
  rows.map((row) => {
    const { name, coverage = [] } = row;
    const seen = new Set(
      sequences
        .flatMap(({ steps }) => steps)
        .flatMap(({ operation, result }) =>
          operation === name && result.outcome === "answered"
            ? coverage.filter((each) => isOf(each, result.response, coverage))
            : [],
        ),
    );
    const own = coverage.map((each) => (seen.has(each) ? { ...each, unseen: undefined } : each));
    return seen.size === 0 ? row : { ...row, coverage: own };
  });

const isOf = (
  { status, mediaType }: CoveredResponse,
  response: Response,
  all: readonly CoveredResponse[],
): boolean =>
  statedFor(all, String(response.status))?.status === status &&
  (mediaType === undefined ||
    mediaFor([{ type: mediaType }], headerOf(response, "content-type") ?? "") !== undefined);

const keyOf = (status: string, type: string | undefined): string => `${status} ${type ?? ""}`;

/** The documented responses that were seen, by status and media type. */
function seenIn({ cases }: RunFold, from: Interface): Set<string> {
  const seen = new Set<string>();
  for (const { case: sent, first } of cases.values()) {
    if (sent.valid !== true && !isOfOperation(sent, from)) continue;
    for (const { answers } of first.values())
      for (const each of answers)
        if (each.outcome === "answered") addSeen(seen, each.response, from);
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

/** Statuses of one suite each, which is not sent to every operation. */
const ABOUT: ReadonlyMap<string, string> = new Map([
  ["413", "size/"],
  ["415", "media-type/"],
]);

/** Why a documented response was not seen: a success may need what the run did not have. */
function whyUnseen(
  run: RunFold,
  from: Interface,
  status: string,
): NonNullable<CoveredResponse["unseen"]> {
  const isSuccess = /^[123d]/.test(status);
  // Without credentials, hardly anything but their absence is found out.
  if (status !== "401" && lacksCredentials(from)) return "no credential given";
  const stated = run.cases.get(STATED_IDS.client)?.signatures ?? [];
  const isNothingThere = stated.length > 0 && stated.every((each) => /^(?:404|410)\b/.test(each));
  const isFound = from.parameters?.some((each) => each.in === "path" && each.example !== undefined);
  if (isSuccess && from.path.includes("{") && isNothingThere && isFound !== true)
    return "no value for the path";
  if (run.footer?.end !== "done") return "not sent to the end";
  const suite = ABOUT.get(status);
  const isAsked = suite === undefined || [...run.cases.keys()].some((id) => id.startsWith(suite));
  return isAsked ? "the server never gave it" : "its suite was not sent to this operation";
}
