import type { DocumentTable, FigureColumn, OperationFigures } from "../model/index.ts";
import { counted, latencyText, whole } from "../text/index.ts";
import { valuesText } from "./document-words.ts";

/** What each verb does, above its table, and what it calls an operation that has no result. */
export const VERB_WORDS: Record<DocumentTable["verb"], { title: string; left: string }> = {
  compare: { title: "Compared", left: "Not compared" },
  explore: { title: "Explored", left: "Not explored" },
  infer: { title: "Inferred", left: "Not inferred" },
  load: { title: "Loaded", left: "Not loaded" },
};

type State = OperationFigures["state"];

export const STATE_MARKS: Record<State, { mark: string; colour: "red" | "yellow" | "green" }> = {
  alert: { mark: "✗", colour: "red" },
  doubt: { mark: "–", colour: "yellow" },
  fine: { mark: "✓", colour: "green" },
};

/** A figure as it is shown; empty where there is none. */
export function figureCell(
  { figures }: Pick<OperationFigures, "figures">,
  { key, unit }: FigureColumn,
): string {
  const value = figures[key];
  if (value === undefined) return "";
  return unit === "us" ? latencyText(value) : whole(value);
}

/** Below a row: what was found, then where the values in its paths are from. */
export const belowRow = ({ texts, runs }: OperationFigures): string[] => [
  ...texts,
  ...runs.flatMap((run) => {
    const values = valuesText(run);
    if (values === "") return [];
    return runs.length === 1 ? [values] : [`${run.target}: ${values}`];
  }),
];

/** How much was sent, and what has no result. */
export const tableCounts = ({ verb, operations, left }: DocumentTable): string[] => [
  counted(operations.length, "operation"),
  ...(left.length > 0 ? [`${whole(left.length)} ${VERB_WORDS[verb].left.toLowerCase()}`] : []),
  counted(
    operations.reduce(
      (sum, { runs }) => sum + runs.reduce((of, { requests }) => of + requests, 0),
      0,
    ),
    "request",
  ),
];
