import { rows } from "../../template/index.ts";
import { oncePer } from "../../remember.ts";
import type { DocumentValue, ValueRule } from "../rule.ts";
import { lastRead, rulesOn, type Reading, limitsOn, sources } from "../rule-rows.ts";
import { decodeText, type Decoding } from "./decode-text.ts";
import { type Tolerance, tolerantJson } from "./tolerant-json.ts";

const { ecma, go, php, pydantic2 } = sources;

/** A reader of documents: how bytes become text, and its tolerance. */
const readingWith =
  (decoding: Decoding, allows: Tolerance) =>
  ({ bytes }: DocumentValue): Reading => {
    const text = decodeText(bytes, decoding);
    return text !== undefined && (tolerantJson(text, allows) ?? false);
  };

const STRICT: Decoding = { invalid: "refused" };
const replaced: Decoding = { invalid: "replaced" };
const marked: Decoding = { invalid: "refused", mark: true };
const pythonBytes: Decoding = { invalid: "surrogates", mark: true, detected: "marks and zeros" };
const jacksonBytes: Decoding = { invalid: "loose", mark: true, detected: "marks and zeros" };
const perlBytes: Decoding = { invalid: "refused", detected: "zeros" };

const GO: Tolerance = { depth: 10_000, finiteNumbers: true };
/** Comments, and any escape, are read although the documentation has neither (json 2.6.1). */
const RUBY: Tolerance = {
  comments: "slashes",
  commentsEnd: true,
  depth: 100,
  anyEscape: true,
  loneSurrogates: "refused at the end",
};
/** The limit of 512 counts the value in the innermost array as a level. */
const PHP: Tolerance = { loneSurrogates: "refused", depth: 511, noNulKeys: true };
const PYDANTIC: Tolerance = { nonFinite: true, loneSurrogates: "refused", depth: 200 };
const PERL: Tolerance = { depth: 512, loneSurrogates: "refused between escapes" };

/** Whether an object has the member __proto__, or a member constructor with the member prototype. */
function isPoisoned(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { constructor }: { constructor: unknown } = value;
  const isOwn = Object.hasOwn(value, "constructor") && typeof constructor === "object";
  if (Object.hasOwn(value, "__proto__")) return true;
  if (isOwn && constructor !== null && Object.hasOwn(constructor, "prototype")) return true;
  return Object.values(value).some(isPoisoned);
}

const decodedText = readingWith({ invalid: "replaced", mark: true }, {});

/** Fastify refuses members that could change a prototype, after it has removed duplicate keys. */
const fastify = (value: DocumentValue): Reading => {
  const text = decodedText(value);
  return typeof text === "string" && !isPoisoned(JSON.parse(text)) && text;
};

/** Node 20 cuts off a byte order mark, and decodes the rest as text that may have one again. */
const nodeFetch = (value: DocumentValue): Reading => {
  const isMarked = Buffer.from(value.bytes.subarray(0, 3)).toString("hex") === "efbbbf";
  return decodedText(isMarked ? { ...value, bytes: value.bytes.subarray(3) } : value);
};

/** Ruby reads bytes that are not UTF-8 as they are. */
const ruby = readingWith({ invalid: "latin-1" }, RUBY);

const LOOSE = "json.loads strict=False";
const python = readingWith(pythonBytes, { nonFinite: true });
/** Before 3.12, the limit is the interpreter's limit of recursion, 1,000 levels. */
const pythonOld = readingWith(pythonBytes, { nonFinite: true, depth: 990 });
const pythonLooseOld = readingWith(pythonBytes, { nonFinite: true, controls: true, depth: 990 });
const pythonLoose = readingWith(pythonBytes, { nonFinite: true, controls: true });
/** An empty body is accepted; a byte order mark alone is an error. Depth is limited in Debian's 2.14.1. */
const jackson = (value: DocumentValue): Reading => {
  const isMark = value.bytes.length === 3 && value.bytes[0] === 0xef;
  return !isMark && jacksonTree(value);
};
const jacksonTree = readingWith(jacksonBytes, { trailing: "spaced", empty: true, depth: 1000 });
const jacksonStrict = readingWith(jacksonBytes, { duplicates: "refused", depth: 1000 });
const goDecoder = readingWith(replaced, { ...GO, trailing: "any" });

const documentParserRules = rulesOn<DocumentValue>("document", "parser", () => true)`
  ${ecma}json.parse
  js | JSON.parse, invalid UTF-8 replaced | ${readingWith(replaced, {})} | js JSON.parse
  js-fatal | JSON.parse of valid UTF-8 | ${readingWith(marked, {})} | js TextDecoder fatal
  https://encoding.spec.whatwg.org/#utf-8-decode
  js-decoded | JSON.parse after a byte order mark, invalid UTF-8 replaced | ${decodedText} | js TextDecoder
  https://github.com/expressjs/body-parser#json
  express | express.json(): JSON.parse after a byte order mark, an empty body is {} | ${(value) => (value.bytes.length === 0 ? "{}" : decodedText(value))}
  https://fetch.spec.whatwg.org/#dom-body-json
  node-fetch | Node's Request.json(): up to two byte order marks, as in Hono | ${nodeFetch} | js Response.json
  ${sources.rfc}8259#section-8.1
  strict | strict RFC 8259 in UTF-8, without a byte order mark | ${readingWith(STRICT, {})} | js TextDecoder fatal, mark kept
  https://fastify.dev/docs/latest/Reference/Server/#onprotopoisoning
  fastify | Fastify's parser | ${fastify} | fastify
  ${go}encoding/json#Unmarshal
  go | Go's json.Unmarshal | ${readingWith(replaced, GO)} | go Unmarshal
  go-decoder | Go's json.Decoder, one value | ${goDecoder} | go Decode
  ${sources.python}json.html#json.loads
  python | Python's json.loads | ${python} | python3.13 json.loads
  python-controls | Python's json.loads(strict=False) | ${pythonLoose} | python3.13 ${LOOSE}
  python-3.11 | Python's json.loads before 3.12 | ${pythonOld} | python3.{10,11} json.loads
  python-3.11-controls | Python's json.loads(strict=False) before 3.12 | ${pythonLooseOld} | python3.{10,11} ${LOOSE}
  ${pydantic2}
  pydantic2 | pydantic 2 | ${readingWith(STRICT, PYDANTIC)} | pydantic2 from_json
  ${sources.jackson}
  jackson | Jackson's readTree | ${jackson} | jackson readTree
  jackson-strict | Jackson without trailing tokens and duplicate keys | ${jacksonStrict} | jackson readValue strict
  ${php}function.json-decode.php
  php | PHP's json_decode | ${readingWith(STRICT, PHP)} | php json_decode
  ${sources.ruby}JSON.html#method-i-parse
  ruby | Ruby's JSON.parse | ${ruby} | ruby JSON.parse
  https://metacpan.org/pod/JSON::PP
  perl | Perl's JSON::PP | ${readingWith(perlBytes, PERL)} | perl JSON::PP
`;

const RFC = `${sources.rfc}8259#section-`;
const JSON5 = "https://spec.json5.org/#";

/** What every aspect compares with. */
const strictly = oncePer(readingWith(STRICT, {}));

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

/** How servers read the body: one deviation from RFC 8259 at a time, and as whole parsers do. */
export const documentRules: ValueRule<DocumentValue>[] = [
  ...duplicates,
  ...invalidUtf8,
  ...topLevel,
  ...ASPECTS.flatMap(either),
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
