import { ERRORS, STAMP, cut, dateFamily, type Row } from "./date-case.ts";
import type { ClauseId } from "../../src/contract/clauses.ts";
import { DATE } from "../../src/generate/user-submission.ts";
import { bytes } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";

const SPACES: [name: string, words: string, text: string][] = [
  ["space", "a space", " "],
  ["tab", "an escaped tab", "\\t"],
  ["newline", "an escaped line feed", "\\n"],
  ["crlf", "escaped carriage return and line feed", "\\r\\n"],
  ["nul", "an escaped U+0000", "\\u0000"],
  ["vertical-tab", "an escaped vertical tab", "\\u000b"],
  ["nbsp", "a no-break space", "\u00a0"],
  ["bom", "U+FEFF", "\ufeff"],
  ["zero-width", "a zero width space", "\u200b"],
  ["ideographic", "an ideographic space", "\u3000"],
];

const spaces = dateFamily(
  "white space in date",
  SPACES.flatMap(([name, words, text]): Row[] => [
    [`${name}-before`, `date has ${words} before its first digit`, bytes`${text}${DATE}`],
    [`${name}-after`, `date has ${words} after its Z`, bytes`${DATE}${text}`],
    [`${name}-inside`, `date has ${words} after its day`, bytes`${cut(0, 10)}${text}${cut(10)}`],
  ]),
);

const TEXT: ClauseId[] = ["body", "date-format", ...ERRORS];

const beyondJson = dateFamily(
  "characters that JSON does not allow",
  [
    ["raw-newline-after", "date has a raw line feed after its Z", bytes`${DATE}${"\n"}`],
    ["raw-tab-after", "date has a raw tab after its Z", bytes`${DATE}${"\t"}`],
    ["raw-nul-after", "date has a raw U+0000 after its Z", bytes`${DATE}${"\u0000"}`],
    [
      "raw-newline-before",
      "date has a raw line feed before its first digit",
      bytes`${"\n"}${DATE}`,
    ],
    ["bad-escape", "date has an escape that JSON does not know", bytes`\x32${cut(1)}`],
    ["short-escape", "date has an escape of three hexadecimal digits", bytes`${DATE}\u005`],
  ],
  { clauses: TEXT },
);

const PLAIN = "2024-05-17T10:20:30.123Z";
const SCRIPTS: [name: string, words: string, zero: number][] = [
  ["arabic-indic", "Arabic-Indic", 0x0660],
  ["persian", "extended Arabic-Indic", 0x06f0],
  ["devanagari", "Devanagari", 0x0966],
  ["bengali", "Bengali", 0x09e6],
  ["thai", "Thai", 0x0e50],
  ["fullwidth", "fullwidth", 0xff10],
  ["bold", "mathematical bold", 0x1d7ce],
];

const inScript = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const scripts = dateFamily(
  "digits of other scripts",
  SCRIPTS.flatMap(([name, words, zero]): Row[] => [
    [`digits-${name}`, `every digit of date is ${words}`, inScript(PLAIN, zero)],
    [
      `digits-${name}-last`,
      `the last digit of date's milliseconds is ${words}`,
      bytes`${cut(0, 22)}${String.fromCodePoint(zero + 3)}Z`,
    ],
  ]),
);

const day = (dash: string) => bytes`${cut(0, 4)}${dash}${cut(5, 7)}${dash}${cut(8)}`;
const clock = (colon: string) => bytes`${cut(0, 13)}${colon}${cut(14, 16)}${colon}${cut(17)}`;

const lookalikes = dateFamily("characters that look alike", [
  ["minus-sign", "date has minus signs U+2212 for its dashes", day("\u2212")],
  ["en-dash", "date has en dashes for its dashes", day("\u2013")],
  ["hyphen", "date has hyphens U+2010 for its dashes", day("\u2010")],
  ["fullwidth-colon", "date has fullwidth colons", clock("\uff1a")],
  ["ratio", "date has ratio signs U+2236 for its colons", clock("\u2236")],
  ["fullwidth-dot", "date has a fullwidth dot", bytes`${cut(0, 19)}${"\uff0e"}${cut(20)}`],
  ["letter-o", "date has the letter O for a zero", bytes`2O${cut(2)}`],
  ["combining-after", "date has a combining acute accent after its Z", bytes`${DATE}${"\u0301"}`],
  [
    "combining-inside",
    "date has a combining accent on a digit",
    bytes`${cut(0, 4)}${"\u0301"}${cut(4)}`,
  ],
  ["direction-mark", "date has a right-to-left mark before it", bytes`${"\u200f"}${DATE}`],
]);

const more = dateFamily("other characters in date", [
  ["raw-delete-after", "date has a raw U+007F after its Z", bytes`${DATE}${"\u007f"}`],
  ["letter-after", "date has a letter after its Z", bytes`${DATE}a`],
  ["letter-before", "date has a letter before its first digit", bytes`a${DATE}`],
  ["quotes-inside", "date has escaped quotes around it", bytes`\"${DATE}\"`],
  ["quote-single", "date has single quotes around it", bytes`'${DATE}'`],
  ["emoji-after", "date has an emoji after its Z", bytes`${DATE}😀`],
  ["lone-surrogate-after", "date has an escaped lone surrogate after its Z", bytes`${DATE}\ud800`],
  ["percent", "date has percent-encoded colons", clock("%3A")],
  ["lower-case", "date has lower case t and z", bytes`${cut(0, 10)}t${cut(11, 23)}z`],
  ["html", "date has a tag around it", bytes`<b>${DATE}</b>`],
  ["apostrophe-after", "date has an apostrophe after its Z", bytes`${DATE}'`],
]);

const escapes = dateFamily(
  "escapes of the same text",
  [
    ["escaped-first", "the date's first digit as a JSON escape", bytes`\u0032${cut(1)}`],
    ["escaped-t", "the date's T as a JSON escape", bytes`${cut(0, 10)}\u0054${cut(11)}`],
    ["escaped-colons", "the date's colons as JSON escapes", clock("\\u003A")],
    ["escaped-dashes", "the date's dashes as JSON escapes", day("\\u002d")],
    ["escaped-z", "the date's Z as a JSON escape", bytes`${STAMP}\u005A`],
    [
      "escaped-all",
      "every character of date as a JSON escape",
      PLAIN.replace(/./g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`),
    ],
  ],
  { clauses: ["accepts", "body", "date-format", "response-status"], valid: true },
);

/** White space, other scripts and other characters inside date. */
export const characters: CaseDefinition[] = [
  ...spaces,
  ...beyondJson,
  ...scripts,
  ...lookalikes,
  ...more,
  ...escapes,
];
