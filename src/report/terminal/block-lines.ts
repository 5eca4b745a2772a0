import type { Block, BlockSection, TableBlock } from "../blocks.ts";
import { type Screen, fitText } from "./screen-text.ts";
import { numbersAt, stackedTable, wrappedTable } from "./table.ts";

const LONGEST_CELL = 60;
const MOST_ROWS = 20;

/** A section for a terminal: its title, and its blocks with an empty line after each. */
export function blockLines({ title, blocks }: BlockSection, screen: Screen): string[] {
  const lines = blocks.flatMap((block) => linesOf(block, screen));
  return lines.length === 0 ? [] : [screen.bold(title), ...lines];
}

function linesOf(block: Block, screen: Screen): string[] {
  if (block.kind === "table") return tableOf(block, screen);
  const { items } = block;
  const most = block.lead === true ? (block.open ?? MOST_ROWS) : MOST_ROWS;
  const shown = screen.width === Infinity ? items : items.slice(0, most);
  const lines = shown.flatMap(({ text, case: id }) =>
    screen.hang("  ", id === undefined ? text : `${text} (${id})`),
  );
  return lines.length === 0 ? [] : [...lines, ...screen.more(items.length - shown.length), ""];
}

function tableOf(block: TableBlock, screen: Screen): string[] {
  const { rows, shown: most = screen.width === Infinity ? Infinity : MOST_ROWS } = block;
  if (rows.length === 0) return [];
  const shown = rows.slice(0, most);
  const [head = "", ...lines] =
    block.wrapped === true ? wrapped(block, shown, screen) : stacked(block, shown, screen);
  return [screen.dim(head), ...lines, ...screen.more(rows.length - shown.length), ""];
}

const numbersOf = ({ columns }: TableBlock) =>
  numbersAt(...columns.flatMap(({ number }, at) => (number === true ? [at] : [])));

function wrapped(block: TableBlock, rows: TableBlock["rows"], screen: Screen): string[] {
  const cells = rows.map((row) => row.map(({ text }) => fitText(text, Infinity)));
  return wrappedTable([block.columns.map(({ title }) => title), ...cells], screen.width, {
    columns: numbersOf(block),
    indent: "  ",
  });
}

function stacked(block: TableBlock, rows: TableBlock["rows"], screen: Screen): string[] {
  const longest = screen.width === Infinity ? Infinity : LONGEST_CELL;
  const cells = rows.map((row) => row.map(({ text }) => fitText(text, longest)));
  const table = stackedTable(
    [block.columns.map(({ title }) => title), ...cells],
    block.kept,
    screen.width,
    { columns: numbersOf(block), indent: "  " },
  );
  return [table.head, ...table.rows];
}
