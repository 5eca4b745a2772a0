import { countsText, MOST_COLUMNS, outcomesByTarget } from "./comparison-words.ts";

/**
 * Parts of a report as data: each is written once, and rendered by `terminal/block-lines.ts`, `markdown/block-section.ts` and
 * `html/section-view.tsx`. Texts may be from outside: each renderer makes them safe. Figures are formatted here, once.
 */

export type BlockCell = {
  text: string;
  /** The same in several texts, on a page; or there only, if there is no other text. */
  lines?: readonly string[] | undefined;
  /** What the column is sorted by, if not by the text; cells without a value come last. */
  sort?: number;
  /** A page, or a place of this page: only a page of HTML has links. */
  href?: string | undefined;
  /** The place of the row on a page. */
  anchor?: string;
  /** The case that shows it: a link on a page that has it. */
  case?: string | undefined;
  /** The responses that the text has: in colour. */
  responses?: readonly string[];
  colour?: "green" | "yellow" | "red" | "dim";
  /** More about it, in small print: `http://127.0.0.1:3001`. */
  about?: string | undefined;
  /** Commands to copy: only a page has them. */
  commands?: readonly string[];
  /** A part of a request: as code in Markdown and on a page, cut. */
  isCode?: boolean;
};

export type BlockColumn = {
  title: string;
  number?: boolean;
  /** A terminal has its texts below the row. */
  below?: boolean;
  /** A terminal never cuts its texts. */
  isWhole?: boolean;
  /** A terminal leaves it out. */
  isOnPages?: boolean;
  /** A narrow terminal leaves it out, the lowest number first. */
  leftOut?: number;
};

type Shown = {
  /** Rows that are open on a page; the rest is in a fold. */
  open?: number | undefined;
  /** Rows on a terminal, if not the usual number: all where each is asked for (rounds, rules, runs), some where they are ranked. */
  shown?: number;
  /** Characters in Markdown, if not the usual number. */
  most?: number;
  isOnPage?: boolean;
};

/** A table; `kept` columns stay beside each other on a narrow terminal (by default the first), and the other figures go below them. */
export type TableBlock = Shown & {
  kind: "table";
  label: string;
  columns: readonly BlockColumn[];
  rows: readonly (readonly BlockCell[])[];
  kept?: readonly number[];
  /** `target`, for one row. */
  what: string;
  /** The last column is a text, which is wrapped and not cut. */
  wrapped?: boolean;
};

type GivenCells = readonly (string | BlockCell)[];
type GivenColumns = readonly (string | BlockColumn)[];

const cellsOf = (cells: GivenCells): BlockCell[] =>
  cells.map((cell) => (typeof cell === "string" ? { text: cell } : cell));

const columnsOf = (columns: GivenColumns): BlockColumn[] =>
  columns.map((column) => {
    if (typeof column !== "string") return column;
    return column.startsWith("#") ? { title: column.slice(1), number: true } : { title: column };
  });

/** A table of cells and columns, or only their texts; `#` stands before the title of figures. */
export const tableBlock = (
  [what, label]: readonly [what: string, label: string],
  columns: GivenColumns,
  rows: readonly GivenCells[],
  block: Partial<TableBlock> = {},
): TableBlock => ({
  ...block,
  kind: "table",
  label,
  columns: columnsOf(columns),
  rows: rows.map(cellsOf),
  what,
});

/** Sentences, the most important first; `lead` ones are what the page comes to. */
export type SentencesBlock = Shown & {
  kind: "sentences";
  lead?: boolean;
  /** In small print: about what is above or below. */
  quiet?: boolean;
  /** `sentence`, for one. */
  what?: string;
  items: readonly Sentence[];
};

type Sentence = {
  text: string;
  href?: string | undefined;
  case?: string | undefined;
  /** It is about these targets, which a page can hide. */
  targets?: readonly number[];
  /** Marked as what fails or as a doubt. */
  mark?: "red" | "yellow";
  /** In lines of their own on a terminal. */
  below?: readonly string[];
  /** The cases that show it, in full on a page. */
  cases?: readonly string[];
};

/** Sentences, or only their texts. */
export const sentences = (
  items: readonly (string | Sentence)[],
  block: Partial<SentencesBlock> = {},
): SentencesBlock => ({
  ...block,
  kind: "sentences",
  items: items.map((each) => (typeof each === "string" ? { text: each } : each)),
});

/** What several targets have at the same place: a column for each of them where there is room, otherwise those with the same together. */
export type BesideBlock = Shown & {
  kind: "beside";
  label: string;
  what: string;
  names: readonly string[];
  before: readonly BlockColumn[];
  after: readonly BlockColumn[];
  rows: readonly {
    before: readonly BlockCell[];
    each: readonly string[];
    after: readonly BlockCell[];
  }[];
  /** Responses: in colour, and in columns on a terminal. */
  responses?: boolean;
};

type GivenRow = { before: GivenCells; each: readonly string[]; after?: GivenCells };

/** The same from cells and columns, or only their texts. */
export const besideBlock = (
  [what, label]: readonly [what: string, label: string],
  names: readonly string[],
  { before, after = [] }: { before: GivenColumns; after?: GivenColumns },
  rows: readonly GivenRow[],
  block: Partial<BesideBlock> = {},
): BesideBlock => ({
  ...block,
  kind: "beside",
  label,
  what,
  names,
  before: columnsOf(before),
  after: columnsOf(after),
  rows: rows.map((row) => ({
    before: cellsOf(row.before),
    each: row.each,
    after: cellsOf(row.after ?? []),
  })),
});

export type Block = TableBlock | SentencesBlock | BesideBlock;

export type BlockSection = {
  id: string;
  title: string;
  /** An explanation that only a page has room for. */
  about?: string;
  blocks: readonly Block[];
};

export const sectionOf = (
  id: string,
  title: string,
  ...blocks: readonly Block[]
): BlockSection => ({ id, title, blocks });

export const blockSize = (block: Block): number =>
  block.kind === "sentences" ? block.items.length : block.rows.length;

/** With a column for each target; or with one for all of them, with the responses by target, or of many targets counted. */
export function besideTable(block: BesideBlock, inColumns = true): TableBlock {
  const { names, before, after, rows, responses = false } = block;
  const many = names.length > MOST_COLUMNS;
  const isOne = many || !inColumns;
  const titles = isOne ? ["targets"] : names;
  return {
    ...block,
    kind: "table",
    columns: [...before, ...titles.map((title) => ({ title })), ...after],
    rows: rows.map((row) => [
      ...row.before,
      ...(isOne
        ? [{ text: many ? countsText(row.each) : outcomesByTarget(row.each, names) }]
        : row.each.map((text) => ({ text, ...(responses && { responses: [text] }) }))),
      ...row.after,
    ]),
    wrapped: true,
  };
}
