import type { CaseRow, CaseDefinition, Requests, HeadOptions } from "../src/generate/index.ts";
import { headerCases, ladderRows, suiteFor, casesOf, endLines } from "../src/generate/index.ts";
import { joinLines, read, wire } from "../src/generate/index.ts";
import { slice, times, rows, type Template } from "../src/template/index.ts";
import { whole } from "../src/text/index.ts";
import type { Suite } from "../src/model/index.ts";
import { bytesInHeaders, connectionOptions, host } from "./headers/values.ts";

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

const CRLF = "\r\n";

type Head = { lines: Template[]; line: Template; headers: Template[]; hasBody: boolean };

function headOf(on: Requests): Head {
  const lines = on.headLines();
  const [line = [], ...headers] = lines;
  return { lines, line, headers, hasBody: on.hasBody };
}

const named = (header: Template, name: string) => String(header[0]).toLowerCase().startsWith(name);
const only = (headers: Template[], name: string) => headers.filter((each) => named(each, name));
const leavingOut = (headers: Template[], name: string) =>
  headers.filter((each) => !named(each, name));

const inLetters = ({ line, headers }: Head, change: (name: string) => string): Template =>
  joinLines([line, ...headers.map(([name, ...value]) => [change(String(name)), ...value])]);

const oddLetters = (name: string) =>
  Array.from(name, (letter, index) =>
    index % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase(),
  ).join("");

const names = (head: Head): CaseRow<Template>[] => rows`
  lower | all header names are in lower case | ${inLetters(head, (name) => name.toLowerCase())}
  upper | all header names are in upper case | ${inLetters(head, (name) => name.toUpperCase())}
  odd | letters of header names are in lower and upper case in turn | ${inLetters(head, oddLetters)}
`;

function orders({ line, headers, hasBody }: Head): CaseRow<Template>[] {
  const sorted = headers.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  const last = (name: string): Template =>
    joinLines([line, ...leavingOut(headers, name), ...only(headers, name)]);
  const first = (name: string): Template =>
    joinLines([line, ...only(headers, name), ...leavingOut(headers, name)]);
  return rows`
  reversed | the headers are in reversed order | ${joinLines([line, ...headers.toReversed()])}
  sorted | the headers are in the order of the alphabet | ${joinLines([line, ...sorted])}
  host-last | Host is the last header | ${last("host")}
  length-first | Content-Length is the first header | ${hasBody ? first("content-length") : undefined}
  body-headers-first | Content-Type and Content-Length come first | ${hasBody ? first("content") : undefined}
  body-headers-last | Content-Type and Content-Length come last | ${hasBody ? last("content") : undefined}
  connection-last | Connection is the last header | ${last("connection")}
`;
}

const lineEnds = ({ lines, line, headers }: Head): CaseRow<Template>[] => rows`
  lf | all lines end with LF alone | ${joinLines(lines, "\n")}
  cr | all lines end with CR alone | ${joinLines(lines, "\r")}
  lf-cr | all lines end with LF CR | ${joinLines(lines, "\n\r")}
  cr-cr-lf | all lines end with CR CR LF | ${joinLines(lines, "\r\r\n")}
  nul-lf | all lines end with NUL LF | ${joinLines(lines, "\0\n")}
  line-lf | the request line alone ends with LF | ${[...line, "\n", ...joinLines(headers)]}
  line-cr | the request line alone ends with CR | ${[...line, "\r", ...joinLines(headers)]}
  headers-lf | all but the request line end with LF | ${[...line, CRLF, ...joinLines(headers, "\n")]}
  one-lf | the first header alone ends with LF | ${[...line, CRLF, ...endLines(headers.slice(0, 1), "\n"), ...joinLines(headers.slice(1))]}
  one-cr | the first header alone ends with CR | ${[...line, CRLF, ...endLines(headers.slice(0, 1), "\r"), ...joinLines(headers.slice(1))]}
  empty-lf | the empty line is LF alone | ${[...endLines(lines), "\n"]}
  empty-cr | the empty line is CR alone | ${[...endLines(lines), "\r"]}
  empty-space | the empty line has a space in it | ${[...endLines(lines), " \r\n"]}
  empty-early | an empty line follows the request line | ${[...line, CRLF, ...joinLines([[], ...headers])]}
  empty-twice | two empty lines end the head | ${[...joinLines(lines), CRLF]}
`;

const withHead = (on: Requests, entries: CaseRow<Template>[], family: string): CaseDefinition[] =>
  casesOf(family, entries, (head) => wire(on.send({ head }), read()));

function layout(on: Requests): CaseDefinition[] {
  const head = headOf(on);
  return [
    ...withHead(on, lineEnds(head), "line-end"),
    ...withHead(on, names(head), "name-letters"),
    ...withHead(on, orders(head), "order"),
  ];
}

type Change = CaseRow<HeadOptions>;

function shapes(on: Requests): CaseRow<Template>[] {
  const [line = [], ...headers] = on.headLines();
  const first = (...lines: Template[]): Template => joinLines([line, ...lines, ...headers]);
  return rows`
  leading-space-first | the first header begins with a space | ${first([" X-Extra: 1"])}
  leading-tab-first | the first header begins with a tab | ${first(["\tX-Extra: 1"])}
  fold-space | a value goes on in a line that begins with a space | ${first(["X-Extra: 1\r\n 2"])}
  fold-tab | a value goes on in a line that begins with a tab | ${first(["X-Extra: 1\r\n\t2"])}
  fold-many | a value goes on over five lines | ${first([`X-Extra: 1${"\r\n 2".repeat(5)}`])}
  fold-empty | a line of one space follows a header | ${first(["X-Extra: 1\r\n "])}
  fold-name | the line breaks before the colon | ${first(["X-Extra\r\n : 1"])}
  fold-lf | a value goes on after LF and a space | ${first(["X-Extra: 1\n 2"])}
  no-colon | a header line has no colon | ${first(["X-Extra"])}
  no-colon-last | the last header line has no colon | ${joinLines([line, ...headers, ["X-Extra"]])}
  colon-only | a header line is a colon | ${first([":"])}
  empty-name | a header has an empty name | ${first([": 1"])}
  space-name | the name of a header is a space | ${first(["X-Before: 1"], [" : 1"])}
  two-colons | two colons follow the name | ${first(["X-Extra:: 1"])}
  space-before-colon | a space precedes a colon | ${first(["X-Extra : 1"])}
  tab-before-colon | a tab precedes a colon | ${first(["X-Extra\t: 1"])}
  space-in-name | a name has a space in it | ${first(["X Extra: 1"])}
  empty-value | a value is empty | ${first(["X-Extra:"])}
  spaces-value | a value is ten spaces | ${first(["X-Extra:          "])}
  no-space | no space follows the colon | ${first(["X-Extra:1"])}
  many-spaces | ten spaces follow the colon | ${first(["X-Extra:          1"])}
  tab-after-colon | a tab follows the colon | ${first(["X-Extra:\t1"])}
  trailing-space | a space follows a value | ${first(["X-Extra: 1 "])}
  trailing-tab | a tab follows a value | ${first(["X-Extra: 1\t"])}
`;
}

const length = { bodyLength: 0 };

const CHANGES_OF_BODY: Change[] = rows`
  type-space | a space precedes the colon of Content-Type | ${{ change: { "Content-Type": null, "Content-Type ": "application/json" } }}
  length-space | a space precedes the colon of Content-Length | ${{ change: { "Content-Length": null, "Content-Length ": [length] } }}
  length-tab | a tab precedes the colon of Content-Length | ${{ change: { "Content-Length": null, "Content-Length\t": [length] } }}
  length-underscore | Content_Length replaces Content-Length | ${{ change: { "Content-Length": null, Content_Length: [length] } }}
  length-folded | the value of Content-Length is on the next line | ${{ change: { "Content-Length": ["\r\n ", length] } }}
  type-folded | the value of Content-Type is on the next line | ${{ change: { "Content-Type": "\r\n application/json" } }}
  type-twice-same | Content-Type occurs twice, the same | ${{ extra: [["Content-Type: application/json"]] }}
  type-twice-different | a second Content-Type says text/plain | ${{ extra: [["Content-Type: text/plain"]] }}
`;

const without = (on: Requests, ...kept: string[]): HeadOptions => ({
  change: Object.fromEntries(
    ["Host", "Connection", "Content-Length", ...on.layout.headers.map(([name]) => name)]
      .filter((name) => !kept.includes(name))
      .map((name) => [name, null]),
  ),
});

/** By name, if only a request with a body has the header. */
const ofBody = (on: Requests, ...names: string[]): Change[] =>
  CHANGES_OF_BODY.filter(([name]) => on.hasBody && names.includes(name));

function changes(on: Requests): Change[] {
  const kept = on.hasBody ? ["Host", "Content-Type", "Content-Length"] : ["Host"];
  return rows`
  ${ofBody(on, "type-space")}
  host-space | a space precedes the colon of Host | ${{ change: { Host: null, "Host ": [{ target: "host" }] } }}
  ${ofBody(on, "length-space", "length-tab", "length-underscore", "length-folded", "type-folded")}
  minimal | only ${on.hasBody ? "Host, Content-Type and Content-Length are" : "Host is"} sent | ${without(on, ...kept)}
  no-user-agent | there is no User-Agent | ${{ change: { "User-Agent": null } }}
  empty-user-agent | User-Agent is empty | ${{ change: { "User-Agent": "" } }}
  none | there are no headers | ${without(on)}
  ${ofBody(on, "type-twice-same", "type-twice-different")}
  accept-twice | Accept occurs twice | ${{ extra: [["Accept: application/json"]] }}
  accept-encoding-twice | Accept-Encoding occurs twice | ${{ extra: [["Accept-Encoding: identity"]] }}
  user-agent-twice | User-Agent occurs twice | ${{ extra: [["User-Agent: another"]] }}
  extra-twice | an unknown header occurs twice with other values | ${{ extra: [["X-Extra: 1"], ["X-Extra: 2"]] }}
`;
}

const lines = (on: Requests): CaseDefinition[] => [
  ...withHead(on, shapes(on), "shape"),
  ...casesOf("lines", changes(on), (options) => on.rawRequest(options)),
];
