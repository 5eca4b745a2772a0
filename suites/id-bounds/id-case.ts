import { user } from "../../src/generate/bytes.ts";
import type { SuiteDefinition } from "../../src/generate/define-suite.ts";
import { post } from "../../src/generate/requests.ts";
import type { Template, TemplatePart } from "../../src/model/template.ts";

export type IdCase = NonNullable<SuiteDefinition["cases"]>[number];
type IdText = TemplatePart | Template;

/** The stated request with this text in the place of id. */
export const onId = (
  name: string,
  reason: string,
  id: IdText,
  more: Pick<IdCase, "clauses" | "family" | "rung"> = {},
): IdCase => ({ name, reason, request: post(user({ id })), ...more });

/** Rows of one family. */
export const idFamily = (
  more: Pick<IdCase, "clauses" | "family">,
  rows: [name: string, reason: string, id: IdText][],
): IdCase[] => rows.map(([name, reason, id]) => onId(name, reason, id, more));
