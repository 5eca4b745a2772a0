import type { ClauseId } from "../contract/clauses.ts";
import type { Template, TemplatePart } from "../template/template.ts";
import { DATE, ID } from "./user-submission.ts";
import { bytes } from "../template/bytes.ts";
import type { CaseDefinition } from "./define-suite.ts";
import { post } from "./user-submission.ts";

/** One case of which only the body differs; `clauses` instead of the suite's. */
export type BodyEntry = [name: string, reason: string, body: Template, clauses?: ClauseId[]];

/** Cases of one family from a list of bodies; the family's name comes before theirs. */
export function bodyCases(family: string, entries: BodyEntry[]): CaseDefinition[] {
  return entries.map(([name, reason, body, clauses]) => ({
    name: `${family}-${name}`,
    reason,
    family,
    request: post(body),
    ...(clauses && { clauses }),
  }));
}

/** The stated body with further members after its own. */
export const withMembers = (members: Template | TemplatePart): Template =>
  bytes`{"id":${ID},"date":"${DATE}",${members}}`;

/** The stated body with an extra key that holds this. */
export const withNote = (value: Template | TemplatePart): Template =>
  withMembers(bytes`"note":${value}`);
