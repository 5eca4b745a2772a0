import stringWidth from "string-width";
import { escapeUnseen, uncoloured } from "../../text/index.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The width of a text in columns: two for a wide character or an emoji, none for a combining mark or a colour. */
export const widthOf = (text: string): number => stringWidth(uncoloured(text));

/** Text from outside on one line of a terminal, cut with `…` if it is wider than `width` columns. */
export function fitText(text: string, width: number): string {
  const line = escapeUnseen(text.replaceAll("\n", " ⏎ "));
  if (widthOf(line) <= width) return line;
  return `${firstColumns(charactersOf(line), width - 1)}…`;
}

/** The maximum width of a column: limited on a terminal, unlimited where nothing is cut. */
export const mostColumns = (width: number, usual: number): number =>
  width === Infinity ? Infinity : usual;

/** The spaces that pad a text to a width; none if it is wider. */
export const blanksAfter = (text: string, width: number): string =>
  " ".repeat(Math.max(0, width - widthOf(text)));

/** A text cut or padded to a width. */
export function padText(text: string, width: number): string {
  const fitting = fitText(text, width);
  return fitting + blanksAfter(fitting, width);
}

/**
 * A request on one line; if it is too long, its middle is left out, because the odd part is often at its
 * end.
 */
export function fitRequest(text: string, width: number): string {
  const characters = charactersOf(fitText(text, Number.POSITIVE_INFINITY));
  if (characters.at(-1) === "…" || widthOf(characters.join("")) <= width)
    return fitText(text, width);
  const tail = Math.floor(width / 2);
  const end = firstColumns(characters.toReversed(), tail, (kept) => kept.toReversed());
  return `${firstColumns(characters, width - tail - 1)}…${end}`;
}

const charactersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/** As many of the first characters as fit into this many columns. */
function firstColumns(
  characters: readonly string[],
  columns: number,
  order = (kept: string[]): string[] => kept,
): string {
  const kept: string[] = [];
  let used = 0;
  for (const character of characters) {
    used += widthOf(character);
    if (used > columns) break;
    kept.push(character);
  }
  return order(kept).join("");
}
