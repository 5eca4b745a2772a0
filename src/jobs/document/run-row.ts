import type { DocumentTable, OperationFigures, Summary } from "../../model/index.ts";
import { whole } from "../../text/index.ts";
import type { PartRun } from "../conclude-run.ts";
import type { TurnResult } from "./operation-turns.ts";

/** Sentences that a row has; its page has all. */
const SHOWN = 4;

export const sumOf = (rows: readonly OperationFigures[], key: string): number =>
  rows.reduce((sum, { figures }) => sum + (figures[key] ?? 0), 0);

/** How many rows have some of it. */
export const rowsWith = (rows: readonly OperationFigures[], key: string): number =>
  rows.filter(({ figures }) => (figures[key] ?? 0) > 0).length;

export const shownOf = (texts: readonly string[]): string[] => [
  ...texts.slice(0, SHOWN),
  ...(texts.length > SHOWN ? [`${whole(texts.length - SHOWN)} more in its report`] : []),
];

const stateOf = ({ accepts }: Summary): "alert" | "doubt" | "fine" => {
  if (accepts === "held") return "fine";
  return accepts === "not-judged" || accepts === "not-shown" ? "doubt" : "alert";
};

export const rowOfRun = (
  { run, ...part }: PartRun,
  figures: TurnResult["figures"],
  texts: readonly string[],
  word: string,
  isDoubtful = false,
): TurnResult => ({
  state: isDoubtful && part.summary.accepts === "held" ? "doubt" : stateOf(part.summary),
  word,
  figures,
  texts: [...(part.summary.accepts === "held" ? [] : [part.summary.stated.text]), ...texts],
  folder: run,
  runs: [part],
});

export const countColumn = (key: string, about: string): DocumentTable["columns"][number] => ({
  key,
  title: key,
  about,
  unit: "count",
});

export const runEndOf = ({ run, end, reason }: PartRun) => ({ run, end, reason });

export const lossText = ({ end, summary: { notes } }: PartRun): string => {
  if (end === "unreachable") return "the target could not be reached for";
  return notes.some(({ kind }) => kind === "memory")
    ? "the target used too much memory after"
    : "the target was not there any more after";
};

export const cutTexts = ({ end, summary: { notes } }: PartRun): string[] =>
  notes.flatMap(({ kind, text }) =>
    end !== "done" && ["surroundings", "memory", "time"].includes(kind) ? [text] : [],
  );
