import type { GroupEvidence } from "../model/comparison.ts";

/** The part of a request that is worth reading in a table, in printable text; "" where there is no evidence. */
export function briefRequest(evidence: GroupEvidence | undefined): string {
  if (evidence === undefined) return "";
  const { brief, text } = evidence.request;
  if (brief !== undefined) return brief;
  const end = text.indexOf("\n\n");
  return end < 0 ? text : text.slice(end + 2);
}
