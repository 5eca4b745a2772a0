import { user } from "../../src/generate/user-submission.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { post } from "../../src/generate/user-submission.ts";
import type { Template, TemplatePart } from "../../src/template/template.ts";

type IdText = TemplatePart | Template;

/** The stated request with this text in the place of id. */
export const onId = (
  name: string,
  reason: string,
  id: IdText,
  more: Pick<CaseDefinition, "clauses" | "family" | "rung"> = {},
): CaseDefinition => ({ name, reason, request: post(user({ id })), ...more });

/** Rows of one family. */
export const idFamily = (
  more: Pick<CaseDefinition, "clauses" | "family">,
  rows: [name: string, reason: string, id: IdText][],
): CaseDefinition[] => rows.map(([name, reason, id]) => onId(name, reason, id, more));
