import { blanksAfter, fitText, hangingText, padText, widthOf, wrapWords } from "./screen-text.ts";

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

export const numbersAt = (...places: readonly number[]): Column[] =>
  Array.from({ length: Math.max(0, ...places) + 1 }, (_, at) => ({ right: places.includes(at) }));

/** Fewer columns than this are too few for a text: it goes below the rest of its row. */
const LEAST_ROOM = 20;
const BELOW = "    ";

type Rows = readonly (readonly Cell[])[];
type Options = { columns?: readonly (Column | undefined)[]; indent?: string };

const fits = (lines: readonly string[], width: number): boolean =>
  lines.every((line) => widthOf(line) <= width);

/** Rows in columns, all of the same length. The last cell of a row that is wider than `width` is wrapped, indented. */
export const wrappedTable = (rows: Rows, width: number, options?: Options): string[] =>
  wrappedRows(rows, width, options).flat();

/** The same, with the lines of each row apart. */
export function wrappedRows(
  rows: Rows,
  width: number,
  { columns = [], indent = "" }: Options = {},
): string[][] {
  const lines = tableLines(rows, columns, { indent });
  if (fits(lines, width)) return lines.map((line) => [line]);
  const leads = tableLines(
    rows.map((row) => [...row.slice(0, -1), "|"]),
    columns,
    { indent },
  ).map((line) => line.slice(0, -1));
  const longest = Math.max(...rows.map(([name = ""]) => widthOf(textOf(name))));
  const others = Math.max(...leads.map((lead) => widthOf(lead.trimEnd()))) - longest;
  const names = Math.min(longest, Math.max(width - others, LEAST_ROOM) - indent.length);
  const middles = tableLines(
    rows.map(([, ...cells]) => ["", ...cells.slice(0, -1), "|"]),
    [{ least: names }, ...columns.slice(1)],
    { indent },
  ).map((line) => line.slice(indent.length + names, -1).trimEnd());
  return rows.map((row, at) => {
    const line = lines[at] ?? "";
    const name = textOf(row[0] ?? "");
    if (widthOf(line) <= width) return [line];
    const lead = leads[at] ?? "";
    const last = textOf(row.at(-1) ?? "");
    if (width - widthOf(lead) >= LEAST_ROOM) return hangingText(lead, last, width);
    const middle = middles[at] ?? "";
    const isShort = widthOf(name) <= names;
    const begin = isShort
      ? [indent + padText(name, names) + middle]
      : [indent + name, " ".repeat(indent.length + names) + middle];
    const wrapped = isShort
      ? hangingText(`${indent}${padText(name, names)}  `, middleOf(row), width)
      : [indent + name, ...hangingText(indent + BELOW, middleOf(row), width)];
    return [
      ...(fits(begin, width) ? begin : wrapped),
      ...(last === "" ? [] : hangingText(indent + BELOW, last, width)),
    ].map((each) => each.trimEnd());
  });
}

const middleOf = (row: readonly Cell[]): string => row.slice(1, -1).map(textOf).join("  ");

/**
 * The lines of a head and of each row. If the table is too wide, columns without any figure are left out. If it is still too
 * wide, the columns `main` stay, and each row has its other figures below, after the names of their columns. As a last
 * resort, only the first of `main` stays.
 */
export function stackedRows(
  rows: Rows,
  main: readonly number[],
  width: number,
  { columns = [], indent = "" }: Options = {},
): string[][] {
  const [head = [], ...others] = rows;
  const all = head.map((_, at) => at);
  const known = all.filter((at) => others.some((row) => !isEmpty(row[at])));
  const drawn = (places: readonly number[]): string[] =>
    tableLines(
      rows.map((row) => places.map((at) => row[at] ?? "")),
      places.map((at) => columns[at]),
      { indent },
    );
  const fitting = [all, known].map(drawn).find((lines) => fits(lines, width));
  if (fitting !== undefined) return fitting.map((line) => [line]);
  const kept = fits(drawn(main), width) ? main : main.slice(0, 1);
  const lines = drawn(kept);
  const rest = known.filter((at) => !kept.includes(at));
  return rows.map((row, at) => {
    const figures = rest
      .filter((place) => at > 0 && !isEmpty(row[place]))
      .map((place) => `${textOf(head[place] ?? "")} ${textOf(row[place] ?? "")}`);
    const room = width - widthOf(indent + BELOW);
    const below = figures.length === 0 ? [] : wrapWords(figures, " · ", room);
    return [lines[at] ?? "", ...below.map((line) => `${indent}${BELOW}${line}`)];
  });
}

const isEmpty = (cell: Cell | undefined): boolean =>
  cell === undefined || ["", "-", "–"].includes(textOf(cell));
