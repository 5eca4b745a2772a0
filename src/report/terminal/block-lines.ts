import type { Block, BlockSection, TableBlock } from "../blocks.ts";
import { type Screen, fitText } from "./screen-text.ts";
import { numbersAt, stackedTable } from "./table.ts";

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
  const shown = screen.width === Infinity ? items : items.slice(0, MOST_ROWS);
  const lines = shown.flatMap(({ text }) => screen.hang("  ", text));
  return lines.length === 0 ? [] : [...lines, ...screen.more(items.length - shown.length), ""];
}

function tableOf({ columns, rows, kept }: TableBlock, screen: Screen): string[] {
  if (rows.length === 0) return [];
  const longest = screen.width === Infinity ? Infinity : LONGEST_CELL;
  const numbers = columns.flatMap(({ number }, at) => (number === true ? [at] : []));
  const shown = screen.width === Infinity ? rows : rows.slice(0, MOST_ROWS);
  const table = stackedTable(
    [
      columns.map(({ title }) => title),
      ...shown.map((row) => row.map(({ text }) => fitText(text, longest))),
    ],
    kept,
    screen.width,
    { columns: numbersAt(...numbers), indent: "  " },
  );
  return [screen.dim(table.head), ...table.rows, ...screen.more(rows.length - shown.length), ""];
}
