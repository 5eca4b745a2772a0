/** Characters of a text: its width where none of them is wide. */
const characters = (text: string): number => Array.from(text).length;

/** Words in lines of at most `width` columns, with a gap between two of them; none is cut. */
export function linesOfWords(
  words: readonly string[],
  gap: string,
  width: number,
  widthOf: (text: string) => number = characters,
): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longer = line === "" ? word : `${line}${gap}${word}`;
    if (widthOf(longer) <= width) line = longer;
    else {
      if (line !== "") lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** A text wrapped at spaces, each line with the indent of the first. For a line of an error or a warning. */
export function wrappedLine(text: string, width: number): string[] {
  const indent = /^ */.exec(text)?.[0] ?? "";
  const words = text.slice(indent.length).split(" ");
  return linesOfWords(words, " ", width - indent.length).map((line) => indent + line);
}

/** The texts that apply: `condition && text` is one that may not. */
export const textsOf = (...texts: readonly (string | false | undefined)[]): string[] =>
  texts.filter((text) => text !== false && text !== undefined && text !== "") as string[];
