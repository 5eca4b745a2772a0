import { blanksAfter, fitText, widthOf } from "./fit-text.ts";

/** What stands in a row: a text, or one that is painted with the blanks that fill its column. */
export type Cell = string | { text: string; paint: (padded: string) => string };

/**
 * A column is as wide as its widest cell, at least `least`. Cells wider than `most` are cut with
 * `…`; cells wider than `usual` are not, and push the rest of their line to the right.
 */
export type Column = { right?: boolean; least?: number; most?: number; usual?: number };

/**
 * Rows of cells as lines for a terminal, in columns with two blanks (or `gap`) between. Widths are those of
 * what is drawn: wide characters, emoji and escaped characters included. A column without a rule
 * stands to the left; the last cell of a row is filled up only where its column stands to the right.
 */
export function tableLines(
  rows: readonly (readonly Cell[])[],
  columns: readonly (Column | undefined)[] = [],
  { indent = "", gap = "  " }: { indent?: string; gap?: string } = {},
): string[] {
  const whole = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: whole }, (_, at) => {
    const { least = 0, most = Infinity, usual = Infinity } = columns[at] ?? {};
    // The last cell of a short row runs on over the columns that it has not.
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

/** Columns of which those at these places hold numbers. */
export const numbersAt = (...places: readonly number[]): Column[] =>
  Array.from({ length: Math.max(0, ...places) + 1 }, (_, at) => ({ right: places.includes(at) }));
