import type { Comparison } from "../../../model/comparison.ts";
import { fitText, padText } from "../explore/fit-text.ts";

/** Columns for all targets together. */
const ROOM = 60;
const LEAST = 4;
const GAP = 2;

/** A column for each target: its head, and a width for what stands in it. */
export type TargetColumns = {
  heads: string[];
  widths: number[];
  /** Which number is which target, where names do not fit. */
  legend: string[];
};

/** Columns as wide as names and cells need; many targets get numbers and short columns. */
export function targetColumns(
  { targets }: Comparison,
  rows: readonly (readonly string[])[],
): TargetColumns {
  const names = targets.map(({ name }) => name);
  const most = Math.max(LEAST, Math.floor(ROOM / names.length) - GAP);
  const isNumbered = names.some(({ length }) => length > most);
  const heads = isNumbered ? names.map((_, at) => String(at + 1)) : names;
  const widths = heads.map((head, at) => {
    const cells = rows.map((row) => (row[at] ?? "").length);
    return Math.min(most, Math.max(LEAST, head.length, ...cells));
  });
  const legend = isNumbered ? names.map((name, at) => `${at + 1} ${fitText(name, 60)}`) : [];
  return { heads, widths, legend };
}

/** Cells under their heads, with two blanks between. */
export const cellsLine = (
  cells: readonly string[],
  { widths }: TargetColumns,
  paint: (cell: string, padded: string) => string = (_, padded) => padded,
): string =>
  cells.map((cell, at) => paint(cell, padText(cell, widths[at] ?? 0))).join(" ".repeat(GAP));

/** Columns that all of them take up. */
export const widthOf = ({ widths }: TargetColumns): number =>
  widths.reduce((sum, width) => sum + width + GAP, -GAP);
