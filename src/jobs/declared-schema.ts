import { UNDECLARED } from "../analyse/declared/keyword-rows.ts";
import type { StatedField } from "../contract/fields.ts";
import type { DeclaredKeyword } from "../model/declared-summary.ts";
import type { InferredField, KeywordEvidence } from "../openapi/contract-document.ts";

/** Keywords whose value is a number. */
export const FIGURES = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
]);

/** The schema of a field without a known rule, and the statements that it cannot express. */
type FromRows = InferredField & { inWords: string[] };

/**
 * The declared schema of a field, corrected by its values: a keyword that the server does not follow is left out, and a
 * limit is the one that was found.
 */
export function schemaFromRows(
  { slot }: StatedField,
  rows: readonly DeclaredKeyword[],
): FromRows | undefined {
  if (rows.length === 0) return undefined;
  const find = (keyword: string) => rows.find((row) => row.keyword === keyword);
  const required = find("required");
  const schema = Object.fromEntries(rows.flatMap((row) => keywordIn(row, slot.type)));
  const isNullable = flagOf(find("nullable"));
  if (isNullable && typeof schema["type"] === "string") schema["type"] = [schema["type"], "null"];
  return {
    schema,
    ...(required !== undefined && { required: flagOf(required) }),
    evidence: Object.fromEntries(
      rows
        .filter(({ keyword }) => keyword in schema || keyword === "required")
        .map((row) => [row.keyword, [keywordEvidence(row)]]),
    ),
    inWords: rows.flatMap(wordsOf),
  };
}

/** The server's behaviour if it is known, else the declared value. */
const flagOf = (row: DeclaredKeyword | undefined): boolean =>
  (row?.verdict === "not decided" ? row.declared : row?.implemented) === "true";

function keywordIn(row: DeclaredKeyword, type: StatedField["slot"]["type"]): [string, unknown][] {
  const { keyword, declared, implemented, verdict } = row;
  if (["nullable", "required", UNDECLARED].includes(keyword)) return [];
  if (FIGURES.has(keyword)) {
    const isDeclared = verdict === "same" || verdict === "not decided";
    // A length may have its unit behind it.
    const figure = Number(isDeclared ? declared : implemented.split(" ", 1)[0]);
    return Number.isFinite(figure) ? [[keyword, figure]] : [];
  }
  if (keyword === "type") return [[keyword, declared]];
  if (verdict === "wider" || verdict === "wider and narrower") return [];
  if (keyword === "enum") return type.kind === "choice" ? [[keyword, type.values]] : [];
  if (keyword === "uniqueItems") return [[keyword, true]];
  return keyword === "format" && !/^[a-z-]+$/.test(declared) ? [] : [[keyword, declared]];
}

/** What shows a keyword. */
export const keywordEvidence = ({
  verdict,
  implemented,
  seen,
  evidence,
}: DeclaredKeyword): KeywordEvidence => ({
  rule: verdict === "same" ? "as declared" : implemented,
  ...seen,
  cases: evidence.map(({ case: id }) => id),
});

/** The words about keywords that are left out, or taken over without a test. */
function wordsOf({ part, keyword, implemented, verdict }: DeclaredKeyword): string[] {
  if (keyword === "required" || keyword === "nullable" || verdict === "same") return [];
  if (verdict === "not decided") return [`${part}: ${keyword} is as declared, not tested`];
  return FIGURES.has(keyword) ? [] : [`${part}: ${keyword}: ${implemented}`];
}
