import type { ClauseId } from "../contract/index.ts";
import type { CaseDefinition } from "./define-suite.ts";

/** The clauses that requests probe which a server may refuse. */
export const ERRORS: ClauseId[] = [
  "error-conditions",
  "error-codes",
  "error-payload",
  "response-status",
];

type Row = [name: string, reason: string, ...values: unknown[]];
type ValuesOf<Of> = Of extends [name: string, reason: string, ...values: infer Values]
  ? Values
  : never;

/** A case for each row; its family, unless `more` has another, stands before its name. */
export const casesOf = <Of extends Row>(
  family: string,
  entries: readonly Of[],
  request: (...values: ValuesOf<Of>) => CaseDefinition["request"],
  more: Partial<CaseDefinition> = {},
): CaseDefinition[] =>
  entries.map(([name, reason, ...values]) => ({
    name: family === "" ? name : `${family}-${name}`,
    reason,
    request: request(...(values as ValuesOf<Of>)),
    ...(family !== "" && { family }),
    ...more,
  }));
