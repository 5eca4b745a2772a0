import { freshId } from "../fresh-numbers.ts";
import type { CaseRequest, Interface } from "../model/index.ts";
import { kindOf } from "../kinds/index.ts";
import { layoutOf } from "./layout.ts";
import { freshCount } from "./render.ts";

/** Whether a request has a fresh value of its interface's identity. */
export function carriesIdentity(request: CaseRequest, from: Interface): boolean {
  const { identity } = layoutOf(from);
  return identity !== undefined && requestFreshCount(request, identity) > 0;
}

/** How many fresh values a request uses; `only` counts those of one field. */
export function requestFreshCount(request: CaseRequest, only?: string): number {
  if (request.sender === "client") {
    const path = typeof request.path === "string" ? [] : (request.path ?? []);
    return Math.max(freshCount(path, only), freshCount(request.body, only));
  }
  return request.steps.reduce(
    (most, step) =>
      step.do === "send"
        ? Math.max(most, freshCount(step.head ?? [], only), freshCount(step.body ?? [], only))
        : most,
    0,
  );
}

/**
 * The fresh values of a request when its first one is this one, in order; each also in the other
 * forms in which responses write values of its kind.
 */
export function freshTexts(
  request: CaseRequest,
  { firstId, fresh, from }: { firstId: number; fresh: number; from: Interface },
): string[] {
  const fields = [...layoutOf(from).freshSlots];
  return Array.from({ length: requestFreshCount(request) }, (_, nth) => {
    const unique = freshId(firstId, fresh + nth);
    return fields.flatMap(({ type, text }) => {
      const written = text(unique);
      return [written, ...kindOf(type).otherForms(written)];
    });
  }).flat();
}
