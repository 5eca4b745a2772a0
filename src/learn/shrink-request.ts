import type { Arbitrary } from "fast-check";
import type { CaseRequest, Cut } from "../model/index.ts";
import { holdsFamily, type RequestOperations } from "./probe.ts";
import { redraw, simplerDraws } from "./shrink-tree.ts";
import { shrink } from "./shrink.ts";

type Task = {
  start: CaseRequest;
  /** The property that generated it. */
  draw?: { arbitrary: Arbitrary<CaseRequest>; seed: number; path: string };
  keeps: (request: CaseRequest) => Promise<boolean>;
  width: number;
};

/** A request that no single step makes simpler, unless it was cut short; `path` is the part of the way in fast-check. */
export type Shrunk = { request: CaseRequest; path: string; cut?: Cut };

/**
 * Shrinks a request within its family (a combined one may lose some parts, not all): first by
 * fast-check's own steps from seed and path, if a property generated it, then by steps on the
 * request itself. No request is sent twice.
 */
export async function shrinkRequest(nature: RequestOperations, task: Task): Promise<Shrunk> {
  const family = nature.familyOf(task.start);
  const asked = new Map<string, Promise<boolean>>();
  const keeps = (request: CaseRequest): Promise<boolean> => {
    const key = JSON.stringify(request);
    const known = asked.get(key) ?? task.keeps(request);
    asked.set(key, known);
    return known;
  };
  const ofFamily = (request: CaseRequest): boolean => holdsFamily(family, nature.familyOf(request));
  const drawn = await shrinkDrawn(task, keeps, ofFamily);
  if (drawn.cut !== undefined) return drawn;
  const { smallest, cut } = await shrink(drawn.request, {
    simpler: nature.simplerRequests,
    worthAsking: ofFamily,
    keeps,
    width: task.width,
  });
  return { request: smallest, path: drawn.path, ...(cut !== undefined && { cut }) };
}

async function shrinkDrawn(
  { start, draw, width }: Task,
  keeps: (request: CaseRequest) => Promise<boolean>,
  ofFamily: (request: CaseRequest) => boolean,
): Promise<Shrunk> {
  if (draw === undefined) return { request: start, path: "" };
  const { smallest, cut } = await shrink(redraw(draw.arbitrary, draw), {
    simpler: (from) => simplerDraws(draw.arbitrary, from),
    worthAsking: ({ request }) => ofFamily(request),
    keeps: ({ request }) => keeps(request),
    width,
  });
  const { request, path } = smallest;
  return { request, path, ...(cut !== undefined && { cut }) };
}
