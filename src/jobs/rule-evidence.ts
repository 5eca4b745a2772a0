import type { RuleFinding } from "../model/index.ts";
import type { InferredField, KeywordEvidence } from "../openapi/index.ts";

/** The keywords that express a rule about values of a type; `type` expresses the others. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  number: ["type", "minimum", "maximum"],
  string: ["type", "minLength", "maxLength", "pattern", "format"],
  missing: ["required"],
};

/** The rules behind each keyword of a schema, with the number of observations and their cases. */
export function ruleEvidence(
  { checks, limits, subject }: RuleFinding,
  schema: InferredField["schema"],
): InferredField["evidence"] {
  const found: Record<string, KeywordEvidence[]> = {};
  for (const { aspect, rules, support, cases } of checks)
    for (const keyword of KEYWORDS[aspect] ?? ["type"])
      if (keyword in schema || keyword === "required")
        (found[keyword] ??= []).push({ rule: rules[0]?.name ?? "", ...support, cases });
  const isNumber = subject === "whole-number" || subject === "number";
  for (const { about, bound, at, inside, outside } of limits) {
    const keyword = isNumber ? bound : `${bound.slice(0, 3)}Length`;
    if (!(keyword in schema)) continue;
    // The two sides of a limit show it better than the rule.
    found[keyword] = [
      {
        rule: `${about}: ${bound} ${at}`,
        accepted: 1,
        refused: 1,
        cases: [inside.case, outside.case].flatMap((each) => each ?? []),
      },
    ];
  }
  return found;
}
