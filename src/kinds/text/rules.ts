import { stringRules, limitsOn, sources } from "../rule-rows.ts";
import type { TokenValue } from "../rule.ts";
import { charactersOf } from "./type.ts";
import { trimmedAs } from "../number-readers.ts";

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const trimmed = (text: string): string => trimmedAs("unicode", text);

export const textRules = stringRules("text")`
  ${sources.rfc}8259#section-7
  any | any string | accepted
  not-empty | any string that is not empty | ${(text) => text !== ""}
  empty | only the empty string | ${(text) => text === ""}
  refused | strings are refused | refused
  https://www.unicode.org/reports/tr44/#White_Space
  not-blank | any string with more than white space | ${(text) => trimmed(text) !== ""}
  no-spaces-around | strings without white space at their ends | ${(text) => trimmed(text) === text}
  trimmed | any string, without the white space at its ends | ${(text) => JSON.stringify(trimmed(text))}
  no-white-space | strings without white space | ${/^(?:[^\s\x85]|\ufeff)*$/}
  single-line | strings of one line | ${/^[^\n\r\x85\u2028\u2029]*$/}
  https://www.unicode.org/versions/latest/core-spec/chapter-23/
  no-nul | strings without U+0000 | ${(text) => !text.includes("\0")}
  no-controls | strings without control characters | ${/^\P{Cc}*$/u}
  no-controls-but-space | strings without control characters but tabs and line ends | ${/^(?:\P{Cc}|[\t\n\r])*$/u}
  no-lone-surrogates | strings without lone surrogates | ${(text) => !LONE.test(text)}
  basic-plane | strings without characters above U+FFFF | ${/^[^\ud800-\udfff]*$/}
  no-format-characters | strings without invisible format characters | ${/^\P{Cf}*$/u}
  https://www.unicode.org/reports/tr15/
  nfc | strings in Unicode's form NFC | ${(text) => text.normalize("NFC") === text}
  to-nfc | any string, in Unicode's form NFC | ${(text) => JSON.stringify(text.normalize("NFC"))}
  ${sources.rfc}20
  ascii | strings of ASCII | ${/^[\0-\x7f]*$/}
  printable-ascii | strings of printable ASCII | ${/^[-~]*$/}
  latin-1 | strings of Latin-1 | ${/^[\0-\xff]*$/}
  letters | strings of ASCII letters and digits | ${/^[A-Za-z\d]+$/}
  word | strings of ASCII letters, digits and underscores | ${/^\w+$/}
  slug | strings of lower case letters, digits and dashes | ${/^[a-z\d]+(?:-[a-z\d]+)*$/}
  lower-case | strings in lower case | ${(text) => text.toLowerCase() === text}
  https://www.unicode.org/reports/tr44/#General_Category_Values
  letters-of-any-script | strings of letters, marks and digits of any script | ${/^[\p{L}\p{M}\p{N}]+$/u}
  names | strings of letters with spaces, dashes, points and apostrophes | ${/^[\p{L}\p{M}][\p{L}\p{M} .'’-]*$/u}
  https://owasp.org/www-community/attacks/xss/
  no-angle-brackets | strings without < and > | ${/^[^<>]*$/}
  no-markup | strings without <, >, &, and quotes | ${/^[^<>&"']*$/}
`;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Characters that never join others: ASCII without the carriage return, Latin letters, Han, faces. */
const ALONE = /^[\n -~\u00a1-\u00ac\u00ae-\u02ff\u4e00-\u9fff\u{1f600}-\u{1f64f}]*$/u;

function graphemeCount(text: string): number {
  if (ALONE.test(text)) return charactersOf(text);
  let count = 0;
  for (const segment of graphemes.segment(text)) count += segment.segment === "" ? 0 : 1;
  return count;
}

const ofContent =
  (count: (text: string) => number) =>
  ({ content }: TokenValue): number | undefined =>
    content === undefined ? undefined : count(content);

/** Lengths of texts, as languages and databases count them. */
export const textLimits = limitsOn("text")`
  utf-16-units | limits | UTF-16 code units | ${sources.ecma}ecmascript-language-types-string-type | ${ofContent((text) => text.length)}
  code-points | limits | code points | ${sources.jsonSchema}validation#section-6.3.1 | ${ofContent(charactersOf)}
  bytes | limits | bytes in UTF-8 | ${sources.go}builtin#len | ${ofContent((text) => new TextEncoder().encode(text).length)}
  graphemes | limits | characters as people count them | https://www.unicode.org/reports/tr29/ | ${ofContent(graphemeCount)}
`;
