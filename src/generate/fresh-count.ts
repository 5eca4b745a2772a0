import type { CaseRequest } from "../model/request.ts";
import { freshCount } from "./render.ts";

/** How many fresh values a request uses up; `only` counts nothing but ids. */
export function requestFreshCount(request: CaseRequest, only?: "id"): number {
  if (request.sender === "client") return freshCount(request.body, only);
  return request.steps.reduce(
    (most, step) =>
      step.do === "send"
        ? Math.max(most, freshCount(step.head ?? [], only), freshCount(step.body ?? [], only))
        : most,
    0,
  );
}
