import type { CaseRequest } from "../model/request.ts";

/** What requests are like, handed in: exploring knows nothing of heads and bodies. */
export type Nature = {
  /** What shrinking must not lose, in words; its parts are joined by ` + `. */
  familyOf: (request: CaseRequest) => string;
  sizeOf: (request: CaseRequest) => number;
  /** One step simpler, the boldest first. */
  simplerRequests: (request: CaseRequest) => Iterable<CaseRequest>;
};

/** Whether a family is this one, or joined of this one and others: `id: text + date missing` holds `id: text`. */
export function holdsFamily(family: string, part: string): boolean {
  const parts = partsOf(family);
  return partsOf(part).every((each) => parts.includes(each));
}

const partsOf = (family: string): string[] => family.split(" + ");
