import type { CaseRequest, WireStep } from "../../model/request.ts";

/** How the steps on raw connections differ from one write and one answer. */
export function wireParts(request: CaseRequest, messages: number): string[] {
  if (request.sender === "client") return [];
  const { steps } = request;
  const has = (what: WireStep["do"]): boolean => steps.some((step) => step.do === what);
  const sends = steps.filter((step) => step.do === "send");
  const inPieces = sends.length > messages || sends.some((step) => step.pieces !== undefined);
  const paused = has("pause") || sends.some((step) => (step.pauseMs ?? 0) > 0);
  return [
    ...(messages > 1 ? ["several messages"] : []),
    ...(inPieces ? ["in pieces"] : []),
    ...(has("half-close") ? ["half-close"] : []),
    ...(has("reset") ? ["reset"] : []),
    ...(paused ? ["pause"] : []),
  ];
}
