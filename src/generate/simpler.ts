import type { CaseRequest, Interface } from "../model/index.ts";
import { clientSize, clientSteps } from "./simpler/client-steps.ts";
import { smallerOnes } from "./simpler/size.ts";
import { rawSize, rawSteps } from "./simpler/raw-steps.ts";
import { statedOf } from "./simpler/stated.ts";

/** The distance of a request from the simplest one, without a unit: every shrinking step reduces it. */
export function requestSize(request: CaseRequest, from: Interface): number {
  const stated = statedOf(from);
  return request.sender === "client" ? clientSize(request, stated) : rawSize(request, stated);
}

/**
 * Requests that are one step simpler than this one, the largest steps first. Each has a smaller `requestSize`. If none
 * of them gets the same response, this one is 1-minimal.
 */
export function* simplerRequests(request: CaseRequest, from: Interface): Generator<CaseRequest> {
  const stated = statedOf(from);
  if (request.sender === "wire") yield* rawSteps(request, stated);
  else
    yield* smallerOnes(clientSteps(request, stated), clientSize(request, stated), (each) =>
      clientSize(each, stated),
    );
}
