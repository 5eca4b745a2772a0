/**
 * The only definition of a character that must not be shown as it is: it is invisible, or it moves
 * or reorders the text. C0, DEL and C1 controls, bidirectional and zero-width characters, line
 * separators, lone surrogates, unassigned and private characters, and every space but U+0020.
 */
const UNSEEN = String.raw`[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?! )\p{Zs}`;

const unseen = new RegExp(UNSEEN, "gu");
const unseenButBreaks = new RegExp(String.raw`(?![\n\t])(?:${UNSEEN})`, "gu");

/** An invisible character written out: `\u{1b}`. */
const written = (char: string): string => `\\u{${char.codePointAt(0)!.toString(16)}}`;

/**
 * Matches every invisible character except line feeds and tabs, and a few visible ones, but none that is frequent on
 * pages.
 */
const rare = /[^\t\n\x20-\x7e·×–…⋮]/gu;
const isUnseen = new RegExp(`^(?:${UNSEEN})$`, "u");

const replaceUnseenButBreaks = (text: string, write: (char: string) => string): string =>
  text.replace(rare, (char) => (isUnseen.test(char) ? write(char) : char));

/**
 * Text on one line, with each invisible character (line breaks and tabs too) written as `\u{1b}`.
 */
export const escapeUnseen = (text: string): string => text.replace(unseen, written);

/** The same for text with several lines: line feeds and tabs stay. */
export const escapeUnseenButBreaks = (text: string): string =>
  replaceUnseenButBreaks(text, written);

/**
 * JSON text with each invisible character inside its strings as `\u001b`: it parses to the same value.
 */
export const escapeUnseenInJson = (json: string): string =>
  replaceUnseenButBreaks(json, (char) =>
    Array.from(
      { length: char.length },
      (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  );

const PLAIN = /^[\x20-\x7e]*$/;

/** A part of a text: as it is, or an escaped character. */
export type SeenPart = { text: string; escaped: boolean };

/**
 * Text as parts, so that a page can distinguish an escaped character from the same letters in the
 * text.
 */
export function seenParts(text: string, { breaks = false } = {}): SeenPart[] {
  if (text !== "" && PLAIN.test(text)) return [{ text, escaped: false }];
  const parts: SeenPart[] = [];
  let from = 0;
  for (const match of text.matchAll(breaks ? unseenButBreaks : unseen)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), escaped: false });
    parts.push({ text: written(match[0]), escaped: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), escaped: false });
  return parts;
}
