import type { ExpectedRule } from "./inferred.ts";

/**
 * What every server of node:http does, from Node 20's lib/_http_server.js and lib/_http_incoming.js: without a listener of
 * checkExpectation, an Expect other than 100-continue gets 417; requireHostHeader refuses a request without Host; of a second
 * Content-Type or Host the first counts. llhttp refuses a second Content-Length (src/llhttp/http.ts).
 */
const NODE: ExpectedRule[] = [
  ["headers", "accept", "headers-accept-ignored"],
  ["headers", "expect", "headers-expect-continue"],
  ["headers", "repeated-type", "headers-repeated-type-accepted"],
  ["headers", "repeated-length", "headers-repeated-length-refused"],
  ["headers", "host", "headers-host-required"],
];

/** How each server reads a message, from its source and that of its packages, written before the first run. */
export const MESSAGES_READ: Readonly<Record<string, readonly ExpectedRule[]>> = {
  express: [
    ...NODE,
    // body-parser 2.4.0, lib/types/json.js: iconv-lite 0.7.3 decodes (a byte order mark is cut off, invalid bytes are
    // replaced), then JSON.parse; what is not an object or an array is refused, an empty body is {}, without the fields.
    ["document", "parser", "document-js-decoded"],
    // body-parser's lib/utils.js asks type-is 2.1.0, which compares what stands before the first semicolon, in lower case
    // (content-type 2.1.0). Otherwise req.body stays undefined, and the fields are missing.
    ["media type", "type", "media-type-loose-parameters"],
    ["media type", "missing", "media-type-required"],
    // lib/types/json.js, isValidCharset: names that begin with utf-; lib/read.js: those that iconv-lite knows.
    ["charset", "name", "charset-utf"],
    // lib/read.js, createDecompressionStream: deflate, gzip and br are inflated, others get 415.
    ["headers", "content-encoding", "headers-content-encoding-known"],
    // router 2.3.0, lib/layer.js: neither strict nor sensitive; path-to-regexp 8.4.2 allows one slash at the end. The
    // path is not decoded before it is compared, and segments of points stay (parseurl).
    ["path", "case", "path-case-accepted"],
    ["path", "slash", "path-slash-accepted"],
    ["path", "double-slashes", "path-double-slashes-refused"],
    ["path", "dots", "path-dots-refused"],
    ["path", "percent", "path-percent-refused"],
    ["path", "query", "path-query-ignored"],
  ],
  fastify: [
    ...NODE,
    // fastify 5.12.8, lib/content-type-parser.js: the body as UTF-8, invalid bytes replaced; secure-json-parse 4.1.1 cuts
    // off a byte order mark and refuses __proto__ and constructor.prototype.
    ["document", "parser", "document-fastify"],
    // lib/content-type.js and content-type-parser.js: parsers of application/json and text/plain, by what stands before the
    // first semicolon; text/plain is a string then, which the schema refuses. Without the header there is no parser.
    ["media type", "type", "media-type-fastify"],
    ["media type", "missing", "media-type-required"],
    // rawBody decodes UTF-8, whatever the header says. Nothing inflates.
    ["charset", "name", "charset-ignored"],
    ["headers", "content-encoding", "headers-content-encoding-ignored"],
    // find-my-way 9.10.1, index.js: caseSensitive, ignoreTrailingSlash and ignoreDuplicateSlashes have their defaults; the
    // path is decoded before it is compared (lib/url-sanitizer.js), but not %2F; a semicolon ends nothing.
    ["path", "case", "path-case-refused"],
    ["path", "slash", "path-slash-refused"],
    ["path", "double-slashes", "path-double-slashes-refused"],
    ["path", "dots", "path-dots-refused"],
    ["path", "percent", "path-percent-accepted"],
    ["path", "percent-slash", "path-percent-slash-refused"],
    ["path", "query", "path-query-ignored"],
  ],
  hono: [
    ...NODE,
    // hono 4.13.19, request.js: JSON.parse of text(); @hono/node-server 1.19.19 makes a Request of Node, whose text() cuts
    // off a byte order mark before a decoder that does so again (undici 6, lib/web/fetch/body.js).
    ["document", "parser", "document-node-fetch"],
    // json() looks at no header.
    ["media type", "type", "media-type-any"],
    ["media type", "missing", "media-type-optional"],
    ["charset", "name", "charset-ignored"],
    ["headers", "content-encoding", "headers-content-encoding-ignored"],
    // node-server's newRequest makes a URL, which resolves segments of points; hono's utils/url.js, getPath, decodes
    // the path, but not %2F. It is strict about the slash by default.
    ["path", "case", "path-case-refused"],
    ["path", "slash", "path-slash-refused"],
    ["path", "double-slashes", "path-double-slashes-refused"],
    ["path", "dots", "path-dots-accepted"],
    ["path", "percent", "path-percent-accepted"],
    ["path", "percent-slash", "path-percent-slash-refused"],
    ["path", "query", "path-query-ignored"],
  ],
  // src/servers/references.ts: a fatal decoder that keeps the byte order mark, then JSON.parse; the type before the first
  // semicolon in lower case; the whole request target must be the path.
  strict: [
    ...NODE,
    ["document", "parser", "document-strict"],
    ["media type", "type", "media-type-loose-parameters"],
    ["media type", "missing", "media-type-required"],
    ["charset", "name", "charset-ignored"],
    ["headers", "content-encoding", "headers-content-encoding-ignored"],
    ["path", "case", "path-case-refused"],
    ["path", "slash", "path-slash-refused"],
    ["path", "dots", "path-dots-refused"],
    ["path", "percent", "path-percent-refused"],
    ["path", "query", "path-query-refused"],
  ],
};
