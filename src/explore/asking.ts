import type { CaseRequest } from "../model/request.ts";

/** What came back for one request, as far as exploring goes: its signature, and whatever whoever asked keeps with it. */
export type Reply = { signature: string };

/** What a finding rests on: a request with a name of its own within the run. */
export type Evidence = { name: string; reason: string; clauses: string[]; request: CaseRequest };

/** What exploring is handed: it touches nothing else. */
export type Asking<R extends Reply = Reply> = {
  /** Sends a request once. Rejects with `Spent` where the budget does not allow it. */
  ask: (request: CaseRequest) => Promise<R>;
  /** Puts evidence into the record, with the replies that it rests on; gives the case's id. */
  keep: (evidence: Evidence, replies: R[]) => string;
  /** How many requests may be under way at a time. */
  width: number;
};
