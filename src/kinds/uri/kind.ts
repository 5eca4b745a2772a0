import type { KnownPlaces, Slot, ValueAxis, ValueCaps } from "../kind.ts";
import { type FormatFamilies, formatKind } from "../format-kind.ts";
import type { TextType } from "../text/type.ts";
import fc from "fast-check";
import { bytes, times, rows } from "../../template/index.ts";
import { axisRows, countRungs } from "../axes.ts";
import { stringRules, sources } from "../rule-rows.ts";

const SCHEME = "[a-zA-Z][a-zA-Z\\d+.-]*";
const ENCODED = "%[\\da-fA-F]{2}";
const OPEN = "\\w~.!$&'()*+,;=\\-";
const USER = `(?:(?:[${OPEN}:]|${ENCODED})*@)?`;
const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = `${octet}(?:\\.${octet}){3}`;
const H = "[\\da-fA-F]{1,4}";
const LAST = `(?:${H}:${H}|${IPV4})`;
const IPV6 = [
  `(?:${H}:){6}${LAST}`,
  `::(?:${H}:){5}${LAST}`,
  `(?:${H})?::(?:${H}:){4}${LAST}`,
  `(?:(?:${H}:)?${H})?::(?:${H}:){3}${LAST}`,
  `(?:(?:${H}:){0,2}${H})?::(?:${H}:){2}${LAST}`,
  `(?:(?:${H}:){0,3}${H})?::${H}:${LAST}`,
  `(?:(?:${H}:){0,4}${H})?::${LAST}`,
  `(?:(?:${H}:){0,5}${H})?::${H}`,
  `(?:(?:${H}:){0,6}${H})?::`,
].join("|");
const HOST = `(?:\\[(?:${IPV6}|[vV][\\da-fA-F]+\\.[${OPEN}:]+)\\]|(?:[${OPEN}]|${ENCODED})*)`;
const CHARACTER = `(?:[${OPEN}:@]|${ENCODED})`;
const SEGMENTS = `(?:/${CHARACTER}*)*`;
const AUTHORITY = `//${USER}${HOST}(?::\\d*)?${SEGMENTS}`;
const ROOTED = `/(?:${CHARACTER}+${SEGMENTS})?`;
const REST = `(?:\\?(?:${CHARACTER}|[/?])*)?(?:#(?:${CHARACTER}|[/?])*)?`;
const ABSOLUTE = new RegExp(
  `^${SCHEME}:(?:${AUTHORITY}|${ROOTED}|${CHARACTER}+${SEGMENTS}|)${REST}$`,
);
const FIRST = `(?:[${OPEN}@]|${ENCODED})+${SEGMENTS}`;
const RELATIVE = new RegExp(`^(?:${AUTHORITY}|${ROOTED}|${FIRST}|)${REST}$`);

const isUri = (text: string): boolean => ABSOLUTE.test(text);
/** Replaces `URL.canParse`, which mistakes some Latin letters in Node 20 once it has been called often. */
function isUrl(text: string): boolean {
  try {
    return new URL(text).href !== "";
  } catch {
    return false;
  }
}
/** One slash is accepted instead of two. The text after the scheme must not be empty. */
const AJV = new RegExp(
  `^${SCHEME}:(?:/?${AUTHORITY.slice(1)}|${ROOTED}|${CHARACTER}+${SEGMENTS})${REST}$`,
);

const uriRules = stringRules("uri")`
  ${sources.rfc}3986#section-3
  rfc3986 | a URI of RFC 3986 | ${isUri}
  rfc3986-http | a URI of RFC 3986, http or https | ${(text) => isUri(text) && /^https?:\/\/[^/?#]/i.test(text)}
  string-any | any string | accepted
  ${sources.rfc}3986#section-4.1
  reference | a URI or a relative reference of RFC 3986 | ${(text) => isUri(text) || RELATIVE.test(text)}
  https://ajv.js.org/packages/ajv-formats.html
  ajv | ajv-formats \`uri\`, as in Fastify | ${AJV} | fastify uri
  https://url.spec.whatwg.org/#dom-url-canparse
  js-url | what JavaScript's URL parses | ${isUrl} | js URL
  js-url-http | what JavaScript's URL parses, http or https | ${(text) => isUrl(text) && /^https?:/.test(new URL(text).protocol)} | js URL http
  ${sources.ecma}regexp-regular-expression-objects
  pattern | ^https?:// and anything after it | ${/^https?:\/\/.+/}
`;

/** Hand-chosen URIs: valid ones and near misses. No program is asked to fetch them: hosts are reserved names. */
const uriFamilies: FormatFamilies = {
  "http URIs": [
    ["http", "a URI of http", "http://example.com/"],
    ["no-path", "a URI without a path", "https://example.com"],
    ["port", "a URI with a port", "https://example.com:8443/"],
    ["query", "a URI with a query", "https://example.com/?a=1&b=2"],
    ["fragment", "a URI with a fragment", "https://example.com/#top"],
    ["percent", "a URI with percent-encoded characters", "https://example.com/a%20b%C3%A9"],
    ["user-info", "a URI with a user name and password", "https://user:pw@example.com/"],
    ["ipv4", "a URI of an IPv4 address", "http://192.0.2.1/"],
    ["ipv6", "a URI of an IPv6 address", "http://[2001:db8::1]/"],
    ["upper-scheme", "a URI with its scheme in upper case", "HTTPS://example.com/"],
    ["upper-host", "a URI with its host in upper case", "https://EXAMPLE.COM/"],
    ["dots", "a URI with .. in its path", "https://example.com/a/../b"],
    ["slashes", "a URI with two slashes in its path", "https://example.com//a"],
    ["punycode", "a URI of an internationalised host as ASCII", "https://xn--bcher-kva.example/"],
    ["trailing-point", "a URI of a host with a point at its end", "https://example.com./"],
  ],
  "other schemes": [
    ["mailto", "a mailto URI", "mailto:user@example.com"],
    ["urn", "a URN", "urn:isbn:0451450523"],
    ["ftp", "a URI of ftp", "ftp://example.com/a"],
    ["file", "a URI of file without a path", "file:///"],
    ["data", "a data URI", "data:,a"],
    ["javascript", "a javascript URI that does nothing", "javascript:void(0)"],
    ["unknown", "a URI of an unknown scheme", "a1+b.c-d:e"],
  ],
  references: [
    ["path", "an absolute path", "/a/b"],
    ["relative", "a relative path", "a/b"],
    ["scheme-relative", "a URI without its scheme", "//example.com/a"],
    ["host-only", "a host", "example.com"],
    ["www", "a host that begins with www", "www.example.com"],
    ["query-only", "a query", "?a=1"],
    ["fragment-only", "a fragment", "#top"],
    ["empty", "the empty text", ""],
  ],
  "texts that are not URIs": rows`
    space-inside | a URI with a space | https://example.com/a b
    space-before | a URI with a space before it | ${(plain) => ` ${plain}`}
    space-after | a URI with a space after it | ${(plain) => `${plain} `}
    line-feed-after | a URI and a line feed | ${(plain) => `${plain}\n`}
    nul-after | a URI and U+0000 | ${(plain) => `${plain}\u0000`}
    unicode-path | a URI with a letter beyond ASCII in its path | ${"https://example.com/\u00e9"}
    unicode-host | a URI of a host beyond ASCII | ${"https://b\u00fccher.example/"}
    percent-alone | a URI with a percent sign | https://example.com/100%
    percent-short | a URI with an escape of one digit | https://example.com/%2
    backslash | a URI with backslashes | ${"https:\\\\example.com\\a"}
    angle-brackets | a URI in angle brackets | <https://example.com/>
    quotes | a URI with quotes | https://example.com/"a"
    braces | a URI template | https://example.com/{id}
    two-fragments | a URI with two number signs | https://example.com/#a#b
    scheme-alone | a scheme and a colon | https:
    scheme-digit | a scheme that begins with a digit | 1http://example.com/
    no-colon | a URI without its colon | https//example.com/
  `,
};

/** A URI as an interface describes it: RFC 3986, with a scheme. */
export type UriType = Omit<TextType, "kind"> & { kind: "uri" };

const FORM = /^[a-z][a-z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i;

const has = (text: string): boolean => FORM.test(text) && !/#.*#/.test(text);

function uriDeviation(text: string): string | undefined {
  if (has(text)) return /^https?:/i.test(text) ? undefined : "a scheme other than http";
  if (/[^ -~]/.test(text)) return "characters beyond ASCII";
  if (/\s/.test(text)) return "a space";
  return /^[a-z][a-z0-9+.-]*:/i.test(text) ? "another text" : "no scheme";
}

const pathLength = ({ label: it }: Slot<UriType>, { body }: ValueCaps): ValueAxis[] =>
  axisRows({ scale: "log", capped: true, probes: ["values", "format", "limit-size"] })`
  path-length | length of the path of ${it} | characters | ${countRungs(0n, BigInt(body), [235n, 236n, 2027n, 2028n, 2063n, 2064n, 8171n])} | ${(at) => bytes`"https://example.com/${times("a", Number(at))}"`}
`;

/** Without the 20 characters of `https://example.com/`. */
const KNOWN: KnownPlaces = {
  235: "255 characters in all: VARCHAR(255)",
  1980: "2,000 characters in all, what old browsers took",
  2028: "2,048 characters in all, 2 KiB: what CDNs and sitemaps take",
  2063: "2,083 characters in all, the longest of Internet Explorer and Pydantic's HttpUrl",
  7980: "8,000 characters in all, the minimum that RFC 9110 recommends",
  65_515: "65,535 characters in all: MySQL's TEXT",
};

export const uriKind = formatKind({
  name: "uri",
  words: "a URI",
  text: (_, unique) => `https://example.com/${unique}`,
  has,
  deviation: uriDeviation,
  families: uriFamilies,
  texts: () =>
    fc
      .webUrl({ withQueryParameters: true, withFragments: true })
      .map((text) => (has(text) ? text : "https://example.com/")),
  axes: pathLength,
  // Go's ParseRequestURI takes a fragment for a part of the host or the path.
  isUsual: (text) => !/^"[^/?#]*:\/\/[^/?#]*#/.test(text),
  known: { "path-length": KNOWN },
  rules: () => uriRules,
  formats: ["uri", "url", "iri", "uri-reference"],
  patterns: [
    ["^[A-Za-z][A-Za-z0-9+.-]*:", "uri"],
    ["^https?://", "uri"],
  ],
});
