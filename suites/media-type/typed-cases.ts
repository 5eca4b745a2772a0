import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { headersWith, post } from "../../src/generate/user-submission.ts";
import type { Template } from "../../src/template/template.ts";

/** A value of Content-Type, `null` for none, with the stated body or another. */
export type TypedEntry = [name: string, reason: string, value: string | null, body?: Template];

/** Cases of one family; the family's name comes before theirs. */
export function typedCases(family: string, entries: TypedEntry[]): CaseDefinition[] {
  return entries.map(([name, reason, value, body]) => ({
    name: `${family}-${name}`,
    reason,
    family,
    request: post(body, { headers: headersWith({ "Content-Type": value }) }),
  }));
}
