import type { Case } from "./case.ts";
import type { Exchange, Observation, RequestResult, Response } from "./observation.ts";
import { rawText } from "./observation.ts";

export type Example = { case: Case; observation: Observation };

/** `refused`: complete by RFC 9112, but the ordinary client does not take it. `not-judged`: a limit of witness cut it off. */
export type Completeness = "complete" | "refused" | "not-judged" | "incomplete";

export function completenessOf(result: RequestResult): Completeness {
  if (result.outcome === "answered") return "complete";
  if (result.whole !== undefined) return "refused";
  return isOwnSlowness(result) || result.outcome === "too-large" ? "not-judged" : "incomplete";
}

const WORST_FIRST = ["incomplete", "not-judged", "refused", "complete"] as const;

export function worstOf(results: readonly RequestResult[]): Completeness {
  const found = new Set(results.map(completenessOf));
  return WORST_FIRST.find((each) => found.has(each)) ?? "complete";
}

/** A time-out that says nothing about the target: witness was busy, or was still sending the request. */
const isOwnSlowness = (result: RequestResult): boolean =>
  result.outcome === "timed-out" &&
  (result.lateMs ?? result.busyShare ?? result.sentLate) !== undefined;

/** Whether a complete response came back, even if the ordinary client refused it. */
export function isComplete(result: RequestResult): boolean {
  const found = completenessOf(result);
  return found === "complete" || found === "refused";
}

/** Whether the target sent a response, complete or cut off by a size limit: it is reachable and responds. */
export const hasResponded = (result: RequestResult | undefined): boolean =>
  result !== undefined && (isComplete(result) || result.outcome === "too-large");

/** Whether a request may have reached the target: a connection was open for at least a part of it. */
export const hasReached = ({ answers, resent }: Pick<Exchange, "answers" | "resent">): boolean =>
  resent !== undefined ||
  answers.some((result) => result.outcome === "answered" || result.phase !== "connect");

/** Why the ordinary client refused a complete response. `which` is "it", or "3 of them". */
export function refusalText(result: RequestResult, which = "it"): string {
  if (result.outcome === "answered") return "";
  const detail = rawText(result.detail);
  return result.outcome === "too-large"
    ? `${which} was not given to the ordinary client: ${detail}`
    : `the ordinary client refuses ${which}: ${detail}`;
}

export const isRateLimited = (result: RequestResult): boolean =>
  result.outcome === "answered" && result.status === 429;

/** 503 with `Retry-After`: a temporary overload or maintenance (RFC 9110, 10.2.3 and 15.6.4). */
export const isUnavailable = (result: RequestResult): boolean =>
  result.outcome === "answered" &&
  result.status === 503 &&
  headerOf(result.response, "retry-after") !== undefined;

/** The first value of a header, by its name in lower case. */
export function headerOf({ headers }: Pick<Response, "headers">, name: string): string | undefined {
  const found = headers.find(([own]) => rawText(own).toLowerCase() === name);
  return found && rawText(found[1]);
}

type Seen = { answers: readonly RequestResult[] } | undefined;

/** The target did not look at the request, so the response shows nothing about it. */
export const turnsAway = (result: RequestResult | undefined): boolean =>
  result !== undefined && (isRateLimited(result) || isUnavailable(result));

export const isTurnedAway = (observation: Seen): boolean =>
  observation?.answers.some(turnsAway) === true;

/** The result shows nothing about the request: the target did not look at it, or witness itself was too slow. */
export const isInconclusive = (observation: Seen): boolean =>
  isTurnedAway(observation) || isTooSlow(observation);

export const isTooSlow = (observation: Seen): boolean =>
  observation?.answers.some(isOwnSlowness) === true;
