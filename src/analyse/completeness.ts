import { rawText } from "../model/untrusted.ts";
import type { Answer } from "../model/observation.ts";

/**
 * Whether a complete HTTP response came back. `refused`: complete by the framing of RFC 9112, but
 * the ordinary client does not take it. `not-judged`: a limit of witness cut it off, so nothing is
 * known about the server.
 */
export type Completeness = "complete" | "refused" | "not-judged" | "incomplete";

export function completenessOf(answer: Answer): Completeness {
  if (answer.outcome === "answered") return "complete";
  if (answer.whole !== undefined) return "refused";
  const isSlow = answer.lateMs !== undefined || answer.busyShare !== undefined;
  return isSlow || answer.outcome === "too-large" ? "not-judged" : "incomplete";
}

/** Whether a complete response came back, taken by the ordinary client or not. */
export function isComplete(answer: Answer): boolean {
  const found = completenessOf(answer);
  return found === "complete" || found === "refused";
}

/** Whether the target sent a response, complete or cut off by a size limit: it is there and answers. */
export const hasResponded = (answer: Answer | undefined): boolean =>
  answer !== undefined && (isComplete(answer) || answer.outcome === "too-large");

/**
 * Why the ordinary client has not taken a complete response: its own reason, or the limit beyond
 * which witness does not give it a response. `which` is "it", or "3 of them".
 */
export function refusalText(answer: Answer, which = "it"): string {
  if (answer.outcome === "answered") return "";
  const detail = rawText(answer.detail);
  return answer.outcome === "too-large"
    ? `${which} was not given to the ordinary client: ${detail}`
    : `the ordinary client refuses ${which}: ${detail}`;
}
