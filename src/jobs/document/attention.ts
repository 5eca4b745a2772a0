import type { OperationRun } from "../../model/index.ts";

const WORST_FIRST: readonly OperationRun["accepts"][] = [
  "unreachable",
  "not-held",
  "not-shown",
  "not-judged",
  "not-probed",
  "held",
];

/** What needs attention first: what is stated did not hold, then was not shown; then by server errors and missing responses. */
export const byAttention = (rows: readonly OperationRun[]): OperationRun[] =>
  rows.toSorted(
    (a, b) =>
      WORST_FIRST.indexOf(a.accepts) - WORST_FIRST.indexOf(b.accepts) ||
      b.classes["5xx"] - a.classes["5xx"] ||
      b.notes.length - a.notes.length ||
      b.classes.noAnswer - a.classes.noAnswer,
  );
