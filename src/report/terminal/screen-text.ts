import { type Paint, escapeUnseen, linesOfWords, uncoloured, whole } from "../../text/index.ts";
import stringWidth from "string-width";
import { classOf } from "../../model/index.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The width of a text in columns: two for a wide character or an emoji, none for a combining mark or a colour. */
export const widthOf = (text: string): number => stringWidth(uncoloured(text));

/** Text from outside on one line of a terminal, cut with `…` if it is wider than `width` columns. */
export function fitText(text: string, width: number): string {
  const line = escapeUnseen(text.replaceAll("\n", " ⏎ "));
  if (widthOf(line) <= width) return line;
  return `${firstColumns(charactersOf(line), width - 1)}…`;
}

/** Text from outside on one line, cut between words: `observed 422 …`. A word that is wider than half the line is cut inside. */
export function fitWords(text: string, width: number): string {
  const line = fitText(text, width);
  if (!line.endsWith("…") || line === fitText(text, Infinity)) return line;
  const whole = line.slice(0, line.lastIndexOf(" ")).replace(/[\s,:;(·]+$/u, "");
  return widthOf(whole) < width / 2 ? line : `${whole} …`;
}

/** The maximum width of a column: limited on a terminal, unlimited where nothing is cut. */
export const mostColumns = (width: number, usual: number): number =>
  width === Infinity ? Infinity : usual;

/** The spaces that pad a text to a width; none if it is wider. */
export const blanksAfter = (text: string, width: number): string =>
  " ".repeat(Math.max(0, width - widthOf(text)));

export function padText(text: string, width: number): string {
  const fitting = fitText(text, width);
  return fitting + blanksAfter(fitting, width);
}

/** A request on one line; if it is too long, its middle is left out, because the odd part is often at its end. */
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

const LONGEST = 600;

/** A text in lines of at most this many characters, broken between words. A longer word keeps a line of its own, whole. */
export const wrapText = (text: string, width: number): string[] =>
  wrapWords(fitText(text, width === Infinity ? Infinity : LONGEST).split(/ (?!×\d)/), " ", width);

/** Words in lines of at most this many columns of a terminal, with a gap between two of them; none is cut. */
export const wrapWords = (words: readonly string[], gap: string, width: number): string[] =>
  linesOfWords(words, gap, width, widthOf);

export function hangingText(label: string, text: string, width: number): string[] {
  const lines = wrapText(text, width - widthOf(label));
  return lines.map((line, at) =>
    ((at === 0 ? label : " ".repeat(widthOf(label))) + line).trimEnd(),
  );
}

/** The colour of each status class: never red for what the specification leaves open. */
const CLASS_COLOUR = {
  "2xx": "green",
  "3xx": "cyan",
  refusal: "yellow",
  "4xx": "yellow",
  "5xx": "magenta",
} as const;

export function paintSignature(paint: Paint, signature: string, text = signature): string {
  const name = classOf(signature);
  return isClass(name) ? paint(CLASS_COLOUR[name], text) : text;
}

const isClass = (name: string): name is keyof typeof CLASS_COLOUR => name in CLASS_COLOUR;

/** Where lines are shown: its colours, and its columns (Infinity: nothing is cut). */
export class Screen {
  readonly paint: Paint;
  readonly width: number;

  constructor(paint: Paint, width = Infinity) {
    this.paint = paint;
    this.width = width;
  }

  bold(text: string): string {
    return this.paint("bold", text);
  }

  dim(text: string): string {
    return this.paint("dim", text);
  }

  /** A text in lines, each in this colour. */
  wrap(text: string, format?: Parameters<Paint>[0]): string[] {
    const lines = wrapText(text, this.width);
    return format === undefined ? lines : lines.map((line) => this.paint(format, line));
  }

  /** A text after a label, the following lines indented below the text. */
  hang(label: string, text: string): string[] {
    return hangingText(label, text, this.width);
  }

  /** How many more there are than the shown ones; no line if there are none. */
  more(count: number): string[] {
    return count > 0 ? [this.dim(`  … and ${whole(count)} more in the report`)] : [];
  }
}
