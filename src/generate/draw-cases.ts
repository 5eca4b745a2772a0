import fc from "fast-check";
import type { Case, CaseRequest, Property } from "../model/index.ts";

/** Values are drawn this many at a time, so that a long run does not keep all in memory. */
export const DRAWN_AT_ONCE = 1000;

/**
 * Draws `runs` cases of a property, or those from a multiple of `DRAWN_AT_ONCE` on. Each has fast-check's
 * seed and path, which reproduce it; the same seed gives the same cases on every platform.
 */
export function* drawCases(
  suite: string,
  property: Property,
  seed: number,
  runs: number,
  from = 0,
): Generator<Case> {
  const own = seed ^ hash(`${suite}/${property.name}`);
  for (let done = from; done < runs; done += DRAWN_AT_ONCE) {
    const batchSeed = (own + done / DRAWN_AT_ONCE) | 0;
    const numRuns = Math.min(DRAWN_AT_ONCE, runs - done);
    const requests = fc.sample(property.arbitrary, { seed: batchSeed, numRuns });
    for (const [index, request] of requests.entries())
      yield {
        id: `${suite}/${property.name}#${done + index}`,
        reason: property.reason,
        clauses: property.clauses,
        request,
        valid: isValid(property, request),
        ...(property.mayShareIdentity?.(request) === true && { sameIdentity: "may" as const }),
        generated: {
          property: `${suite}/${property.name}`,
          seed: batchSeed,
          path: String(index),
        },
      };
  }
}

const isValid = ({ valid }: Property, request: CaseRequest): true | undefined =>
  valid === true || valid?.(request) === true ? true : undefined;

/** FNV-1a, 32 bits: properties of one run draw from different streams, the same in every version (`decisions/0017`). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value | 0;
}
