import type { CaseRequest } from "../model/index.ts";

/** How many responses are read: one for each request of a sequence. */
export const responsesTo = (request: CaseRequest): number =>
  request.sender === "wire" ? request.steps.filter((step) => step.do === "read").length : 1;
