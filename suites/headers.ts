import type { CaseRow, CaseDefinition, Requests } from "../src/generate/index.ts";
import { headerCases, ladderRows, suiteFor } from "../src/generate/index.ts";
import { slice, times, rows } from "../src/template/index.ts";
import { whole } from "../src/text/index.ts";
import type { Suite } from "../src/model/index.ts";
import { bytesInHeaders, connectionOptions, host } from "./headers/values.ts";
import { layout, lines } from "./headers/lines.ts";

const OTHER_ORIGIN = "https://example.com";
const LONG_AGO = "Thu, 01 Jan 1970 00:00:00 GMT";
const MD5_OF_NOTHING = "1B2M2Y8AsgTpgAmY7PhCfg==";
const SHA_256_OF_NOTHING = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

const FORWARDING: CaseRow<string>[] = [
  ["x-forwarded-for", "X-Forwarded-For", "192.0.2.1"],
  ["x-forwarded-for-list", "X-Forwarded-For", "192.0.2.1, 198.51.100.1, unknown"],
  ["x-forwarded-for-words", "X-Forwarded-For", "not an address"],
  ["x-forwarded-host", "X-Forwarded-Host", "example.com"],
  ["x-forwarded-proto", "X-Forwarded-Proto", "https"],
  ["x-forwarded-port", "X-Forwarded-Port", "1"],
  ["x-forwarded-prefix", "X-Forwarded-Prefix", "/elsewhere"],
  ["x-real-ip", "X-Real-IP", "192.0.2.1"],
  ["x-original-url", "X-Original-URL", "/elsewhere"],
  ["x-rewrite-url", "X-Rewrite-URL", "/elsewhere"],
  ["forwarded", "Forwarded", "for=192.0.2.1;host=example.com;proto=https"],
  ["forwarded-broken", "Forwarded", "for=;;="],
  ["via", "Via", "1.1 example.com"],
  ["max-forwards-0", "Max-Forwards", "0"],
  ["max-forwards-minus", "Max-Forwards", "-1"],
];

const conditions = ({ hasBody, bodyBytes }: Requests): CaseRow<string>[] => rows`
  range | Range | bytes=0-9
  range-far | Range | bytes=999999-
  range-words | Range | some of it
  content-range | Content-Range | ${hasBody ? `bytes 0-${bodyBytes - 1}/${bodyBytes}` : undefined}
  if-match | If-Match | "abc"
  if-match-any | If-Match | *
  if-none-match-any | If-None-Match | *
  if-none-match | If-None-Match | "abc"
  if-none-match-broken | If-None-Match | "abc
  if-modified-since | If-Modified-Since | ${LONG_AGO}
  if-modified-since-words | If-Modified-Since | yesterday
  if-unmodified-since | If-Unmodified-Since | ${LONG_AGO}
  if-range | If-Range | "abc"
`;

const BROWSER: CaseRow<string>[] = [
  ["origin-other", "Origin", OTHER_ORIGIN],
  ["origin-null", "Origin", "null"],
  ["origin-empty", "Origin", ""],
  ["origin-words", "Origin", "not an origin"],
  ["cookie", "Cookie", "seen=1; theme=dark"],
  ["referer", "Referer", `${OTHER_ORIGIN}/page`],
  ["referer-words", "Referer", "not a URL"],
  ["dnt", "DNT", "1"],
  ["upgrade-insecure-requests", "Upgrade-Insecure-Requests", "1"],
  ["sec-fetch-site", "Sec-Fetch-Site", "cross-site"],
  ["x-requested-with", "X-Requested-With", "XMLHttpRequest"],
  ["accept-language", "Accept-Language", "de-CH, fr;q=0.5"],
  ["accept-language-broken", "Accept-Language", ";;q="],
  ["accept-charset", "Accept-Charset", "utf-16"],
  ["save-data", "Save-Data", "on"],
];

const ABOUT_BODY: CaseRow<string>[] = [
  ["content-language", "Content-Language", "de"],
  ["content-location", "Content-Location", "/elsewhere"],
  ["content-disposition", "Content-Disposition", 'attachment; filename="user.json"'],
  ["content-md5-other", "Content-MD5", MD5_OF_NOTHING],
  ["digest-other", "Digest", `SHA-256=${SHA_256_OF_NOTHING}`],
  ["content-digest-other", "Content-Digest", `sha-256=:${SHA_256_OF_NOTHING}:`],
  ["repr-digest-broken", "Repr-Digest", "sha-256=:x"],
  ["mime-version", "MIME-Version", "1.0"],
  ["last-modified", "Last-Modified", LONG_AGO],
  ["etag", "ETag", '"abc"'],
];

const GENERAL: CaseRow<string>[] = [
  ["date-long-ago", "Date", LONG_AGO],
  ["date-words", "Date", "yesterday"],
  ["prefer-minimal", "Prefer", "return=minimal"],
  ["prefer-representation", "Prefer", "return=representation"],
  ["prefer-async", "Prefer", "respond-async"],
  ["idempotency-key", "Idempotency-Key", '"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
  ["x-request-id", "X-Request-Id", "8e03978e-40d5-43dd-bc93-6894a57f9324"],
  ["traceparent", "traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
  ["traceparent-broken", "traceparent", "00-xyz"],
  ["cache-control", "Cache-Control", "no-cache"],
  ["only-if-cached", "Cache-Control", "only-if-cached"],
  ["pragma", "Pragma", "no-cache"],
  ["from", "From", "user@example.com"],
  ["priority", "Priority", "u=7, i"],
  ["early-data", "Early-Data", "1"],
  ["trailer", "Trailer", "X-Extra"],
  ["alt-used", "Alt-Used", "example.com"],
  ["depth", "Depth", "infinity"],
  ["x-unknown", "X-Unknown", "1"],
];

const ordinary = (on: Requests): CaseDefinition[] => [
  ...headerCases(on, "forwarding", FORWARDING),
  ...headerCases(on, "condition", conditions(on)),
  ...headerCases(on, "browser", BROWSER),
  ...(on.hasBody ? headerCases(on, "about-body", ABOUT_BODY) : []),
  ...headerCases(on, "general", GENERAL),
];

const KIB = 1024;
const BYTES = [1, 2, 4, 7, 8, 12, 15, 16, 24, 32, 48, 64, 80, 100].map((size) => size * KIB);
const COUNTS = [10, 20, 50, 64, 100, 101, 128, 200, 256, 500, 1000, 2000, 5000, 10_000];
const FILLER = "X-Filler: 1";

const CLAUSES: CaseDefinition["clauses"] = [
  "limit-size",
  "client-headers",
  "response-status",
  "error-conditions",
  "error-codes",
];

const values = (on: Requests): CaseDefinition[] =>
  BYTES.map((size) => ({
    name: `one-header-${size / KIB}-kib`,
    reason: `one header line is ${whole(size)} bytes long`,
    family: "one-header",
    rung: { axis: "bytes of one header", at: String(size), unit: "bytes" },
    clauses: CLAUSES,
    request: on.rawRequest({ extra: [[slice(["X-Filler: ", times("a", size)], 0, size)]] }),
  }));

function lengthsAndCounts(on: Requests): CaseDefinition[] {
  const stated = on.headLines().length - 1;
  return ladderRows({ clauses: CLAUSES })`
  one-name | the name of one header is # bytes long | one-name | bytes of one header name | bytes | ${[64, 128, 256, KIB, 4 * KIB, 16 * KIB, 64 * KIB]} | ${(size) => on.rawRequest({ extra: [[slice(["X-", times("a", size)], 0, size), ": 1"]] })}
  headers | the head has N headers | many-headers | number of headers | headers | ${COUNTS.filter((count) => count > stated)} | ${(count) => on.rawRequest({ extra: [[times(`${FILLER}\r\n`, count - stated - 1), FILLER]] })}
  folds | one value is folded over further lines: N | many-folds | folded lines of one header | lines | ${[1, 10, 100, 1000]} | ${(count) => on.rawRequest({ extra: [["X-Filler: 1", times("\r\n 1", count)]] })}
`;
}

const sizes = (on: Requests): CaseDefinition[] =>
  [values, lengthsAndCounts].flatMap((make) => make(on));

export default (on: Requests): Suite =>
  suiteFor(on.interface, {
    name: "headers",
    about: "header lines: Host, layout, bytes, order, size, number, and further headers",
    clauses: ["client-headers", "response-status", "error-conditions", "error-codes"],
    cases: () =>
      [host, layout, lines, bytesInHeaders, connectionOptions, ordinary, sizes].flatMap((make) =>
        make(on),
      ),
  });
