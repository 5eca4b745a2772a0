/**
 * Parts of a report as data: each is written once, and rendered by `terminal/block-lines.ts`, `markdown/block-section.ts` and
 * `html/section-view.tsx`. Texts may be from outside: each renderer makes them safe. Figures are formatted here, once.
 */

/** A cell of a table. */
export type BlockCell = {
  text: string;
  /** What the column is sorted by, if not by the text; cells without a value come last. */
  sort?: number;
  /** A page, or a place of this page: only a page of HTML has links. */
  href?: string;
  /** The case that shows it: a link on a page that has it. */
  case?: string;
  /** The responses that the text has: coloured on a page. */
  responses?: readonly string[];
  /** More about it, in small print: `http://127.0.0.1:3001`. */
  about?: string;
};

type BlockColumn = { title: string; number?: boolean };

/** A table; `kept` columns stay beside each other on a narrow terminal, and the other figures go below them. */
export type TableBlock = {
  kind: "table";
  label: string;
  columns: readonly BlockColumn[];
  rows: readonly (readonly BlockCell[])[];
  kept: readonly number[];
  /** `target`, for one row. */
  what: string;
  /** Rows that are open on a page; the rest is in a fold. */
  open?: number;
  /** Rows on a terminal, if not the usual number. */
  shown?: number;
  /** The last column is a text, which is wrapped and not cut. */
  wrapped?: boolean;
};

/** Sentences, the most important first; `lead` ones are what the page comes to. */
export type SentencesBlock = {
  kind: "sentences";
  lead?: boolean;
  items: readonly { text: string; href?: string; case?: string }[];
  /** Sentences that are open on a page; the rest is in a fold. */
  open?: number;
};

export type Block = TableBlock | SentencesBlock;

export type BlockSection = { id: string; title: string; blocks: readonly Block[] };
