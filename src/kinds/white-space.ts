/**
 * White space that readers cut off at both ends of a text. Unicode's has the next line, U+0085, which
 * ECMAScript's has not; ECMAScript's has the byte order mark.
 */
const SPACES = {
  ascii: /[\t-\r ]/,
  unicode: /[^\S\ufeff]|\x85/,
  separators: /[^\S\ufeff]|[\x1c-\x1f\x85]/,
  java: /[\0- ]/,
  dotnet: /[^\S\ufeff]|[\0\x85]/,
  php: /[ \t\n\r\v]/,
} as const;

/** The text without the white space at its ends. A pattern of both ends takes quadratic time. */
export function trimmedAs(spaces: keyof typeof SPACES, text: string): string {
  const isSpace = (at: number): boolean => SPACES[spaces].test(text[at] ?? "");
  let [from, to] = [0, text.length];
  while (from < to && isSpace(from)) from++;
  while (to > from && isSpace(to - 1)) to--;
  return text.slice(from, to);
}

/**
 * As Python's int() and float() do it: unlike str.strip(), they take the separators of ASCII, U+001C to U+001F, for
 * white space only if a character of the text is not ASCII (3.10 to 3.13).
 */
export const trimmedAsPython = (text: string): string =>
  trimmedAs(/[^\0-\x7f]/.test(text) ? "separators" : "ascii", text);

/** The text without this letter at its end, however often. */
export function withoutEnd(text: string, letter: string): string {
  let to = text.length;
  while (to > 0 && text[to - 1] === letter) to--;
  return text.slice(0, to);
}
