import { whoText } from "../comparison-words.ts";
import { groupBy } from "../../stats/index.ts";
import { counted, firstLines } from "../../text/index.ts";
import type { BesideBlock, Block, BlockCell, BlockSection, TableBlock } from "../blocks.ts";
import { besideTable } from "../blocks.ts";
import {
  fitRequest,
  fitText,
  mostColumns,
  padText,
  paintSignature,
  type Screen,
  widthOf,
} from "./screen-text.ts";
import { type Cell, stackedRows, tableLines, wrappedRows } from "./table.ts";

const LONGEST_CELL = 60;
const MOST_ROWS = 20;
const BELOW = "      ";

/** Sections for a terminal: each with its title, and an empty line after each block. */
export const sectionsLines = (sections: readonly BlockSection[], screen: Screen): string[] =>
  sections.flatMap((section) => blockLines(section, screen));

/** A section for a terminal: its title, and its blocks with an empty line after each. */
export function blockLines({ title, blocks }: BlockSection, screen: Screen): string[] {
  const lines: string[] = [];
  for (const block of blocks.filter(({ isOnPage }) => isOnPage !== true)) {
    // Small print belongs to what is above it.
    const isBelow = block.kind === "sentences" && block.quiet === true && block.items.length > 0;
    if (isBelow && lines.at(-1) === "") lines.pop();
    lines.push(...linesOf(block, screen));
  }
  return lines.length === 0 ? [] : [...(title === "" ? [] : [screen.bold(title)]), ...lines];
}

/** A block, and an empty line. */
export function linesOf(block: Block, screen: Screen): string[] {
  if (block.kind === "table") return tableOf(block, screen);
  if (block.kind === "beside") return besideLines(block, screen);
  const { items, open, lead, quiet = false } = block;
  const most = block.shown ?? (lead === true ? (open ?? MOST_ROWS) : MOST_ROWS);
  const shown = screen.width === Infinity ? items : firstLines(items, most);
  const lines = shown.flatMap(({ text, case: id, mark, below = [] }) => {
    const [first = "", ...others] = screen.hang("  ", id === undefined ? text : `${text} (${id})`);
    const sign = mark && screen.paint(mark, mark === "red" ? "✗" : "!");
    return [
      sign === undefined ? first : `${sign} ${first.slice(2)}`,
      ...others,
      ...below.flatMap((each) => screen.hang("    ", each)),
    ];
  });
  const told = quiet ? lines.map((line) => screen.dim(line)) : lines;
  return lines.length === 0 ? [] : [...told, ...screen.more(items.length - shown.length), ""];
}

const MOST_COUNTS = 48;
/** Columns of the number of cases. */
const FIRST = 11;
/** With less room, the text at the end of a row goes below it. */
const LEAST_TEXT = 26;
const MOST_REQUEST = 46;
const MOST_LINES = 2;
const MOST_NAMES = 36;

/** Responses in columns, if there is room. Other texts in sentences: `the same request again: 409 (strict); 201 (express, hono)`. */
function besideLines(block: BesideBlock, screen: Screen): string[] {
  if (block.responses === true) return responseLines(block, screen);
  const { names, rows, before, after, shown: most = MOST_ROWS } = block;
  const shown = screen.width === Infinity ? rows : firstLines(rows, most);
  const texts = shown.map(({ before: first, each, after: last }) => {
    const name = first.map(({ text }, at) => (at === 0 ? text : `${before[at]?.title} ${text}`));
    const rest = last.flatMap(({ text }, at) =>
      text === "" ? [] : [{ who: after[at]?.title ?? "", text }],
    );
    const alike = [...groupBy(names.keys(), (at) => each[at] ?? "")].map(([text, some]) => ({
      who: whoText(some, names),
      text,
    }));
    const label = name.join(", ");
    const same = alike.length === 1 ? [each[0] ?? ""] : undefined;
    const parts = [
      ...(same ?? alike.map(({ who, text }) => `${text} (${who})`)),
      ...rest.map(({ who, text }) => `${who}: ${text}`),
    ];
    return {
      label,
      alike: [...alike, ...rest],
      whole: screen.hang("  ", `${label}: ${parts.join("; ")}`),
    };
  });
  // Either all are short, or those of more than one line have a line for each text.
  const isShort = texts.every(({ whole }) => whole.length <= MOST_LINES);
  const lines = texts.flatMap(({ label, alike, whole }) => {
    if (whole.length === 1 || isShort) return whole;
    const most = mostColumns(screen.width, MOST_NAMES);
    const widest = Math.min(most, Math.max(...alike.map(({ who }) => widthOf(who))));
    return [
      ...screen.hang("  ", label),
      ...alike.flatMap(({ who, text }) => screen.hang(`    ${padText(who, widest)}  `, text)),
    ];
  });
  return lines.length === 0 ? [] : [...lines, ...screen.more(rows.length - shown.length), ""];
}

function responseLines(block: BesideBlock, screen: Screen): string[] {
  const { names, rows, after } = block;
  const widths = names.map((name, at) =>
    Math.max(...[name, ...rows.map(({ each }) => each[at] ?? "")].map(widthOf)),
  );
  const others = after.slice(0, -1).filter(({ isOnPages }) => isOnPages !== true).length;
  const inColumns =
    FIRST + others * (MOST_REQUEST + 2) + widths.reduce((sum, width) => sum + width + 2, 0);
  const fits = inColumns <= screen.width;
  const table = besideTable(block, fits);
  const room = screen.width - (fits ? inColumns : FIRST + MOST_COUNTS);
  return tableOf(room < LEAST_TEXT ? withLastBelow(table) : table, screen, MOST_COUNTS);
}

const withLastBelow = (table: TableBlock): TableBlock => ({
  ...table,
  columns: table.columns.map((column, at) =>
    at === table.columns.length - 1 ? { ...column, below: true } : column,
  ),
  wrapped: false,
});

function tableOf(block: TableBlock, screen: Screen, longest?: number): string[] {
  const { rows, shown: most = MOST_ROWS } = block;
  if (rows.length === 0) return [];
  const shown =
    block.shown === undefined && screen.width === Infinity ? rows : firstLines(rows, most);
  const more = [...screen.more(rows.length - shown.length), ""];
  if (shown.length === 0)
    return [screen.dim(`  ${counted(rows.length, block.what)}, in the report`), ""];
  const all = block.columns.flatMap(({ below, isOnPages }, at) =>
    below === true || isOnPages === true ? [] : [at],
  );
  const isCut = (at: number): boolean =>
    block.columns[at]?.isWhole !== true &&
    (block.wrapped !== true || (longest !== undefined && at !== all.at(-1)));
  const cellsOf = (places: readonly number[]): Cell[][] => [
    places.map((at): Cell => block.columns[at]?.title ?? ""),
    ...shown.map((row) =>
      places.map((at) => {
        const most = isCut(at) ? mostColumns(screen.width, longest ?? LONGEST_CELL) : Infinity;
        return cellOf(row[at], most, screen);
      }),
    ),
  ];
  const optionsOf = (places: readonly number[]) => ({
    columns: places.map((at) => ({ right: block.columns[at]?.number === true })),
    indent: "  ",
  });
  const places = leftOut(block, all).find((some) =>
    tableLines(cellsOf(some), optionsOf(some).columns, { indent: "  " }).every(
      (line) => widthOf(line) <= screen.width,
    ),
  );
  const chosen = places ?? leftOut(block, all).at(-1) ?? all;
  const kept = (block.kept ?? [0]).map((at) => chosen.indexOf(at)).filter((at) => at >= 0);
  const [[head = ""] = [], ...lines] =
    block.wrapped === true
      ? wrappedRows(cellsOf(chosen), screen.width, optionsOf(chosen))
      : stackedRows(cellsOf(chosen), kept, screen.width, optionsOf(chosen));
  const told = lines.map((own, at) => [...own, ...belowRow(block, shown[at] ?? [], screen)]);
  return [screen.dim(head), ...told.flat(), ...more];
}

/** All columns, and fewer and fewer of them. */
function leftOut({ columns }: TableBlock, places: readonly number[]): (readonly number[])[] {
  const order = columns.flatMap(({ leftOut: at }) => at ?? []).toSorted((a, b) => a - b);
  const from = (at: number): number => columns[at]?.leftOut ?? Infinity;
  return [places, ...order.map((most) => places.filter((at) => from(at) > most))];
}

const belowRow = ({ columns }: TableBlock, row: readonly BlockCell[], screen: Screen): string[] =>
  row.flatMap(({ text, lines = [], isCode }, at) => {
    if (columns[at]?.below !== true || columns[at].isOnPages === true) return [];
    if (isCode === true)
      return [BELOW + fitRequest(text || "(an empty body)", screen.width - BELOW.length)];
    return (text === "" ? lines : [text]).flatMap((line) => screen.hang(BELOW, line));
  });

function cellOf(cell: BlockCell | undefined, longest: number, { paint, width }: Screen): Cell {
  const { text: whole = "", lines, responses, colour, isCode } = cell ?? {};
  const text =
    isCode === true
      ? fitRequest(whole || "(an empty body)", Math.min(longest, mostColumns(width, MOST_REQUEST)))
      : fitText(whole === "" ? (lines?.join("; ") ?? "") : whole, longest);
  const [first] = responses ?? [];
  if (first !== undefined) return { text, paint: (padded) => paintSignature(paint, first, padded) };
  return colour === undefined ? text : { text, paint: (padded) => paint(colour, padded) };
}
