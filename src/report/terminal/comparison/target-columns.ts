import { fitText, mostColumns, widthOf } from "../fit-text.ts";
import type { Column } from "../table.ts";

/** Columns for all targets together. */
const ROOM = 66;
const LEAST = 4;
const GAP = 2;

/** A column for each target, with its head. */
export type TargetColumns = {
  heads: string[];
  columns: Column[];
  /** The width of all of them, with the gaps. */
  width: number;
  /** Which number is which target, if names do not fit. */
  legend: string[];
};

/** Columns as wide as names and cells need; many targets get numbers and short columns. */
export function targetColumns(
  { targets }: { targets: readonly { name: string }[] },
  rows: readonly (readonly string[])[],
  width: number,
): TargetColumns {
  const names = targets.map(({ name }) => name);
  const room = mostColumns(width, ROOM);
  const most = Math.max(LEAST, Math.floor(room / names.length) - GAP);
  const isNumbered = names.some((name) => widthOf(name) > most);
  const heads = isNumbered ? names.map((_, at) => String(at + 1)) : names;
  const widths = heads.map((head, at) => {
    const cells = rows.map((row) => widthOf(row[at] ?? ""));
    return Math.min(most, Math.max(LEAST, widthOf(head), ...cells));
  });
  const legend = isNumbered ? names.map((name, at) => `${at + 1} ${fitText(name, room)}`) : [];
  return {
    heads,
    columns: widths.map((width) => ({ least: width, most: width })),
    width: widths.reduce((sum, width) => sum + width + GAP, -GAP),
    legend,
  };
}
