import { stringRules, limitedRule, type TextRules, sources } from "../rule-rows.ts";
import type { LimitedRule, TokenValue, ValueRule } from "../rule.ts";
import { charactersOf } from "./type.ts";
import { trimmedAs } from "../number-readers.ts";

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const trimmed = (text: string): string => trimmedAs("unicode", text);

const strings: TextRules = {
  [`${sources.rfc}8259#section-7`]: [
    ["any", "any string", () => true],
    ["not-empty", "any string that is not empty", (text) => text !== ""],
    ["empty", "only the empty string", (text) => text === ""],
    ["refused", "strings are refused", () => false],
  ],
  "https://www.unicode.org/reports/tr44/#White_Space": [
    ["not-blank", "any string with more than white space", (text) => trimmed(text) !== ""],
    [
      "no-spaces-around",
      "strings without white space at their ends",
      (text) => trimmed(text) === text,
    ],
    [
      "trimmed",
      "any string, without the white space at its ends",
      (text) => JSON.stringify(trimmed(text)),
    ],
    ["no-white-space", "strings without white space", /^(?:[^\s\x85]|\ufeff)*$/],
    ["single-line", "strings of one line", /^[^\n\r\x85\u2028\u2029]*$/],
  ],
  "https://www.unicode.org/versions/latest/core-spec/chapter-23/": [
    ["no-nul", "strings without U+0000", (text) => !text.includes("\0")],
    ["no-controls", "strings without control characters", /^\P{Cc}*$/u],
    [
      "no-controls-but-space",
      "strings without control characters but tabs and line ends",
      /^(?:\P{Cc}|[\t\n\r])*$/u,
    ],
    ["no-lone-surrogates", "strings without lone surrogates", (text) => !LONE.test(text)],
    ["basic-plane", "strings without characters above U+FFFF", /^[^\ud800-\udfff]*$/],
    ["no-format-characters", "strings without invisible format characters", /^\P{Cf}*$/u],
  ],
  "https://www.unicode.org/reports/tr15/": [
    ["nfc", "strings in Unicode's form NFC", (text) => text.normalize("NFC") === text],
    [
      "to-nfc",
      "any string, in Unicode's form NFC",
      (text) => JSON.stringify(text.normalize("NFC")),
    ],
  ],
  [`${sources.rfc}20`]: [
    ["ascii", "strings of ASCII", /^[\0-\x7f]*$/],
    ["printable-ascii", "strings of printable ASCII", /^[ -~]*$/],
    ["latin-1", "strings of Latin-1", /^[\0-\xff]*$/],
    ["letters", "strings of ASCII letters and digits", /^[A-Za-z\d]+$/],
    ["word", "strings of ASCII letters, digits and underscores", /^\w+$/],
    ["slug", "strings of lower case letters, digits and dashes", /^[a-z\d]+(?:-[a-z\d]+)*$/],
    ["lower-case", "strings in lower case", (text) => text.toLowerCase() === text],
  ],
  "https://www.unicode.org/reports/tr44/#General_Category_Values": [
    [
      "letters-of-any-script",
      "strings of letters, marks and digits of any script",
      /^[\p{L}\p{M}\p{N}]+$/u,
    ],
    [
      "names",
      "strings of letters with spaces, dashes, points and apostrophes",
      /^[\p{L}\p{M}][\p{L}\p{M} .'’-]*$/u,
    ],
  ],
  "https://owasp.org/www-community/attacks/xss/": [
    ["no-angle-brackets", "strings without < and >", /^[^<>]*$/],
    ["no-markup", "strings without <, >, &, and quotes", /^[^<>&"']*$/],
  ],
};

export const textRules: ValueRule[] = stringRules("text", strings);

const length = (
  id: string,
  about: string,
  source: string,
  measure: (text: string) => number,
): LimitedRule =>
  limitedRule<TokenValue>({
    id: `text-${id}`,
    subject: "text",
    about,
    source,
    measure: ({ content }) => (content === undefined ? undefined : BigInt(measure(content))),
  });

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Characters that never join others: ASCII without the carriage return, Latin letters, Han, faces. */
const ALONE = /^[\n -~\u00a1-\u00ac\u00ae-\u02ff\u4e00-\u9fff\u{1f600}-\u{1f64f}]*$/u;

function graphemeCount(text: string): number {
  if (ALONE.test(text)) return charactersOf(text);
  let count = 0;
  for (const segment of graphemes.segment(text)) count += segment.segment === "" ? 0 : 1;
  return count;
}

/** Lengths of texts, as languages and databases count them. */
export const textLengths: LimitedRule[] = [
  length(
    "utf-16-units",
    "UTF-16 code units",
    `${sources.ecma}ecmascript-language-types-string-type`,
    (text) => text.length,
  ),
  length(
    "code-points",
    "code points",
    `${sources.jsonSchema}validation#section-6.3.1`,
    charactersOf,
  ),
  length(
    "bytes",
    "bytes in UTF-8",
    `${sources.go}builtin#len`,
    (text) => new TextEncoder().encode(text).length,
  ),
  length(
    "graphemes",
    "characters as people count them",
    "https://www.unicode.org/reports/tr29/",
    graphemeCount,
  ),
];
