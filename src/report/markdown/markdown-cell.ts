import { markdownCode } from "./escape-markdown.ts";

const LONGEST = 120;

/** Text from outside as a code span that may stand in a cell of a table: a `|` is written `\u{7c}`. */
export const codeCell = (text: string, longest = LONGEST): string =>
  markdownCode(text.replaceAll("|", "\\u{7c}"), longest);

/**
 * Text as it is where nothing in it means anything to Markdown or to a forge (marks, links,
 * mentions, numbers of issues, hashes of commits), or else as a code span.
 */
export function textCell(text: string, longest = LONGEST): string {
  const isPlain =
    text.length > 0 &&
    text.length <= longest &&
    /^[A-Za-z0-9][A-Za-z0-9 ,.();'+-]*$/.test(text) &&
    !/^\d+[.)]|www\.|https?|[0-9a-f]{7,}|gh-\d| {2}|-{3}/i.test(text);
  return isPlain ? text : codeCell(text, longest);
}

/** Cells as a row of a table. */
export const tableRow = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** Heads as the two first rows of a table; numbers stand at the right. */
export const tableHead = (heads: readonly string[], numbers: readonly number[] = []): string[] => [
  tableRow(heads),
  tableRow(heads.map((_, at) => (numbers.includes(at) ? "--:" : ":--"))),
];
