/**
 * White space that readers cut off at both ends of a text. Unicode's has the next line, U+0085, which
 * ECMAScript's has not; ECMAScript's has the byte order mark.
 */
const ENDS = {
  ascii: /^[\t-\r ]+|[\t-\r ]+$/g,
  unicode: /^(?:[^\S\ufeff]|\x85)+|(?:[^\S\ufeff]|\x85)+$/g,
  separators: /^(?:[^\S\ufeff]|[\x1c-\x1f\x85])+|(?:[^\S\ufeff]|[\x1c-\x1f\x85])+$/g,
  java: /^[\0- ]+|[\0- ]+$/g,
  dotnet: /^(?:[^\S\ufeff]|[\0\x85])+|(?:[^\S\ufeff]|[\0\x85])+$/g,
  php: /^[ \t\n\r\v]+|[ \t\n\r\v]+$/g,
} as const;

/** The text without the white space at its ends. */
export const trimmedAs = (ends: keyof typeof ENDS, text: string): string =>
  text.replace(ENDS[ends], "");

/**
 * As Python's int() and float() do it: unlike str.strip(), they take the separators of ASCII, U+001C to U+001F, for
 * white space only if a character of the text is not ASCII (3.10 to 3.13).
 */
export const trimmedAsPython = (text: string): string =>
  trimmedAs(/[^\0-\x7f]/.test(text) ? "separators" : "ascii", text);
