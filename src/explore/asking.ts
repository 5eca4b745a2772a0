import type { CaseRequest } from "../model/request.ts";

/** What came back for one request, as far as exploring goes: its signature, and whatever whoever asked keeps with it. */
export type Reply = { signature: string };

/** What a finding rests on: a request with a name of its own within the run. */
export type FindingEvidence = {
  name: string;
  reason: string;
  clauses: string[];
  request: CaseRequest;
};

/** What exploring is handed: it touches nothing else. */
export type Asking<R extends Reply = Reply> = {
  /** Sends a request once. Rejects with `Spent` where the budget does not allow it. */
  ask: (request: CaseRequest) => Promise<R>;
  /** Puts evidence into the record, with the replies that it rests on; gives the case's id. */
  keep: (evidence: FindingEvidence, replies: R[]) => string;
  /** How many requests may be under way at a time. */
  width: number;
};

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

/** Words as part of a case's id: lower case, digits and dashes. */
export function slug(text: string): string {
  const dashed = text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return dashed.replace(/^-|-$/g, "") || "none";
}
