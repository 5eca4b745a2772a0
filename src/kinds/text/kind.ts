import { json, stringOf } from "../case-families.ts";
import fc from "fast-check";
import { bytes, times, type Template } from "../../template/index.ts";
import type { Slot, Kind } from "../kind.ts";
import { anyOf } from "../lazily.ts";
import { lengthText, textAxes, KNOWN_LENGTHS } from "./axes.ts";
import { charactersOf, fitsText, textDeviation, textsMatching } from "./type.ts";
import { textText, TextType, textWords } from "./type.ts";
import { isWhole } from "../message/decode-text.ts";
import { aroundBounds } from "../axes.ts";
import { handChosenTexts } from "./cases.ts";
import { stringRules, limitsOn, sources } from "../rule-rows.ts";
import type { TokenValue } from "../rule.ts";
import { trimmedAs } from "../number-readers.ts";

const trimmed = (text: string): string => trimmedAs("unicode", text);

const textRules = stringRules("text")`
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
  no-lone-surrogates | strings without lone surrogates | ${isWhole}
  basic-plane | strings without characters above U+FFFF | ${/^[^\ud800-\udfff]*$/}
  no-format-characters | strings without invisible format characters | ${/^\P{Cf}*$/u}
  https://www.unicode.org/reports/tr15/
  nfc | strings in Unicode's form NFC | ${(text) => text.normalize("NFC") === text}
  to-nfc | any string, in Unicode's form NFC | ${(text) => JSON.stringify(text.normalize("NFC"))}
  ${sources.rfc}20
  ascii | strings of ASCII | ${/^[\0-\x7f]*$/}
  printable-ascii | strings of printable ASCII | ${/^[-~]*$/}
  latin-1 | strings of Latin-1 | ${/^[\0-\xff]*$/}
  digits | strings of ASCII digits | ${/^\d+$/}
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

const textLimits = limitsOn("text")`
  utf-16-units | limits | UTF-16 code units | ${sources.ecma}ecmascript-language-types-string-type | ${ofContent((text) => text.length)}
  code-points | limits | code points | ${sources.jsonSchema}validation#section-6.3.1 | ${ofContent(charactersOf)}
  bytes | limits | bytes in UTF-8 | ${sources.go}builtin#len | ${ofContent((text) => new TextEncoder().encode(text).length)}
  graphemes | limits | characters as people count them | https://www.unicode.org/reports/tr29/ | ${ofContent(graphemeCount)}
`;

const EXAMPLE = 200_000_000;
/** Maximum length of valid random texts without a stated maximum. */
const USUAL_LENGTH = 100;

function validText({ type, valid }: Slot<TextType>): fc.Arbitrary<Template> {
  if (type.fresh === true) return fc.constant(valid());
  const { minLength, maxLength, pattern } = type;
  if (pattern !== undefined) {
    const example = textText(type, EXAMPLE);
    const matching = textsMatching(pattern) ?? fc.constant(example);
    return matching.map((text) => json(fitsText(type, text) ? text : example));
  }
  const least = minLength ?? Math.min(1, maxLength ?? 1);
  const most = maxLength ?? Math.max(least, USUAL_LENGTH);
  return fc
    .string({ unit: "grapheme-ascii", minLength: least, maxLength: most, size: "max" })
    .map((text) => json(minLength !== undefined || text.trim() !== "" ? text : shown(text)));
}

/** White space only is valid, but differs from a plain text. */
const shown = (text: string): string => (text === "" ? "" : `a${text.slice(1)}`);

/** Not `unit: "binary"`: fast-check makes a table of all code points for it, which takes a second. */
const anyCodePoint = fc.integer({ min: 0, max: 0x10_ffff }).map(
  (code) => String.fromCodePoint(code),
  // With the inverse mapping, fast-check puts names such as __proto__ into the texts.
  (text) => {
    const code = String(text).codePointAt(0) ?? 0;
    if (String.fromCodePoint(code) !== text) throw new TypeError("not one character");
    return code;
  },
);

const anyCharacters = fc
  .string({ unit: fc.oneof(anyCodePoint, escape()) })
  .map((text): Template => [`"${text.replace(/"/g, '\\"')}"`]);

/** JSON escapes, lone surrogates and pairs among them, and letters that need none. */
function escape(): fc.Arbitrary<string> {
  return fc.constantFrom(
    ..."ab 1'<>&%${}\u00e9\u0301\u200d\u202e\u{1f600}\u2028\ufeff",
    ...String.raw`\u0000 \n \\ \" \ud800 \udc00 \ud83d\ude00 \u001b`.split(" "),
  );
}

const other = anyOf(...`null true 0 1.5 [] {} "" [""] {"value":""} 'a' a`.split(" "), "");

const long = fc
  .tuple(
    fc.constantFrom("a", " ", "\u00e9", "\u{1f600}", "\\n"),
    fc.integer({ min: 1, max: 20_000 }),
  )
  .map(([letter, count]): Template => bytes`"${times(letter, count)}"`);

function nearLength(type: TextType): fc.Arbitrary<Template> {
  const { minLength = 1, maxLength = 255 } = type;
  return fc
    .tuple(fc.constantFrom(minLength, maxLength), fc.integer({ min: -2, max: 2 }))
    .map(([length, by]) => lengthText(type, Math.max(0, length + by)));
}

function nearExample(type: TextType): fc.Arbitrary<Template> {
  const example = Array.from(textText(type, EXAMPLE));
  return fc
    .record({
      at: fc.nat({ max: example.length }),
      without: fc.integer({ min: 0, max: 1 }),
      put: fc.constantFrom("", ..."aA0 -\n\u0000\u00e9\uff11\ud800"),
    })
    .map(({ at, without, put }) =>
      json([...example.slice(0, at), put, ...example.slice(at + without)].join("")),
    );
}

const textOrNot = ({ type }: Slot<TextType>): fc.Arbitrary<Template> =>
  fc.oneof(
    { withCrossShrink: true },
    { arbitrary: nearExample(type), weight: 4 },
    { arbitrary: nearLength(type), weight: 4 },
    { arbitrary: anyCharacters, weight: 4 },
    { arbitrary: other, weight: 2 },
    { arbitrary: long, weight: 1 },
  );

const SIMPLE_EXAMPLE = 100_000_000;
const MOST_ODD = 8;

function simplerTexts({ type }: Slot<TextType>, text: string): Template[] {
  const given = stringOf(text);
  if (given === undefined) return [['""']];
  const length = charactersOf(given);
  const lengths = aroundBounds([0, type.minLength, type.maxLength]).map(Number);
  const example = textText(type, SIMPLE_EXAMPLE);
  const odd = [...new Set(given)].filter((letter) => !example.includes(letter)).slice(0, MOST_ODD);
  return [
    ...[...new Set(lengths)]
      .filter((each) => each >= 0 && each < length)
      .toSorted((one, other) => one - other)
      .map((each) => lengthText(type, each)),
    ...odd.map((letter): Template => [JSON.stringify(letter)]),
    ...odd.map((letter): Template => [JSON.stringify(example.slice(1) + letter)]),
    [JSON.stringify(example)],
  ];
}

export const textKind: Kind<TextType> = {
  name: "text",
  schema: () => TextType,
  words: textWords,
  aspect: "type",
  isBounded: ({ maxLength, pattern }) => maxLength !== undefined || pattern !== undefined,
  quoted: true,
  text: textText,
  fits: fitsText,
  cases: handChosenTexts,
  valid: validText,
  arbitrary: textOrNot,
  axes: textAxes,
  simpler: simplerTexts,
  deviation: textDeviation,
  known: { longer: KNOWN_LENGTHS, shorter: KNOWN_LENGTHS },
  rules: () => textRules,
  limits: textLimits,
};
