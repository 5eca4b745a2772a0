import type { CaseRow, BodyEntry, BodyForms, CaseDefinition } from "../../src/generate/index.ts";
import { bodyRows, ERRORS, bodyCases } from "../../src/generate/index.ts";
import type { ClauseId } from "../../src/contract/index.ts";
import { bytes, raw, type TemplatePart, rows } from "../../src/template/index.ts";

const clauses: ClauseId[] = ["body", "further-fields", ...ERRORS];

const escapes: CaseRow<string>[] = [
  ["letter", "an escaped letter", "\\u0041"],
  ["lower-hex", "an escape with lower case digits", "\\u00e9"],
  ["upper-hex", "an escape with upper case digits", "\\u00E9"],
  ["nul", "an escaped NUL", "\\u0000"],
  ["control", "an escaped control character", "\\u001f"],
  ["del", "an escaped DEL", "\\u007f"],
  ["quote", "an escaped quote", '\\"'],
  ["quote-by-number", "a quote escaped by its number", "\\u0022"],
  ["backslash", "an escaped backslash", "\\\\"],
  ["backslash-by-number", "a backslash escaped by its number", "\\u005c"],
  ["solidus", "an escaped slash", "\\/"],
  ["short-forms", "all the short escapes for control characters", "\\b\\f\\n\\r\\t"],
  ["high", "an escaped high surrogate", "\\ud800"],
  ["low", "an escaped low surrogate", "\\udc00"],
  ["pair", "an escaped surrogate pair", "\\ud83d\\ude00"],
  ["reversed", "an escaped surrogate pair in reverse", "\\ude00\\ud83d"],
  ["high-high", "two escaped high surrogates", "\\ud83d\\ud83d"],
  ["high-pair", "an escaped high surrogate before an escaped pair", "\\ud83d\\ud83d\\ude00"],
  ["high-then-letter", "an escaped high surrogate and a letter", "\\ud83da"],
  ["high-then-escape", "an escaped high surrogate and an escaped letter", "\\ud83d\\u0061"],
  ["high-then-emoji", "an escaped high surrogate and an emoji", "\\ud83d\u{1f600}"],
  ["feff", "an escaped U+FEFF", "\\ufeff"],
  ["fffe", "an escaped U+FFFE", "\\ufffe"],
  ["ffff", "an escaped U+FFFF", "\\uffff"],
  ["last", "the escaped surrogate pair of U+10FFFF", "\\udbff\\udfff"],
  ["line-separator", "an escaped U+2028", "\\u2028"],
];

const scripts: CaseRow<string>[] = rows`
  nfc | a letter with an accent as one code point | ${"\u00e9"}
  nfd | a letter with an accent as two code points | ${"e\u0301"}
  emoji | an emoji | ${"\u{1f600}"}
  emoji-joined | four emoji joined to one | ${"\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}"}
  flag | two regional indicators | ${"\u{1f1e9}\u{1f1ea}"}
  combining | a letter with sixty accents | a${"\u0301".repeat(60)}
  arabic | Arabic letters | ${"\u0645\u0631\u062d\u0628\u0627"}
  override | a right-to-left override | ${"a\u202eb"}
  cjk | Chinese characters | ${"\u4f60\u597d"}
  cjk-extension | a Chinese character of four bytes | ${"\u{20000}"}
  fullwidth | fullwidth letters | ${"\uff41\uff42"}
  zero-width | a zero-width space | ${"a\u200bb"}
  tag | a tag character | ${"\u{e0061}"}
  dotless-i | the Turkish letters i | ${"\u0130\u0131"}
  ligature | a ligature | ${"\ufb01"}
`;

const inExtra = ({ withExtra }: BodyForms, entries: typeof escapes): BodyEntry[] =>
  entries.map(([name, what, text]) => [
    name,
    `${what} in an extra key's string`,
    withExtra(`"${text}"`),
    clauses,
  ]);

export const characterCases = (forms: BodyForms): CaseDefinition[] => [
  ...bodyCases(forms.on, "escaped", inExtra(forms, escapes)),
  ...bodyCases(forms.on, "script", inExtra(forms, scripts)),
];

const sequences: CaseRow<number[]>[] = rows`
  two-bytes | a letter of two bytes | ${[0xc3, 0xa9]}
  three-bytes | a sign of three bytes | ${[0xe2, 0x82, 0xac]}
  four-bytes | an emoji of four bytes | ${[0xf0, 0x9f, 0x98, 0x80]}
  feff | U+FEFF | ${[0xef, 0xbb, 0xbf]}
  fffd | U+FFFD, the replacement character | ${[0xef, 0xbf, 0xbd]}
  fffe | U+FFFE | ${[0xef, 0xbf, 0xbe]}
  ffff | U+FFFF | ${[0xef, 0xbf, 0xbf]}
  fdd0 | U+FDD0 | ${[0xef, 0xb7, 0x90]}
  private-use | U+E000 | ${[0xee, 0x80, 0x80]}
  next-line | U+0085 | ${[0xc2, 0x85]}
  line-separator | U+2028 | ${[0xe2, 0x80, 0xa8]}
  last-code-point | U+10FFFF | ${[0xf4, 0x8f, 0xbf, 0xbf]}
  beyond-last | the bytes after those of U+10FFFF | ${[0xf4, 0x90, 0x80, 0x80]}
  lead-f5 | four bytes that start with 0xF5 | ${[0xf5, 0x80, 0x80, 0x80]}
  five-bytes | five bytes that start with 0xF8 | ${[0xf8, 0x88, 0x80, 0x80, 0x80]}
  six-bytes | six bytes that start with 0xFC | ${[0xfc, 0x84, 0x80, 0x80, 0x80, 0x80]}
  continuation-80 | the byte 0x80 | ${[0x80]}
  continuation-bf | the byte 0xBF | ${[0xbf]}
  c0 | the byte 0xC0 | ${[0xc0]}
  c1 | the byte 0xC1 | ${[0xc1]}
  fe | the byte 0xFE | ${[0xfe]}
  ff | the byte 0xFF | ${[0xff]}
  overlong-nul | NUL in two bytes | ${[0xc0, 0x80]}
  overlong-quote | a quote in two bytes | ${[0xc0, 0xa2]}
  overlong-slash | a slash in two bytes | ${[0xc0, 0xaf]}
  overlong-slash-3 | a slash in three bytes | ${[0xe0, 0x80, 0xaf]}
  overlong-slash-4 | a slash in four bytes | ${[0xf0, 0x80, 0x80, 0xaf]}
  overlong-letter-3 | a letter of two bytes in three | ${[0xe0, 0x83, 0xa9]}
  surrogate-high | the bytes of U+D800 | ${[0xed, 0xa0, 0x80]}
  surrogate-low | the bytes of U+DC00 | ${[0xed, 0xb0, 0x80]}
  surrogate-pair | an emoji as two surrogates of three bytes | ${[0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]}
  cut-1-of-2 | the first of two bytes | ${[0xc3]}
  cut-2-of-3 | the first two of three bytes | ${[0xe2, 0x82]}
  cut-3-of-4 | the first three of four bytes | ${[0xf0, 0x9f, 0x98]}
  cut-then-letter | the first of two bytes and a letter | ${[0xc3, 0x28]}
`;

const atEnd = ({ withExtra }: BodyForms): BodyEntry[] =>
  sequences.map(([name, what, values]): BodyEntry => [
    name,
    `${what} at the end of an extra key's string`,
    withExtra(bytes`"a${raw(...values)}"`),
    clauses,
  ]);

function notInString(forms: BodyForms): CaseDefinition[] {
  const { on, first, stated, marked, markedAt, aroundMembers } = forms;
  return bodyRows(on, "outside-strings")`
  80-between | the byte 0x80 between the members | ${marked({ comma: bytes`,${raw(0x80)}` })}
  ff-before | the byte 0xFF before the document | ${bytes`${raw(0xff)}${stated}`}
  ff-after-key | the byte 0xFF after a key | ${markedAt(first, { colon: bytes`${raw(0xff)}:` })}
  cut-after | the first of two bytes after the document | ${bytes`${stated}${raw(0xc3)}`}
  overlong-brace | the opening brace in two bytes | ${aroundMembers(raw(0xc1, 0xbb), "}")}
  overlong-space | a space in two bytes between the members | ${marked({ comma: bytes`,${raw(0xc0, 0xa0)}` })}
`;
}

const keyNames: CaseRow<TemplatePart>[] = [
  ["ff", "has the byte 0xFF in it", raw(0xff)],
  ["cut", "ends in the first of two bytes", raw(0xc3)],
  ["overlong", "has a slash in two bytes in it", raw(0xc0, 0xaf)],
  ["surrogate", "has the bytes of U+D800 in it", raw(0xed, 0xa0, 0x80)],
  ["escaped-high", "has an escaped high surrogate in it", "\\ud800"],
  ["escaped-low", "has an escaped low surrogate in it", "\\udc00"],
  ["escaped-pair", "has an escaped emoji in it", "\\ud83d\\ude00"],
  ["feff", "starts with U+FEFF", "\ufeff"],
  ["ffff", "has U+FFFF in it", "\uffff"],
];

const inKeys = ({ withMembers }: BodyForms): BodyEntry[] =>
  keyNames.map(([name, what, text]): BodyEntry => [
    name,
    `an extra key ${what}`,
    withMembers(bytes`"${text}k":1`),
    clauses,
  ]);

export const byteSequenceCases = (forms: BodyForms): CaseDefinition[] => [
  ...bodyCases(forms.on, "bytes", atEnd(forms)),
  ...notInString(forms),
  ...bodyCases(forms.on, "key", inKeys(forms)),
];
