import type { CaseRequest } from "../model/request.ts";
import { freshDate, freshId } from "./fresh.ts";
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

/**
 * The ids and dates that a request carries when its first fresh value is this one, in order; of a
 * date also its beginnings and its time, since answers and cases write dates in other forms.
 */
export function freshTexts(request: CaseRequest, firstId: number, fresh: number): string[] {
  return Array.from({ length: requestFreshCount(request) }, (_, nth) => {
    const id = freshId(firstId, fresh + nth);
    const date = freshDate(id);
    return [String(id), date, date.slice(0, 19), date.slice(0, 10), date.slice(11, 19)];
  }).flat();
}
