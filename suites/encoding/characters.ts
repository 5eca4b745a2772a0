import { rows } from "../rows.ts";
import {
  bodyCases,
  type BodyEntry,
  type BodyForms,
  type CaseDefinition,
} from "../../src/generate/index.ts";
import type { ClauseId } from "../../src/contract/index.ts";

const clauses: ClauseId[] = [
  "body",
  "further-fields",
  "error-conditions",
  "error-codes",
  "error-payload",
  "response-status",
];

const escapes: [name: string, what: string, text: string][] = [
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

const scripts: [name: string, what: string, text: string][] = rows`
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

/** Characters, escaped or not, that programs treat differently. */
export const characterCases = (forms: BodyForms): CaseDefinition[] => [
  ...bodyCases(forms.on, "escaped", inExtra(forms, escapes)),
  ...bodyCases(forms.on, "script", inExtra(forms, scripts)),
];
