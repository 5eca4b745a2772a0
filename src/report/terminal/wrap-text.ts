import { linesOfWords } from "../../text/index.ts";
import { fitText, widthOf } from "./fit-text.ts";

/** Longer texts are cut on a terminal. */
const LONGEST = 600;

/** A text in lines of at most this many characters, broken between words. A longer word keeps a line of its own, whole. */
export const wrapText = (text: string, width: number): string[] =>
  wrapWords(fitText(text, width === Infinity ? Infinity : LONGEST).split(" "), " ", width);

/** Words in lines of at most this many columns of a terminal, with a gap between two of them; none is cut. */
export const wrapWords = (words: readonly string[], gap: string, width: number): string[] =>
  linesOfWords(words, gap, width, widthOf);

/** The same after a label, with the following lines indented below the text. */
export function hangingText(label: string, text: string, width: number): string[] {
  const lines = wrapText(text, width - widthOf(label));
  return lines.map((line, at) => (at === 0 ? label : " ".repeat(widthOf(label))) + line);
}
