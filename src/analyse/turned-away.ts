import type { Observation, RequestResult } from "../model/observation.ts";
import { rawText } from "../model/untrusted.ts";

export const isRateLimited = (result: RequestResult): boolean =>
  result.outcome === "answered" && result.status === 429;

/** 503 with `Retry-After`: a temporary overload or maintenance (RFC 9110, 10.2.3 and 15.6.4). */
export const isUnavailable = (result: RequestResult): boolean =>
  result.outcome === "answered" &&
  result.status === 503 &&
  result.response.headers.some(([name]) => rawText(name).toLowerCase() === "retry-after");

/** The target did not look at the request: nothing follows about it. */
export const isTurnedAway = (observation: Observation | undefined): boolean =>
  observation?.answers.some((each) => isRateLimited(each) || isUnavailable(each)) === true;
