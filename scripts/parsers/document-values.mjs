// Values for the table of documents, as bytes.
import { chosen } from "./chosen.mjs";
import { different, misspelled } from "./drawing.mjs";

const TOKENS = chosen("json-tokens");
/** The first ones are valid. */
const VALID = TOKENS.slice(0, 31);
const DOCUMENTS = chosen("documents");
const DEPTHS = [99, 100, 101, 127, 128, 129, 199, 200, 201, 202, 510, 511, 512, 513, 514];
const CHARACTERS = [
  ..."{}[]:,\"'\\/*# \t\n\f\u00a0\u0001eE+-.019ntfN_$",
  "\ufeff",
  "\u2028",
  "é",
  "😀",
];

const nested = (levels, open, close, middle = "") =>
  open.repeat(levels) + middle + close.repeat(levels);

const utf8 = (text) => Buffer.from(text, "utf8").toString("latin1");
const wide = (text, swap) => {
  const bytes = Buffer.from(text, "utf16le");
  return (swap ? bytes.swap16() : bytes).toString("latin1");
};
const utf32 = (text) => [...text].map((each) => `${each}\0\0\0`).join("");

const PLAIN = '{"id":1,"name":"a"}';
const OTHER_ENCODINGS = [
  wide(PLAIN, false),
  wide(PLAIN, true),
  wide(`\ufeff${PLAIN}`, false),
  wide(`\ufeff${PLAIN}`, true),
  utf32(PLAIN),
  `\xff\xfe\0\0${utf32(PLAIN)}`,
  wide("1", false),
  wide("1", true),
  wide('"é"', true),
  wide('"\ud800"', false),
  '{"id":"\xe9"}',
  '{"id":"\xff"}',
  '{"id":"\xc3"}',
  '{"id":"\xc3\x28"}',
  '{"id":"\xe2\x82"}',
  '{"id":"\xc0\xaf"}',
  '{"id":"\xed\xa0\x80"}',
  '{"id":"\xf4\x90\x80\x80"}',
  '{"\xe9":1}',
  "\xff",
  "\x80",
  '"\xf0\x9f\x98\x80"',
  "[1]\xff",
];

/** A value with members of the stated names, nested a little, with odd tokens now and then. */
function valueText(draw, level) {
  const { pick, maybe, integer } = draw;
  const space = maybe(1, 8) ? pick([" ", "\n", "\t", "\r\n", "  "]) : "";
  const items = Array.from({ length: level > 2 ? 0 : integer(0, 3) }, () =>
    valueText(draw, level + 1),
  );
  const text =
    level > 2 || maybe(1, 2)
      ? pick(maybe(2, 3) ? VALID : TOKENS)
      : pick([
          () => `[${items.join(",")}]`,
          () =>
            `{${items.map((item) => `${pick(['"a"', '"b"', '"id"', '"a"', '"__proto__"', '""'])}:${item}`).join(",")}}`,
        ])();
  return space + text + space;
}

/** JSON texts and near misses; each character is a byte. */
export const documentValues = (draw) =>
  different(
    2600,
    [
      ...DOCUMENTS.map(utf8),
      ...TOKENS.map(utf8),
      ...TOKENS.map((token) => utf8(`{"id":${token}}`)),
      ...TOKENS.map((token) => utf8(`[${token}]`)),
      ...OTHER_ENCODINGS,
      ...DEPTHS.flatMap((levels) => [
        nested(levels, "[", "]", "1"),
        nested(levels, '{"a":', "}", "1"),
      ]),
      nested(1000, "[", "]", "1"),
      nested(1001, "[", "]", "1"),
      nested(2000, "[", "]", "1"),
    ],
    () => {
      const text = valueText(draw, 0);
      return utf8(draw.maybe(1, 2) ? misspelled(draw, text, CHARACTERS) : text);
    },
  );
