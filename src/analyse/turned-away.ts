import { rawText, type RequestResult } from "../model/index.ts";
import { isOwnSlowness } from "./completeness.ts";

export const isRateLimited = (result: RequestResult): boolean =>
  result.outcome === "answered" && result.status === 429;

/** 503 with `Retry-After`: a temporary overload or maintenance (RFC 9110, 10.2.3 and 15.6.4). */
export const isUnavailable = (result: RequestResult): boolean =>
  result.outcome === "answered" &&
  result.status === 503 &&
  result.response.headers.some(([name]) => rawText(name).toLowerCase() === "retry-after");

type Seen = { answers: readonly RequestResult[] } | undefined;

/** The target did not look at the request, so the response shows nothing about it. */
export const isTurnedAway = (observation: Seen): boolean =>
  observation?.answers.some((each) => isRateLimited(each) || isUnavailable(each)) === true;

/** The result shows nothing about the request: the target did not look at it, or witness itself was too slow. */
export const isInconclusive = (observation: Seen): boolean =>
  isTurnedAway(observation) || isTooSlow(observation);

/** Witness itself was too slow to get a response. */
export const isTooSlow = (observation: Seen): boolean =>
  observation?.answers.some(isOwnSlowness) === true;
