import type {
  CheckFinding,
  DocumentRun,
  OperationRun,
  ResourceSequence,
} from "../../model/index.ts";
import { type Paint, type TerminalText, counted, terminalLines, whole } from "../../text/index.ts";
import { CHECKS_EXPLAINED, findingMark, findingText } from "../check-words.ts";
import {
  classColumns,
  classCount,
  deletedWords,
  documentCounts,
  rowTexts,
} from "../document-words.ts";
import { sequenceWords } from "../sequence-words.ts";
import { STATED_WORDS } from "../run-words.ts";
import { coverageParts } from "../coverage-words.ts";
import { Screen } from "./screen-text.ts";
import { boxRows, dotted } from "./summary-box.ts";
import { statedParts } from "./survey-lines.ts";
import { type Cell, type Column, tableLines } from "./table.ts";

const ROWS = 40;
const NOT_SENT = 12;
const SEQUENCES = 12;
const CHECKS = 20;
const COUNT = 5;
const VERDICT = 12;
const LEAST_NAME = 20;
const INDENT = " ".repeat(4);

/** A whole document: a row for each operation, what needs attention first, with why below. */
export function renderDocument(
  document: DocumentRun,
  report: string,
  paint: Paint,
  width = Infinity,
): TerminalText {
  const screen = new Screen(paint, width);
  const { operations, notSent, sequences = [], checks = [] } = document;
  const shown = operations.slice(0, ROWS);
  const [head = "", ...rows] = table(shown, screen);
  const more = operations.length - ROWS;
  return terminalLines([
    ...(shown.length === 0 ? [] : [screen.paint("dim", head)]),
    ...shown.flatMap((each, at) => [
      rows[at] ?? "",
      ...rowTexts(each).flatMap((text) => screen.hang(INDENT, text)),
    ]),
    ...(more > 0 ? [`${INDENT}… ${counted(more, "more operation")} in the report`] : []),
    ...checkLines(checks, screen),
    ...sequenceLines(sequences, screen),
    ...deletedLines(document, screen),
    ...(notSent.length > 0 ? ["", "not sent"] : []),
    ...notSent
      .slice(0, NOT_SENT)
      .flatMap(({ name, reason }) => screen.hang("  ", `${name}: ${reason}`)),
    ...(notSent.length > NOT_SENT ? [`  … and ${whole(notSent.length - NOT_SENT)} more`] : []),
    "",
    ...boxRows(
      {
        stated: dotted(statedParts(operations, screen)),
        found: dotted(documentCounts(document)),
        seen: coverageParts(operations),
        report: [report],
      },
      screen,
    ),
  ]);
}

/** Whether a finding in a sequence is one of the operation's own run, too. */
const isRepeated = (each: CheckFinding, all: readonly CheckFinding[]): boolean =>
  each.case === undefined &&
  all.some(
    ({ check, operation, found, ...other }) =>
      other.case !== undefined &&
      check === each.check &&
      operation === each.operation &&
      each.found.endsWith(`: ${found}`),
  );

/** What the checks have found, that of the document first. Where there is no room for all, each check has its first one. */
function checkLines(all: readonly CheckFinding[], screen: Screen): string[] {
  const isStated = ({ source }: CheckFinding): number => (source === "stated" ? 0 : 1);
  const checks = all.filter((each) => !isRepeated(each, all));
  const isFirst = (each: CheckFinding): boolean =>
    checks.find(({ check }) => check === each.check) === each;
  const chosen = new Set(
    checks.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a))).slice(0, CHECKS),
  );
  const more = checks.length - chosen.size;
  return [
    ...(checks.length > 0 ? ["", "checks"] : []),
    ...checks
      .filter((each) => chosen.has(each))
      .toSorted((a, b) => isStated(a) - isStated(b))
      .flatMap((each) =>
        screen.hang(`  ${findingMark(each)} `, `${each.check}: ${findingText(each)}`),
      ),
    ...(more > 0 ? [`${INDENT}… ${counted(more, "more finding")} in the report`] : []),
    ...(checks.length > 0 ? [screen.paint("dim", `  ${CHECKS_EXPLAINED}`)] : []),
  ];
}

/** Each resource with what happened to it. */
function sequenceLines(sequences: readonly ResourceSequence[], screen: Screen): string[] {
  const more = sequences.length - SEQUENCES;
  return [
    ...(sequences.length > 0 ? ["", "sequences"] : []),
    ...sequences
      .slice(0, SEQUENCES)
      .flatMap((each) => screen.hang("  ", `${each.resource}: ${sequenceWords(each)}`)),
    ...(more > 0 ? [`${INDENT}… ${counted(more, "more sequence")} in the report`] : []),
  ];
}

function deletedLines(document: DocumentRun, screen: Screen): string[] {
  const texts = deletedWords(document);
  if (texts.length === 0) return [];
  return ["", "deleted at the end", ...texts.flatMap((text) => screen.hang("  ", text))];
}

function table(operations: readonly OperationRun[], screen: Screen): string[] {
  const classes = classColumns(operations);
  const room = screen.width - VERDICT - 2 - classes.length * (COUNT + 2);
  const columns: Column[] = [
    { least: VERDICT },
    { most: Math.max(LEAST_NAME, room) },
    ...classes.map(() => ({ right: true, least: COUNT })),
  ];
  const rows = operations.map(({ accepts, method, path, classes: own }): Cell[] => {
    const [word, colour, mark] = STATED_WORDS[accepts];
    return [
      { text: `${mark} ${word}`, paint: (padded) => screen.paint(colour, padded) },
      `${method} ${path}`,
      ...classes.map(({ key }) => classCount(own, key)),
    ];
  });
  return tableLines(
    [["stated", "operation", ...classes.map(({ label }) => label)], ...rows],
    columns,
  );
}
