import type { CaseRequest } from "../model/request.ts";
import { freshCount } from "./render.ts";

/** How many fresh ids a request uses up. */
export function requestFreshCount(request: CaseRequest): number {
  if (request.sender === "client") return freshCount(request.body);
  return request.steps.reduce(
    (most, step) =>
      step.do === "send"
        ? Math.max(most, freshCount(step.head ?? []), freshCount(step.body ?? []))
        : most,
    0,
  );
}
