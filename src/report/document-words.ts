import type { DocumentRun, OperationRun, StatusClasses } from "../model/index.ts";
import { counted, whole } from "../text/index.ts";

type ClassKey = keyof StatusClasses;

const LABELS: Record<ClassKey, string> = {
  "1xx": "1xx",
  "2xx": "2xx",
  "3xx": "3xx",
  "4xx": "4xx",
  "5xx": "5xx",
  other: "other",
  noAnswer: "none",
};
const ALWAYS = new Set<ClassKey>(["2xx", "4xx", "5xx", "noAnswer"]);

/** The classes of responses that have a column: the usual ones, and any other that occurred; with their heads. */
export const classColumns = (
  operations: readonly OperationRun[],
): { key: ClassKey; label: string }[] =>
  (Object.keys(LABELS) as ClassKey[])
    .filter((key) => ALWAYS.has(key) || operations.some(({ classes }) => classes[key] > 0))
    .map((key) => ({ key, label: LABELS[key] }));

export const casesInRow = ({ classes }: OperationRun): number =>
  Object.values(classes).reduce((sum, count) => sum + count, 0);

/** A count of cases by their response; empty for none, so that the others are seen. */
export const classCount = (classes: StatusClasses, key: ClassKey): string =>
  classes[key] === 0 ? "" : whole(classes[key]);

/** What is said below a row: why it needs attention, then what to know before it is believed. */
export const rowTexts = ({ accepts, stated, reason, notes, end }: OperationRun): string[] => [
  ...(end === "interrupted" ? ["interrupted: the row has what was sent before"] : []),
  ...(accepts === "held" ? [] : [stated]),
  ...(reason === undefined ? [] : [reason]),
  ...notes,
];

/** Where the values in the path are from: `item_id 7 of createItem`. */
export const valuesText = ({ values }: Pick<OperationRun, "values">): string =>
  values
    .map(({ parameter, value, from }) =>
      from === undefined ? `${parameter} ${value} as given` : `${parameter} ${value} of ${from}`,
    )
    .join(", ");

/** `/items/{item_id}: 1,846 made (204 ×1,844, 404 ×2)` */
export const deletedWords = ({ deleted = [] }: DocumentRun): string[] =>
  deleted.map(({ resource, made, results }) => {
    const each = results.map(([word, count]) => `${word} ×${whole(count)}`);
    return `${resource}: ${whole(made)} made (${each.join(", ")})`;
  });

/** Whether the user ended the run before all of it was sent. */
export const isInterrupted = ({
  operations,
  notSent,
}: Pick<DocumentRun, "operations" | "notSent">): boolean =>
  operations.some(({ end }) => end === "interrupted") ||
  notSent.some(({ reason }) => reason === "interrupted");

/** How much was sent, and what not. */
export const documentCounts = ({ operations, notSent }: DocumentRun): string[] => [
  ...(isInterrupted({ operations, notSent }) ? ["interrupted"] : []),
  notSent.length === 0
    ? counted(operations.length, "operation")
    : `${whole(operations.length)} of ${counted(operations.length + notSent.length, "operation")} sent`,
  counted(
    operations.reduce((sum, { requests }) => sum + requests, 0),
    "request",
  ),
];
