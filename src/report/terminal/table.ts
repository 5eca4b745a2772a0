import { blanksAfter, fitText, widthOf } from "./fit-text.ts";

/** A cell: a text, or one that is coloured together with its padding. */
export type Cell = string | { text: string; paint: (padded: string) => string };

/**
 * A column is as wide as its widest cell, at least `least`. Cells wider than `most` are cut with
 * `…`. Cells wider than `usual` are not cut, and push the rest of their line to the right.
 */
export type Column = { right?: boolean; least?: number; most?: number; usual?: number };

/**
 * Rows of cells as lines for a terminal, in columns with two spaces (or `gap`) between. Widths are those on
 * screen: wide characters, emoji and escaped characters included. Columns are left-aligned by default; the
 * last cell of a row is padded only if its column is right-aligned.
 */
export function tableLines(
  rows: readonly (readonly Cell[])[],
  columns: readonly (Column | undefined)[] = [],
  { indent = "", gap = "  " }: { indent?: string; gap?: string } = {},
): string[] {
  const whole = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: whole }, (_, at) => {
    const { least = 0, most = Infinity, usual = Infinity } = columns[at] ?? {};
    // The last cell of a short row extends over the missing columns.
    const held = rows.filter(({ length }) => at < length - 1 || length === whole);
    const each = held.map((row) => widthOf(fitText(textOf(row[at] ?? ""), most)));
    return Math.min(usual, Math.max(least, ...each));
  });
  return rows.map((row) => {
    const cells = row.map((cell, at) => {
      const { right = false, most = Infinity } = columns[at] ?? {};
      const isLast = at === row.length - 1;
      const text = fitText(textOf(cell), most);
      const width = isLast && !right ? 0 : (widths[at] ?? 0);
      const blanks = blanksAfter(text, width);
      const padded = right ? blanks + text : text + blanks;
      return typeof cell === "string" ? padded : cell.paint(padded);
    });
    return (indent + cells.join(gap)).trimEnd();
  });
}

const textOf = (cell: Cell): string => (typeof cell === "string" ? cell : cell.text);

/** Columns, with numbers at these indexes. */
export const numbersAt = (...places: readonly number[]): Column[] =>
  Array.from({ length: Math.max(0, ...places) + 1 }, (_, at) => ({ right: places.includes(at) }));
