import type { RunFold } from "../run-fold.ts";
import { axisView } from "./axis-view.ts";

/** Clauses that every axis asks about: told there, they would drown what else is. */
const COMMON = new Set(["error-conditions", "response-status"]);

/** By clause of the specification, what was found along the axes that probe it, as sentences. */
export function axesByClause(run: RunFold): Map<string, string[]> {
  const sentences = new Map<string, string[]>();
  for (const finding of run.findings) {
    if (finding.kind !== "axis" || finding.boundaries.length === 0) continue;
    const { title, sentence } = axisView(finding);
    const [boundary] = finding.boundaries;
    const clauses = boundary && run.cases.get(boundary.near.case)?.case.clauses;
    for (const id of (clauses ?? []).filter((each) => !COMMON.has(each)))
      sentences.set(id, [...(sentences.get(id) ?? []), `${title}: ${sentence}`]);
  }
  return sentences;
}
