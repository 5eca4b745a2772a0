import type { InferredPart } from "../model/index.ts";

/**
 * A rule with what is sent to requests that break it: `digits only, else 400`. A rule for several responses names each
 * itself. Where a rule ends with what is refused, or there is none, `else` would have nothing to refer to.
 */
export function ruleWithRefusals({
  rule,
  refusals,
  state,
}: Pick<InferredPart, "rule" | "refusals" | "state">): string {
  const [only, ...others] = refusals;
  if (only === undefined || others.length > 0) return rule;
  const isOfRefusals = state === "none" || /\b(?:is|are) refused$/.test(rule);
  return isOfRefusals ? `${rule}; what is refused gets ${only}` : `${rule}, else ${only}`;
}
