import { parse, type ParseError } from "jsonc-parser";

const OPTIONS = { disallowComments: true, allowTrailingComma: false };
/** The parser is recursive. */
const MOST_DEPTH = 500;

/** Error codes of jsonc-parser 3.3.1 in plain words (`ParseErrorCode` exists for the compiler alone). */
const WORDS: Record<number, string> = {
  1: "an invalid symbol",
  2: "an invalid number",
  3: "no key",
  4: "no value",
  5: "no colon",
  6: "no comma",
  7: "another closing bracket",
  8: "another closing bracket",
  9: "other bytes after the document",
  10: "a comment",
  12: "a control character in a string",
  13: "an invalid number",
  14: "an invalid escape",
  15: "an invalid escape",
  16: "a control character in a string",
};
const COMMENT = 10;

/** Why a text is not JSON, by the first error of a tolerant parser. */
export function malformedHow(text: string, depth: number): string | undefined {
  if (text.startsWith("\ufeff")) return "a byte order mark first";
  if (text.trim() === "") return "white space only";
  if (depth > MOST_DEPTH) return undefined;
  const errors: ParseError[] = [];
  parse(text, errors, OPTIONS);
  return errors[0] && inWords(errors[0], text);
}

function inWords({ error, offset, length }: ParseError, text: string): string | undefined {
  if (error === COMMENT) return WORDS[COMMENT];
  if (offset + length >= text.length && endsEarly(error, text, offset)) return "cut short";
  const token = text.slice(offset, offset + Math.max(length, 1));
  const before = text.slice(0, offset).trimEnd();
  if (/^[}\]]/.test(token) && before.endsWith(",") && (error === 3 || error === 4))
    return "a comma before the end";
  if (token.startsWith(",") && /[,{[]$/.test(before)) return "a comma too many";
  if (isOddNumber(text.slice(offset, offset + 4), text[offset - 1] ?? ""))
    return "an invalid number";
  if (error !== 9 && isDocument(before)) return WORDS[9];
  return WORDS[error];
}

/** The text ends before the document is complete. */
function endsEarly(error: number, text: string, offset: number): boolean {
  if (error === 12) return !/[\r\n]/.test(text.slice(offset));
  return offset >= text.trimEnd().length && error >= 3 && error <= 8;
}

const isOddNumber = (text: string, before: string): boolean =>
  /^[-+.]{1,2} ?\d|^-[,}\]]/.test(text) || (/[\d.]/.test(before) && /^[\d.a-z_]/i.test(text));

function isDocument(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
