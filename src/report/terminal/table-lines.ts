import type { DocumentTable, OperationFigures } from "../../model/index.ts";
import { type Paint, type TerminalText, counted, terminalLines, whole } from "../../text/index.ts";
import { belowRow, figureCell, STATE_MARKS, tableCounts, VERB_WORDS } from "../table-words.ts";
import { Screen } from "./screen-text.ts";
import { boxRows, dotted } from "./summary-box.ts";
import { type Cell, type Column, tableLines } from "./table.ts";

const ROWS = 40;
const LEFT = 12;
const LEAST_NAME = 20;
const WORD = 12;
const FIGURE = 8;
const INDENT = " ".repeat(4);

/** A verb with a whole document: what was found, then a row for each operation, what needs attention first. */
export function renderDocumentTable(
  table: DocumentTable,
  report: string,
  paint: Paint,
  width = Infinity,
): TerminalText {
  const screen = new Screen(paint, width);
  const { operations, left, found, verb } = table;
  const shown = operations.slice(0, ROWS);
  const [head = "", ...rows] = rowsOf(table, shown, screen);
  const more = operations.length - ROWS;
  return terminalLines([
    ...found.flatMap((text) => screen.wrap(text, "bold")),
    "",
    ...(shown.length === 0 ? [] : [screen.paint("dim", head)]),
    ...shown.flatMap((each, at) => [
      rows[at] ?? "",
      ...belowRow(each).flatMap((text) => screen.hang(INDENT, text)),
    ]),
    ...(more > 0 ? [`${INDENT}… ${counted(more, "more operation")} in the report`] : []),
    ...(left.length > 0 ? ["", VERB_WORDS[verb].left.toLowerCase()] : []),
    ...left.slice(0, LEFT).flatMap(({ name, reason }) => screen.hang("  ", `${name}: ${reason}`)),
    ...(left.length > LEFT ? [`  … and ${whole(left.length - LEFT)} more`] : []),
    "",
    ...boxRows({ found: dotted(tableCounts(table)), report: [report] }, screen),
  ]);
}

function rowsOf(
  { columns }: DocumentTable,
  operations: readonly OperationFigures[],
  screen: Screen,
): string[] {
  const room = screen.width - WORD - 2 - columns.length * (FIGURE + 2);
  const widths: Column[] = [
    { least: WORD },
    { most: Math.max(LEAST_NAME, room) },
    ...columns.map(() => ({ right: true, least: FIGURE })),
  ];
  const rows = operations.map((each): Cell[] => {
    const { mark, colour } = STATE_MARKS[each.state];
    return [
      { text: `${mark} ${each.word}`, paint: (padded) => screen.paint(colour, padded) },
      `${each.method} ${each.path}`,
      ...columns.map((column) => figureCell(each, column)),
    ];
  });
  return tableLines([["", "operation", ...columns.map(({ title }) => title)], ...rows], widths);
}
