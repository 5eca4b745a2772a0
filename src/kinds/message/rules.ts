import { documentLimits, documentRules } from "./document-rules.ts";
import type { HeadersValue, ValueRule, PathValue, MediaTypeValue, CharsetValue } from "../rule.ts";
import { limitsOn, rulesOn, sources, type Reading } from "../rule-rows.ts";
import { rows } from "../../template/index.ts";
import { decodeText, type Decoding } from "./decode-text.ts";

const TOKEN = "[!#$%&'*+.^_`|~\\w-]+";
const TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`);
const PARAMETER = `[ \\t]*;[ \\t]*(?:${TOKEN}=(?:${TOKEN}|"(?:[^"\\\\]|\\\\[^])*"))?`;
const FORM = new RegExp(`^[ \\t]*(${TOKEN}/${TOKEN})(?:${PARAMETER})*[ \\t]*$`);

const essence = (text = ""): string => (text.split(";")[0] ?? "").trim().toLowerCase();
/** The type of a value that has the form of RFC 9110; undefined otherwise. */
const wellFormed = (text = ""): string | undefined => FORM.exec(text)?.[1]?.toLowerCase();
const isJson = (type = ""): boolean => type === "application/json" || type === "text/json";
const hasSuffix = (type = ""): boolean => TYPE.test(type) && type.endsWith("+json");

const by =
  (check: (text: string, stated: string) => boolean) =>
  ({ text, stated }: MediaTypeValue): Reading =>
    text !== undefined && check(text, essence(stated));

const sent = rulesOn<MediaTypeValue>("media-type", "type", ({ text }) => text !== undefined)`
  ${sources.rfc}9110#section-8.3
  exact | exactly the stated text | ${({ text, stated }) => text === stated}
  any-case | the stated type in any case, without parameters | ${by((text, stated) => text.trim().toLowerCase() === stated)}
  parameters | the stated type with any parameters | ${by((text, stated) => wellFormed(text) === stated)}
  loose-parameters | the stated type, whatever follows a semicolon | ${by((text, stated) => essence(text) === stated)}
  prefix | whatever begins with the stated type | ${by((text, stated) => text.trim().toLowerCase().startsWith(stated))}
  contains | whatever contains the stated type | ${by((text, stated) => text.toLowerCase().includes(stated))}
  contains-json | whatever contains json | ${by((text) => text.toLowerCase().includes("json"))}
  exact-loose-parameters | the stated type as it is written, whatever follows a semicolon | ${by((text, stated) => (text.split(";")[0] ?? "").trim() === stated)}
  exact-prefix | whatever begins with the stated type as it is written | ${by((text, stated) => text.trim().startsWith(stated))}
  exact-contains | whatever contains the stated type as it is written | ${by((text, stated) => text.includes(stated))}
  any-form | any media type | ${by((text) => wellFormed(text) !== undefined)}
  any | anything | accepted
  ${sources.rfc}6838#section-4.2.8
  suffix | the stated type, or one that ends with +json | ${by((text, stated) => wellFormed(text) === stated || hasSuffix(wellFormed(text)))}
  loose-suffix | the stated type or one that ends with +json, whatever follows a semicolon | ${by((text, stated) => essence(text) === stated || hasSuffix(essence(text)))}
  https://fastify.dev/docs/latest/Reference/ContentTypeParser/
  fastify | Fastify's parsers: the stated type or text/plain, whatever follows a semicolon | ${by((text, stated) => essence(text) === stated || essence(text) === "text/plain")}
  https://mimesniff.spec.whatwg.org/#json-mime-type
  json | a JSON type: application/json, text/json or +json | ${by((text) => isJson(wellFormed(text)) || hasSuffix(wellFormed(text)))}
`;

const missing = rulesOn<MediaTypeValue>("media-type", "missing", ({ text }) => text === undefined)`
  ${sources.rfc}9110#section-8.3
  required | the header is required | refused
  optional | without the header the stated type is assumed | accepted
`;

export const mediaTypeRules: ValueRule<MediaTypeValue>[] = [...sent, ...missing];

const DETECTED: Decoding = { invalid: "surrogates", mark: true, detected: "marks and zeros" };

const bare = (text = ""): string =>
  text
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .toLowerCase();

/** The text of bytes in a charset that the Encoding standard knows; undefined for another one. */
function decoded(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return undefined;
  }
}

const named =
  (...names: readonly string[]) =>
  ({ text }: CharsetValue): Reading =>
    names.includes(bare(text));

const isSent = ({ text }: CharsetValue): boolean => text !== undefined;

export const charsetRules = rulesOn<CharsetValue>("charset", "name", isSent)`
  ${sources.rfc}8259#section-11
  ignored | any charset; it is ignored, the body is UTF-8 | accepted
  ${sources.rfc}4627#section-3
  detected | any charset; it is ignored, UTF-8, UTF-16 or UTF-32 is detected in the body | ${({ bytes }) => decodeText(bytes, DETECTED) ?? false}
  ${sources.rfc}9110#section-8.3.2
  utf-8 | utf-8 in any case | ${named("utf-8")}
  utf-8-alias | utf-8 or utf8 | ${named("utf-8", "utf8")}
  utf-8-exact | utf-8 in lower case without quotes | ${({ text }) => text === "utf-8"}
  ascii-too | utf-8 or us-ascii | ${named("utf-8", "utf8", "us-ascii", "ascii")}
  refused | no charset | refused
  https://encoding.spec.whatwg.org/#names-and-labels
  decoded | the body is read in the charset; unknown ones are refused | ${({ text, bytes }) => decoded(bare(text), bytes) ?? false}
  https://github.com/expressjs/body-parser#json
  utf | utf-7, utf-8, utf-16 and utf-32, in which the body is read | ${({ text, bytes }) => /^utf-(?:7|8|16|16le|16be|32|32le|32be)$/.test(bare(text)) && (decoded(bare(text), bytes) ?? true)}
`;

const RFC = `${sources.rfc}3986#section-`;

type Change = (path: string) => string;

const withoutQuery: Change = (path) => path.replace(/[?#][^]*$/, "");
const lower: Change = (path) => path.toLowerCase();
const withoutSlash: Change = (path) => path.replace(/(?<=.)\/$/, "");
const withoutSlashes: Change = (path) => path.replace(/(?<=.)\/{2,}$/, "");
const singleSlashes: Change = (path) => path.replace(/\/{2,}/g, "/");
const withoutParameters: Change = (path) => path.replace(/;[^/]*/g, "");
const withoutExtension: Change = (path) => path.replace(/\.[a-z]+$/i, "");
const forward: Change = (path) => path.replace(/\\/g, "/");

/** Percent-encoded bytes of these characters. */
const decodedWhere =
  (pattern: RegExp): Change =>
  (path) =>
    path.replace(/%[\da-f]{2}/gi, (code) => {
      const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return pattern.test(letter) ? letter : code;
    });
const unreserved = decodedWhere(/[\w.~-]/);
const slashes = decodedWhere(/\//);

function withoutDots(path: string): string {
  const found: string[] = [];
  const segments = path.split("/");
  for (const [index, segment] of segments.entries()) {
    if (segment === "..") found.splice(Math.max(1, found.length - 1));
    else if (segment !== ".") found.push(segment);
    if (/^\.\.?$/.test(segment) && index === segments.length - 1) found.push("");
  }
  return found.join("/");
}

const exact = (path: string, stated: string): boolean => path === withoutQuery(stated);

type Aspect = [aspect: string, what: string, source: string, change: Change];

const ASPECTS: Aspect[] = rows`
  case | the path in another case | ${RFC}6.2.2.1 | ${lower}
  slash | a slash at the end | ${RFC}6.2.3 | ${withoutSlash}
  slashes | several slashes at the end | ${RFC}6.2.3 | ${withoutSlashes}
  double-slashes | two slashes instead of one | ${RFC}3.3 | ${singleSlashes}
  dots | segments of one or two points | ${RFC}5.2.4 | ${withoutDots}
  percent | percent-encoded letters | ${RFC}6.2.2.2 | ${unreserved}
  percent-slash | percent-encoded slashes | ${RFC}2.2 | ${slashes}
  parameters | parameters of a segment after a semicolon | ${RFC}3.3 | ${withoutParameters}
  extension | an extension such as .json | ${RFC}3.3 | ${withoutExtension}
  backslashes | backslashes instead of slashes | https://url.spec.whatwg.org/#path-state | ${forward}
`;

function either([aspect, what, source, change]: Aspect): ValueRule<PathValue>[] {
  const read = ({ text, stated }: PathValue): Reading =>
    exact(change(withoutQuery(text)), stated) && withoutQuery(stated);
  const judges = ({ text, stated }: PathValue): boolean =>
    !exact(withoutQuery(text), stated) && exact(change(withoutQuery(text)), stated);
  const verb = /^(?:a|an|the) /.test(what) ? "is" : "are";
  return rulesOn("path", aspect, judges)`
    ${source}
    ${aspect}-refused | ${what} ${verb} refused | refused
    ${aspect}-accepted | ${what} ${verb} accepted | ${read}
  `;
}

const isBelow = ({ text, stated }: PathValue): boolean =>
  withoutQuery(text).startsWith(`${withoutSlash(withoutQuery(stated))}/`) &&
  !/\/[./]*$/.test(withoutQuery(text));
const pairsOf = (path: string): string[] =>
  path.includes("?") ? path.slice(path.indexOf("?") + 1).split("&") : [];
const namesOf = (pairs: readonly string[]): Set<string> =>
  new Set(pairs.map((pair) => pair.replace(/[=[].*$/, "")));

/** The stated query as it is, and names that it does not have: other values of stated names are no unknown query. */
function hasUnknownQuery({ text, stated }: PathValue): boolean {
  const [sent, own] = [pairsOf(text), pairsOf(stated)];
  const further = sent.filter((pair) => !own.includes(pair));
  const names = namesOf(own);
  return (
    text.includes("?") &&
    exact(withoutQuery(text), stated) &&
    text !== stated &&
    own.every((pair) => sent.includes(pair)) &&
    [...namesOf(further)].every((name) => !names.has(name))
  );
}

export const pathRules: ValueRule<PathValue>[] = [
  ...ASPECTS.flatMap(either),
  ...rulesOn<PathValue>("path", "below", isBelow)`
  ${RFC}3.3
  below-refused | further segments are refused | refused
  below-accepted | further segments are accepted | accepted
`,
  ...rulesOn<PathValue>("path", "query", hasUnknownQuery)`
  ${RFC}3.4
  query-ignored | an unknown query is ignored | accepted
  query-refused | an unknown query is refused | refused
`,
];

const valuesOf = ({ lines }: HeadersValue, wanted: string): string[] =>
  lines.flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));

const acceptsJson = (value: HeadersValue): boolean =>
  valuesOf(value, "accept").length === 0 ||
  valuesOf(value, "accept").some((accept) =>
    accept
      .split(",")
      .some(
        (range) =>
          /^\s*(?:\*|application)\/(?:\*|json)\s*(?:;|$)/i.test(range) &&
          !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(range),
      ),
  );
const codings = (value: HeadersValue): string[] =>
  valuesOf(value, "content-encoding").flatMap((each) =>
    each.split(",").map((coding) => coding.trim().toLowerCase()),
  );
const isKnown = (coding: string): boolean =>
  ["identity", "gzip", "x-gzip", "deflate", "br", ""].includes(coding);
const expectations = (value: HeadersValue): string[] => valuesOf(value, "expect");

const about = (aspect: string, judges: (value: HeadersValue) => boolean) =>
  rulesOn<HeadersValue>("headers", aspect, judges);
const isRepeated = (name: string) => (value: HeadersValue) => valuesOf(value, name).length > 1;

export const headersRules: ValueRule<HeadersValue>[] = [
  ...about("accept", (value) => valuesOf(value, "accept").length > 0)`
  ${sources.rfc}9110#section-12.5.1
  accept-ignored | Accept is ignored | accepted
  accept-negotiated | Accept must allow application/json | ${acceptsJson}
`,
  ...about("content-encoding", (value) => codings(value).length > 0)`
  ${sources.rfc}9110#section-8.4
  content-encoding-ignored | Content-Encoding is ignored, the body is read as it is sent | accepted
  content-encoding-known | gzip and deflate are decoded, unknown codings are refused | ${(value) => codings(value).every(isKnown)}
  content-encoding-identity | Content-Encoding must be identity | ${(value) => codings(value).every((coding) => coding === "identity")}
  content-encoding-refused | Content-Encoding is refused | refused
`,
  ...about("expect", (value) => expectations(value).length > 0)`
  ${sources.rfc}9110#section-10.1.1
  expect-ignored | Expect is ignored | accepted
  expect-continue | Expect must be 100-continue | ${(value) => expectations(value).every((each) => each.toLowerCase() === "100-continue")}
`,
  ...about("repeated-type", isRepeated("content-type"))`
  ${sources.rfc}9110#section-5.3
  repeated-type-refused | a second Content-Type is refused | refused
  repeated-type-accepted | a second Content-Type is accepted | accepted
`,
  ...about("repeated-length", isRepeated("content-length"))`
  ${sources.rfc}9112#section-6.3
  repeated-length-refused | a second Content-Length is refused | refused
  repeated-length-same | a second Content-Length must be the same | ${(value) => new Set(valuesOf(value, "content-length")).size === 1}
  repeated-length-accepted | a second Content-Length is accepted | accepted
`,
  ...about("host", (value) => valuesOf(value, "host").length !== 1)`
  ${sources.rfc}9112#section-3.2
  host-once | Host must be sent exactly once | refused
  host-any | Host may be missing or repeated | accepted
  host-required | Host must be sent, and may be repeated | ${(value) => valuesOf(value, "host").length > 0}
`,
];

const sum = (lengths: readonly number[]): number =>
  lengths.reduce((total, each) => total + each, 0);
/** The bytes of each header line without its end. */
const lengthsOf = ({ lines }: HeadersValue): number[] =>
  lines.map(([name, value]) => name.length + value.length + 2);

export const headersLimits = limitsOn<HeadersValue>("headers")`
  count | count | header lines | ${sources.rfc}9110#section-5.4 | ${({ lines }) => lines.length}
  size | size | bytes of all header lines | ${sources.rfc}6585#section-5 | ${(value) => sum(lengthsOf(value).map((length) => length + 2))}
  texts | texts | bytes of all header names and values | https://nodejs.org/api/http.html#httpmaxheadersize | ${({ lines }) => sum(lines.map(([name, value]) => name.length + value.length))}
  line | line | bytes of a header line | ${sources.rfc}9110#section-5.4 | ${(value) => Math.max(0, ...lengthsOf(value))}
`;

export const messageRules = {
  document: documentRules,
  mediaType: mediaTypeRules,
  charset: charsetRules,
  path: pathRules,
  headers: headersRules,
} as const;

export const messageLimits = { document: documentLimits, headers: headersLimits } as const;
