import type { Case } from "../model/index.ts";

/** The reason of a case; of a sequence, it says that it is one. */
export function reasonText({ reason, request }: Pick<Case, "reason" | "request">): string {
  if (request.sender === "client") return reason;
  const { steps } = request;
  const lastSend = steps.findLastIndex((step) => step.do === "send");
  const reads = steps.filter((step) => step.do === "read").length;
  const isSequence = reads > 1 && steps.findIndex((step) => step.do === "read") < lastSend;
  if (!isSequence) return reason;
  const what =
    reads === 2
      ? "two requests, the second after the first response"
      : `${reads} requests, the last after the responses before it`;
  return `${reason} (${what})`;
}
