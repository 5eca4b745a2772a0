import type { CaseRequest } from "../model/index.ts";
import { holdsFamily, type RequestOperations } from "./probe.ts";

/** A request that was sent, and the signature that it got. */
export type Met<T> = { drawn: T; request: CaseRequest; signature: string };

/**
 * Requests of one family with the same signature: the smallest of them, and how many there were.
 */
export type ResponseGroup<T> = {
  family: string;
  signature: string;
  smallest: T;
  met: number;
  /** Requests of the family, whatever their response. */
  drawn: number;
};

type Sized<T> = ResponseGroup<T> & { size: number };

/**
 * Sorts results by signature and family. Those with a short request come first, because they shrink quickly. A combined family
 * (`id: text + date missing`) is dropped if one of its parts alone got the same signature.
 */
export function groupResponses<T>(
  met: Iterable<Met<T>>,
  nature: RequestOperations,
): ResponseGroup<T>[] {
  const kinds = new Map<string, Sized<T>>();
  const drawn = new Map<string, number>();
  for (const { drawn: smallest, request, signature } of met) {
    const family = nature.familyOf(request);
    const size = nature.sizeOf(request);
    drawn.set(family, (drawn.get(family) ?? 0) + 1);
    const key = JSON.stringify([signature, family]);
    const known = kinds.get(key);
    if (known === undefined)
      kinds.set(key, { family, signature, smallest, met: 1, drawn: 0, size });
    else {
      known.met += 1;
      if (size < known.size) Object.assign(known, { smallest, size });
    }
  }
  const all = [...kinds.values()];
  return all
    .filter((kind) => !all.some((other) => isWithin(other, kind)))
    .toSorted((a, b) => a.size - b.size)
    .map(({ size: _size, ...kind }) => ({ ...kind, drawn: drawn.get(kind.family) ?? 0 }));
}

/** The other one got the same signature with a part of this one's family. */
const isWithin = <T>(other: ResponseGroup<T>, kind: ResponseGroup<T>): boolean =>
  other.signature === kind.signature &&
  other.family !== kind.family &&
  holdsFamily(kind.family, other.family);
