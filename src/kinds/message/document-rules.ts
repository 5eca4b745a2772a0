import { rows } from "../../template/index.ts";
import type { DocumentValue, ValueRule } from "../rule.ts";
import { lastRead, rulesOn, type Reading, limitsOn, sources } from "../rule-rows.ts";
import { decodeText, type Decoding } from "./decode-text.ts";
import { readingWith, documentParserRules } from "./parser-rules.ts";
import type { Tolerance } from "./tolerant-json.ts";

const RFC = `${sources.rfc}8259#section-`;
const JSON5 = "https://spec.json5.org/#";
const STRICT: Decoding = { invalid: "refused" };

const readings = new WeakMap<DocumentValue, Reading>();
const readStrictly = readingWith(STRICT, {});

/** What every aspect compares with: read once for each document. */
function strictly(value: DocumentValue): Reading {
  const known = readings.get(value);
  if (known !== undefined) return known;
  const made = readStrictly(value);
  readings.set(value, made);
  return made;
}

/** Judges documents that only this tolerance, or this way of decoding, makes readable. */
const needing =
  (read: (value: DocumentValue) => Reading) =>
  (value: DocumentValue): boolean =>
    strictly(value) === false && read(value) !== false;

type Aspect = [
  aspect: string,
  what: string,
  source: string,
  allows: Tolerance,
  decoding?: Decoding,
  isOfAspect?: (value: DocumentValue) => boolean,
];

/** Aspects that are either refused or read with a tolerance. */
const ASPECTS: Aspect[] = rows`
  byte-order-mark | a byte order mark | ${RFC}8.1 | ${{}} | ${{ invalid: "refused", mark: true }}
  utf-16 | UTF-16 and UTF-32 without a charset | RFC 4627 section 3 | ${{}} | ${{ invalid: "refused", mark: true, detected: "marks and zeros" }} | ${({ bytes }: DocumentValue) => bytes.includes(0)}
  comments | comments | ${JSON5}comments | ${{ comments: "slashes" }}
  hash-comments | comments with # | https://yaml.org/spec/1.2.2/#66-comments | ${{ comments: "hash" }}
  trailing-commas | trailing commas | ${JSON5}objects | ${{ trailingCommas: true }}
  empty-items | empty items between commas | https://tc39.es/ecma262/#prod-Elision | ${{ emptyItems: true, trailingCommas: true }}
  single-quotes | single quotes | ${JSON5}strings | ${{ singleQuotes: true }}
  bare-keys | keys without quotes | ${JSON5}objects | ${{ bareKeys: true }}
  nan | NaN and Infinity | ${JSON5}numbers | ${{ nonFinite: true }}
  leading-zeros | numbers with leading zeros | ${RFC}6 | ${{ leadingZeros: true }}
  plus-signs | numbers with a plus sign | ${JSON5}numbers | ${{ plusSigns: true }}
  bare-points | numbers with a point at an end | ${JSON5}numbers | ${{ barePoints: true }}
  hexadecimal | hexadecimal numbers | ${JSON5}numbers | ${{ hexNumbers: true }}
  control-characters | control characters in strings | ${RFC}7 | ${{ controls: true }}
  unknown-escapes | unknown escapes in strings | ${RFC}7 | ${{ anyEscape: true }}
  other-white-space | white space of other kinds | ${JSON5}white-space | ${{ anySpace: true }} | ${STRICT} | ${({ bytes }: DocumentValue) => bytes[0] !== 0xef}
  other-case | words such as True and NULL | ${RFC}3 | ${{ anyCaseLiterals: true }}
  trailing-bytes | bytes after the document | ${RFC}2 | ${{ trailing: "any" }}
  empty | an empty body | ${RFC}2 | ${{ empty: true }}
`;

function either([
  aspect,
  what,
  source,
  allows,
  decoding = STRICT,
  isOfAspect = () => true,
]: Aspect): ValueRule<DocumentValue>[] {
  const verb = /^(?:an? |white )/.test(what) ? "is" : "are";
  const read = lastRead(readingWith(decoding, allows));
  const needs = needing(read);
  const judges = (value: DocumentValue): boolean => isOfAspect(value) && needs(value);
  return rulesOn("document", aspect, judges)`
    ${source}
    ${aspect}-refused | ${what} ${verb} refused | refused
    ${aspect}-read | ${what} ${verb} accepted | ${read}
  `;
}

/** Judges documents in which a key stands twice in an object. */
const hasDuplicates = (value: DocumentValue): boolean =>
  strictly(value) !== false && readingWith(STRICT, { duplicates: "refused" })(value) === false;

const duplicates = rulesOn<DocumentValue>("document", "duplicate-keys", hasDuplicates)`
  ${RFC}4
  duplicate-keys-last | of duplicate keys the last counts | ${strictly}
  duplicate-keys-first | of duplicate keys the first counts | ${readingWith(STRICT, { duplicates: "first" })}
  duplicate-keys-refused | duplicate keys are refused | refused
`;

const isInvalidUtf8 = (value: DocumentValue): boolean =>
  decodeText(value.bytes, STRICT) === undefined &&
  readingWith({ invalid: "latin-1" }, {})(value) !== false;

const invalidUtf8 = rulesOn<DocumentValue>("document", "invalid-utf-8", isInvalidUtf8)`
  ${RFC}8.1
  invalid-utf-8-refused | invalid UTF-8 is refused | refused
  https://encoding.spec.whatwg.org/#utf-8-decoder
  invalid-utf-8-replaced | invalid UTF-8 is replaced by U+FFFD | ${readingWith({ invalid: "replaced" }, {})}
  invalid-utf-8-latin-1 | a document that is not UTF-8 is read as Latin-1 | ${readingWith({ invalid: "latin-1" }, {})}
`;

/** The first sign of a document that RFC 8259 allows. */
const isScalar = (value: DocumentValue): boolean => /^[^{[]/.test(textOf(value));
const isTopArray = (value: DocumentValue): boolean => textOf(value).startsWith("[");

function textOf(value: DocumentValue): string {
  const text = strictly(value);
  return typeof text === "string" ? text : "";
}

const topLevel = [
  ...rulesOn<DocumentValue>("document", "top-level-scalar", isScalar)`
  ${RFC}2
  scalar-accepted | a string, number or word alone is accepted | accepted
  RFC 4627 section 2
  scalar-refused | only an object or an array is accepted | refused
`,
  ...rulesOn<DocumentValue>("document", "top-level-array", isTopArray)`
  ${RFC}2
  array-accepted | an array instead of the object is accepted | accepted
  array-refused | an array instead of the object is refused | refused
`,
];

/** Documents as servers read them, one deviation from RFC 8259 at a time. */
const documentAspectRules: ValueRule<DocumentValue>[] = [
  ...duplicates,
  ...invalidUtf8,
  ...topLevel,
  ...ASPECTS.flatMap(either),
];

/** How servers read the body: one deviation at a time, and as whole parsers do. */
export const documentRules: ValueRule<DocumentValue>[] = [
  ...documentAspectRules,
  ...documentParserRules,
];

/** The deepest nesting of arrays and objects outside of strings. */
function nesting({ bytes }: DocumentValue): number {
  const signs = new TextDecoder().decode(bytes).replace(/"(?:[^"\\]|\\[^])*"/g, "");
  let level = 0;
  let deepest = 0;
  for (const sign of signs) {
    if (sign === "[" || sign === "{") deepest = Math.max(deepest, ++level);
    else if (sign === "]" || sign === "}") level--;
  }
  return deepest;
}

export const documentLimits = limitsOn<DocumentValue>("document")`
  size | size | bytes of the body | ${sources.rfc}9110#section-15.5.14 | ${({ bytes }) => bytes.length}
  depth | depth | levels of nesting | ${sources.rfc}8259#section-9 | ${nesting}
`;
