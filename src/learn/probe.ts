import type { CaseRequest } from "../model/index.ts";

/** The result of one request for exploring: its signature, and any data of the caller. */
export type Reply = {
  signature: string;
  /** A limit of witness itself ended it, so it shows nothing about the target. */
  own?: true;
};

/** The evidence of a finding: a request with a unique name within the run. */
export type FindingEvidence = {
  name: string;
  reason: string;
  clauses: string[];
  request: CaseRequest;
};

/** The functions that exploring gets as parameters; it uses no others. */
export type Probe<R extends Reply = Reply> = {
  /** Sends a request once. Rejects with `Spent` if the budget is used up. */
  ask: (request: CaseRequest) => Promise<R>;
  /** Records evidence with its replies; returns the case's id. */
  keep: (evidence: FindingEvidence, replies: R[]) => string;
  /** How many requests may be in flight at a time. */
  width: number;
};

/** Properties of requests, passed as parameters: exploring does not know heads and bodies. */
export type RequestOperations = {
  /** What shrinking must keep, in words; its parts are joined by ` + `. */
  familyOf: (request: CaseRequest) => string;
  sizeOf: (request: CaseRequest) => number;
  /** One step simpler, the largest steps first. */
  simplerRequests: (request: CaseRequest) => Iterable<CaseRequest>;
};

/** Whether a family is this one, or contains it as a part: `id: text + date missing` contains `id: text`. */
export function holdsFamily(family: string, part: string): boolean {
  const parts = partsOf(family);
  return partsOf(part).every((each) => parts.includes(each));
}

const partsOf = (family: string): string[] => family.split(" + ");

/** Words as part of a case's id: lower case, digits and dashes. */
export function slug(text: string): string {
  const dashed = text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return dashed.replace(/^-|-$/g, "") || "none";
}
