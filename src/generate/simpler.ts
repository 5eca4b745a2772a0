import type { CaseRequest } from "../model/request.ts";
import { clientSize, clientSteps } from "./simpler/client-steps.ts";
import { smallerOnes } from "./simpler/size.ts";
import { rawSize, rawSteps } from "./simpler/raw-steps.ts";

/** How far a request is from the simplest there is, in no unit: shrinking makes it smaller at every step. */
export const requestSize = (request: CaseRequest): number =>
  request.sender === "client" ? clientSize(request) : rawSize(request);

/**
 * Requests that are one step simpler than this one, the largest steps first, each with a smaller
 * `requestSize`. Where none of them gets the same response, this one is 1-minimal.
 */
export function* simplerRequests(request: CaseRequest): Generator<CaseRequest> {
  if (request.sender === "wire") yield* rawSteps(request);
  else yield* smallerOnes(clientSteps(request), clientSize(request), clientSize);
}
