import type { DocumentValue } from "../rule.ts";
import { type Reading, rulesOn, sources } from "../rule-rows.ts";
import { decodeText, type Decoding } from "./decode-text.ts";
import { tolerantJson, type Tolerance } from "./tolerant-json.ts";

const { ecma, go, php, pydantic2 } = sources;

/** A reader of documents: how bytes become text, and its tolerance. */
export const readingWith =
  (decoding: Decoding, allows: Tolerance) =>
  ({ bytes }: DocumentValue): Reading => {
    const text = decodeText(bytes, decoding);
    return text !== undefined && (tolerantJson(text, allows) ?? false);
  };

const refused: Decoding = { invalid: "refused" };
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

/** Fastify refuses members that could change a prototype, after it has removed duplicate keys. */
const fastify = (value: DocumentValue): Reading => {
  const text = readingWith({ invalid: "replaced", mark: true }, {})(value);
  return typeof text === "string" && !isPoisoned(JSON.parse(text)) && text;
};

const decodedText = readingWith({ invalid: "replaced", mark: true }, {});

/** Node 20 cuts off a byte order mark, and decodes the rest as text that may have one again. */
const nodeFetch = (value: DocumentValue): Reading => {
  const isMarked = Buffer.from(value.bytes.subarray(0, 3)).toString("hex") === "efbbbf";
  return decodedText(isMarked ? { ...value, bytes: value.bytes.subarray(3) } : value);
};

/** Ruby reads bytes that are not UTF-8 as they are. */
const ruby = (value: DocumentValue): Reading => {
  const text = decodeText(value.bytes, { invalid: "latin-1" }) ?? "";
  return tolerantJson(text, RUBY) ?? false;
};

const LOOSE = "json.loads strict=False";
const python = readingWith(pythonBytes, { nonFinite: true });
/** Before 3.12, the limit is the interpreter's limit of recursion, 1,000 levels. */
const pythonOld = readingWith(pythonBytes, { nonFinite: true, depth: 990 });
const pythonLooseOld = readingWith(pythonBytes, { nonFinite: true, controls: true, depth: 990 });
const pythonLoose = readingWith(pythonBytes, { nonFinite: true, controls: true });
/** An empty body is accepted; a byte order mark alone is an error. Depth is limited in Debian's 2.14.1. */
const jackson = (value: DocumentValue): Reading => {
  const isMark = value.bytes.length === 3 && value.bytes[0] === 0xef;
  return (
    !isMark && readingWith(jacksonBytes, { trailing: "spaced", empty: true, depth: 1000 })(value)
  );
};
const jacksonStrict = readingWith(jacksonBytes, { duplicates: "refused", depth: 1000 });
const goDecoder = readingWith(replaced, { ...GO, trailing: "any" });

export const documentParserRules = rulesOn<DocumentValue>("document", "parser", () => true)`
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
  strict | strict RFC 8259 in UTF-8, without a byte order mark | ${readingWith(refused, {})} | js TextDecoder fatal, mark kept
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
  pydantic2 | pydantic 2 | ${readingWith(refused, PYDANTIC)} | pydantic2 from_json
  ${sources.jackson}
  jackson | Jackson's readTree | ${jackson} | jackson readTree
  jackson-strict | Jackson without trailing tokens and duplicate keys | ${jacksonStrict} | jackson readValue strict
  ${php}function.json-decode.php
  php | PHP's json_decode | ${readingWith(refused, PHP)} | php json_decode
  ${sources.ruby}JSON.html#method-i-parse
  ruby | Ruby's JSON.parse | ${ruby} | ruby JSON.parse
  https://metacpan.org/pod/JSON::PP
  perl | Perl's JSON::PP | ${readingWith(perlBytes, PERL)} | perl JSON::PP
`;
