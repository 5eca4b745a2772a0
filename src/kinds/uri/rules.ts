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
const isReference = (text: string): boolean => isUri(text) || RELATIVE.test(text);
/** Replaces `URL.canParse`, which mistakes some Latin letters in Node 20 once it has been called often. */
function isUrl(text: string): boolean {
  try {
    return new URL(text).href !== "";
  } catch {
    return false;
  }
}
/**
 * One slash is accepted instead of two, so a second port counts as part of the path. The text after the scheme must not be empty.
 */
const AJV = new RegExp(
  `^${SCHEME}:(?:/?${AUTHORITY.slice(1)}|${ROOTED}|${CHARACTER}+${SEGMENTS})${REST}$`,
);

export const uriRules = stringRules("uri")`
  ${sources.rfc}3986#section-3
  rfc3986 | a URI of RFC 3986 | ${isUri}
  rfc3986-http | a URI of RFC 3986, http or https | ${(text) => isUri(text) && /^https?:\/\/[^/?#]/i.test(text)}
  string-any | any string | accepted
  ${sources.rfc}3986#section-4.1
  reference | a URI or a relative reference of RFC 3986 | ${isReference}
  https://ajv.js.org/packages/ajv-formats.html
  ajv | ajv-formats \`uri\`, as in Fastify | ${AJV} | fastify uri
  https://url.spec.whatwg.org/#dom-url-canparse
  js-url | what JavaScript's URL parses | ${isUrl} | js URL
  js-url-http | what JavaScript's URL parses, http or https | ${(text) => isUrl(text) && /^https?:/.test(new URL(text).protocol)} | js URL http
  ${sources.ecma}regexp-regular-expression-objects
  pattern | ^https?:// and anything after it | ${/^https?:\/\/.+/}
`;
