import type {
  DocumentRun,
  OperationRun,
  StatusClasses,
  CoveredResponse,
  ResourceSequence,
  SequenceStep,
  DocumentTable,
  FigureColumn,
  OperationFigures,
} from "../model/index.ts";
import { breachText, resultWord, stepVerb } from "../model/index.ts";
import { groupBy, sum } from "../stats/index.ts";
import { andMore, counted, whole, latencyText, textsOf } from "../text/index.ts";

type ClassKey = keyof StatusClasses;

const LABELS: Record<ClassKey, string> = {
  "1xx": "1xx",
  "2xx": "2xx",
  "3xx": "3xx",
  refusal: "2xx that refuses",
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

export const casesInRow = ({ classes }: OperationRun): number => sum(Object.values(classes));

/** A count of cases by their response; empty for none, so that the others are seen. */
export const classCount = (classes: StatusClasses, key: ClassKey): string =>
  classes[key] === 0 ? "" : whole(classes[key]);

/** `3 of 4`: how many of its documented responses were seen; empty for a record without coverage. */
export const responsesSeen = (coverage: readonly CoveredResponse[]): string =>
  coverage.length === 0
    ? ""
    : `${whole(coverage.filter(({ unseen }) => unseen === undefined).length)} of ${whole(coverage.length)}`;

/** What is said below a row: why it needs attention, then what to know before it is believed. */
export const rowTexts = ({ accepts, stated, reason, notes, end }: OperationRun): string[] =>
  textsOf(
    end === "interrupted" && "interrupted: the row has what was sent before",
    accepts !== "held" && stated,
    reason,
    ...notes,
  );

/** Where the values in the path are from: `item_id 7 of createItem`. */
export const valuesText = ({ values }: Pick<OperationRun, "values">): string =>
  values
    .map(({ parameter, value, from }) =>
      from === undefined ? `${parameter} ${value} as given` : `${parameter} ${value} of ${from}`,
    )
    .join(", ");

/** Where several operations or resources have the same, so many are named. */
const MOST_NAMED = 3;

export const namesText = (names: readonly string[]): string => andMore(names, MOST_NAMED);

/**
 * `/items/{item_id}: 1,846 made (204 ×1,844, 404 ×2)`. Many resources that got the same kinds of responses stand once, with
 * their sums: a large document has dozens of them.
 */
export const deletedWords = ({ deleted = [] }: Pick<DocumentRun, "deleted">): string[] =>
  [...groupBy(deleted, ({ results }) => results.map(([word]) => word).join()).values()]
    .flatMap((alike) => (alike.length > MOST_NAMED ? [alike] : alike.map((each) => [each])))
    .map((alike) => {
      const counts = groupBy(
        alike.flatMap(({ results }) => results),
        ([word]) => word,
      );
      const each = [...counts].map(
        ([word, rows]) => `${word} ×${whole(sum(rows.map(([, count]) => count)))}`,
      );
      const made = whole(sum(alike.map((one) => one.made)));
      return `${namesText(alike.map(({ resource }) => resource))}: ${made} made (${each.join(", ")})`;
    });

export const reportLink = (folder: string): string =>
  `${folder.split("/").map(encodeURIComponent).join("/")}/report.html`;

export const isInterrupted = ({
  operations,
  notSent,
}: Pick<DocumentRun, "operations" | "notSent">): boolean =>
  operations.some(({ end }) => end === "interrupted") ||
  notSent.some(({ reason }) => reason === "interrupted");

export const documentCounts = ({ operations, notSent }: DocumentRun): string[] =>
  textsOf(
    isInterrupted({ operations, notSent }) && "interrupted",
    notSent.length === 0
      ? counted(operations.length, "operation")
      : `${whole(operations.length)} of ${counted(operations.length + notSent.length, "operation")} sent`,
    counted(sum(operations.map(({ requests }) => requests)), "request"),
  );

/** The operation, the response, and why it was not seen. */
export const unseenResponses = (operations: readonly OperationRun[]): string[][] =>
  operations.flatMap(({ name, coverage = [] }) =>
    coverage.flatMap(({ status, mediaType, unseen }) =>
      unseen === undefined ? [] : [[name, [status, mediaType].join(" ").trim(), unseen]],
    ),
  );

/** `documented responses 12 of 20 seen`; nothing for a record without coverage. */
export function coverageParts(operations: readonly OperationRun[]): string[] {
  const all = operations.flatMap(({ coverage = [] }): CoveredResponse[] => coverage);
  const seen = all.filter(({ unseen }) => unseen === undefined).length;
  return all.length === 0 ? [] : [`${whole(seen)} of ${whole(all.length)} documented responses`];
}

/** A page without the resource shows nothing: another one may have it. */
const isOtherPage = ({ list }: SequenceStep): boolean =>
  list?.isPart === true && list.has === false && list.elements !== 0;

/** What a list shows about the resource: `has it`, `does not have it`, with how many elements it has; empty if nothing. */
function listText(step: SequenceStep): string {
  const { has, elements } = step.list ?? {};
  if (has === undefined || elements === undefined) return "";
  const what = isOtherPage(step) ? "" : has ? " has it" : " does not have it";
  return `${what} (${counted(elements, "element")})`;
}

/** Which lists show nothing about a new resource, because they come in pages; nothing without such a list. */
export function pagesText(sequences: readonly ResourceSequence[]): string[] {
  const steps = sequences.flatMap((each) => each.steps).filter(isOtherPage);
  const names = [...new Set(steps.map(({ operation }) => operation))];
  return names.length === 0
    ? []
    : [`Only one page was read of ${namesText(names)}: a new resource may be on another one.`];
}

/** For which resources nothing is known of what happens to them. */
export const unfollowedText = (resources: readonly string[]): string[] =>
  resources.length === 0
    ? []
    : [`No sequence was sent to ${namesText(resources)}: the run had ended before.`];

const CREDENTIALS = {
  none: " without credentials",
  wrong: " with wrong credentials",
  second: " by the second user",
};

/** A step and its result: `read 200`, `list 200 has it (3 elements)`, `delete with wrong credentials 401`. */
const stepWords = (step: SequenceStep): string => {
  const how = step.credentials === undefined ? "" : CREDENTIALS[step.credentials];
  const without = step.without === undefined ? "" : ` without ${step.without}`;
  return `${stepVerb(step)}${how}${without} ${resultWord(step.result)}${listText(step)}`;
};

/** A sequence in one line: `create 201, read 200, delete 204, read 404`. */
export const sequenceWords = ({ steps, value }: ResourceSequence): string => {
  const unnamed = value === undefined && steps[0]?.result.outcome === "answered";
  return `${steps.map(stepWords).join(", ")}${unnamed ? "; no value for its path is in the response" : ""}`;
};

export const sequenceBreaches = ({ steps }: ResourceSequence): string[] => {
  const found = steps.flatMap((step) =>
    step.breach === undefined
      ? []
      : `${stepVerb(step)} (${step.operation}): ${breachText(step.breach)}`,
  );
  return [...new Set(found)];
};

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
  ...textsOf(left.length > 0 && `${whole(left.length)} ${VERB_WORDS[verb].left.toLowerCase()}`),
  counted(sum(operations.flatMap(({ runs }) => runs.map(({ requests }) => requests))), "request"),
];
