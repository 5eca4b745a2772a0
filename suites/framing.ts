import type { CaseRow, CaseDefinition, HeadOptions, Requests } from "../src/generate/index.ts";
import { casesOf, pause, read, sendBytes, wire, suiteFor } from "../src/generate/index.ts";
import { LAST, chunksOf, chunkShapes, chunked } from "./framing/chunked.ts";
import { type Template, rows, raw } from "../src/template/index.ts";
import type { Suite, CaseRequest, RawStep } from "../src/model/index.ts";
import { contentLength } from "./framing/content-length.ts";

const CONTINUE = { Expect: "100-continue" };
const CHUNKED = { ...CONTINUE, "Content-Length": null, "Transfer-Encoding": "chunked" };

/** Needs a body: skipped without one. */
const OF_BODY = new Set(["zero", "no-length", "chunked", "text-plain", "head-only"]);

const atOnce = (on: Requests): CaseRow<HeadOptions & { body?: Template }>[] => rows`
  continue | Expect: 100-continue${on.hasBody ? ", and the body comes at once" : ""} | ${{ change: CONTINUE }}
  continue-upper | Expect is 100-CONTINUE | ${{ change: { Expect: "100-CONTINUE" } }}
  continue-space | two spaces precede 100-continue | ${{ change: { Expect: " 100-continue" } }}
  continue-list | Expect is 100-continue and another word | ${{ change: { Expect: "100-continue, foo" } }}
  continue-parameter | a parameter follows 100-continue | ${{ change: { Expect: "100-continue;x=1" } }}
  continue-twice | Expect: 100-continue occurs twice | ${{ extra: [["Expect: 100-continue"], ["Expect: 100-continue"]] }}
  unknown | Expect is a word that nobody knows | ${{ change: { Expect: "foo" } }}
  empty | Expect is empty | ${{ change: { Expect: "" } }}
  200-ok | Expect is 200-ok | ${{ change: { Expect: "200-ok" } }}
  101 | Expect is 101-switching | ${{ change: { Expect: "101-switching" } }}
  zero | Expect: 100-continue with Content-Length 0 | ${{ change: CONTINUE, body: [] }}
  no-length | Expect: 100-continue without Content-Length and body | ${{ change: { ...CONTINUE, "Content-Length": null }, body: [] }}
  get | a GET with Expect: 100-continue and without a body | ${on.interface.method === "GET" ? undefined : { line: on.requestLine({ method: "GET" }), change: { ...CONTINUE, "Content-Length": null }, body: [] }}
  http-1.0 | Expect: 100-continue in version 1.0 | ${{ line: on.requestLine({ version: "HTTP/1.0" }), change: CONTINUE }}
  chunked | Expect: 100-continue with a chunked body | ${{ change: CHUNKED, body: [...chunksOf(on).one, ...LAST] }}
  close | Expect: 100-continue with Connection: close | ${{ change: { ...CONTINUE, Connection: "close" } }}
  text-plain | Expect: 100-continue with Content-Type text/plain | ${{ change: { ...CONTINUE, "Content-Type": "text/plain" } }}
  huge | Expect: 100-continue with a Content-Length of 2^40 and the head alone | ${{ change: { ...CONTINUE, "Content-Length": "1099511627776" }, body: [] }}
  head-only | Expect: 100-continue and the head alone | ${{ change: { ...CONTINUE, "Content-Length": String(on.bodyBytes) }, body: [] }}
`;

type Later = [name: string, reason: string, head: Template, body: Template, ms: number];

const later = (on: Requests): Later[] => rows`
  continue | Expect: 100-continue, and the body comes after 100 ms | ${on.headAlone(on.bodyBytes, { change: CONTINUE })} | ${on.body()} | ${100}
  continue-250 | Expect: 100-continue, and the body comes after 250 ms | ${on.headAlone(on.bodyBytes, { change: CONTINUE })} | ${on.body()} | ${250}
  continue-chunked | Expect: 100-continue, and a chunked body comes after 100 ms | ${on.head({ change: CHUNKED })} | ${[...chunksOf(on).one, ...LAST]} | ${100}
  unknown | Expect is foo, and the body comes after 100 ms | ${on.headAlone(on.bodyBytes, { change: { Expect: "foo" } })} | ${on.body()} | ${100}
  none | there is no Expect, and the body comes after 100 ms | ${on.headAlone()} | ${on.body()} | ${100}
`;

const thenNext = (on: Requests): CaseRow<RawStep[]>[] => rows`
  then-next | Expect: 100-continue, then a stated request on the same connection | ${[on.send({ head: on.head({ change: CONTINUE }) }), read(), on.otherIdentity(1), read()]}
`;

function expectations(on: Requests): CaseDefinition[] {
  const about: Partial<CaseDefinition> = { clauses: ["protocol", "behaviour", "response-status"] };
  const now = atOnce(on).filter(([name]) => on.hasBody || !OF_BODY.has(name));
  const late = (ahead: Template, body: Template, ms: number): CaseRequest =>
    wire(sendBytes(ahead), pause(ms), sendBytes(body), read());
  return [
    ...casesOf("expect", now, (options) => on.rawRequest(options), about),
    ...casesOf("expect-later", on.hasBody ? later(on) : [], late, about),
    ...casesOf("expect", thenNext(on), (steps) => wire(...steps), about),
  ];
}

export default (on: Requests): Suite =>
  suiteFor(on.interface, {
    name: "framing",
    about: "how the length of the body is given",
    clauses: ["content-length", "protocol", "response-status", "error-conditions", "error-codes"],
    cases: () => [
      ...contentLength(on),
      ...(on.hasBody ? [chunked, chunkShapes, transferEncoding].flatMap((make) => make(on)) : []),
      ...expectations(on),
    ],
  });

const bodyOf = (on: Requests): Template => [...chunksOf(on).one, ...LAST];

const VALUES: CaseRow<Template>[] = [
  ["capital", "Transfer-Encoding is Chunked", ["Chunked"]],
  ["upper", "Transfer-Encoding is CHUNKED", ["CHUNKED"]],
  ["twice-in-list", "Transfer-Encoding is chunked, chunked", ["chunked, chunked"]],
  ["gzip-chunked", "Transfer-Encoding is gzip, chunked", ["gzip, chunked"]],
  ["chunked-gzip", "Transfer-Encoding is chunked, gzip", ["chunked, gzip"]],
  ["identity", "Transfer-Encoding is identity", ["identity"]],
  ["identity-chunked", "Transfer-Encoding is identity, chunked", ["identity, chunked"]],
  ["chunked-identity", "Transfer-Encoding is chunked, identity", ["chunked, identity"]],
  ["xchunked", "Transfer-Encoding is xchunked", ["xchunked"]],
  ["chunkedx", "Transfer-Encoding is chunkedx", ["chunkedx"]],
  ["chunk", "Transfer-Encoding is chunk", ["chunk"]],
  ["cow", "Transfer-Encoding is cow", ["cow"]],
  ["gzip", "Transfer-Encoding is gzip", ["gzip"]],
  ["empty", "Transfer-Encoding is empty", []],
  ["comma", "Transfer-Encoding is a comma", [","]],
  ["comma-before", "a comma precedes chunked", [", chunked"]],
  ["comma-after", "a comma follows chunked", ["chunked,"]],
  ["trailing-space", "a space follows chunked", ["chunked "]],
  ["trailing-tab", "a tab follows chunked", ["chunked\t"]],
  ["leading-tab", "a tab precedes chunked", ["\tchunked"]],
  ["leading-vertical-tab", "a vertical tab precedes chunked", ["\vchunked"]],
  ["trailing-vertical-tab", "a vertical tab follows chunked", ["chunked\v"]],
  ["leading-form-feed", "a form feed precedes chunked", ["\fchunked"]],
  ["trailing-nul", "a NUL byte follows chunked", ["chunked", raw(0)]],
  ["byte-ff", "the byte 0xff precedes chunked", [raw(0xff), "chunked"]],
  ["quality", "a weight follows chunked", ["chunked;q=1"]],
  ["parameter", "a parameter follows chunked", ["chunked;x=1"]],
  ["quoted", "chunked is in quotation marks", ['"chunked"']],
  ["folded", "chunked is on the next line", ["\r\n chunked"]],
  ["kelvin", "the k of chunked is the Kelvin sign", ["chun\u212aed"]],
];

const chunkedBody = (change: HeadOptions["change"], options: HeadOptions = {}): HeadOptions => ({
  ...options,
  change: { "Content-Length": null, ...change },
});

const lines = (on: Requests): CaseRow<HeadOptions>[] => rows`
  two-lines | Transfer-Encoding occurs twice, the same | ${chunkedBody({ "Transfer-Encoding": "chunked" }, { extra: [["Transfer-Encoding: chunked"]] })}
  two-lines-identity | a second Transfer-Encoding says identity | ${chunkedBody({ "Transfer-Encoding": "chunked" }, { extra: [["Transfer-Encoding: identity"]] })}
  two-lines-identity-first | a first Transfer-Encoding says identity | ${chunkedBody({ "Transfer-Encoding": "identity" }, { extra: [["Transfer-Encoding: chunked"]] })}
  two-lines-unknown | a second Transfer-Encoding says cow | ${chunkedBody({ "Transfer-Encoding": "chunked" }, { extra: [["Transfer-Encoding: cow"]] })}
  space-before-colon | a space precedes the colon | ${chunkedBody({ "Transfer-Encoding ": "chunked" })}
  tab-before-colon | a tab precedes the colon | ${chunkedBody({ "Transfer-Encoding\t": "chunked" })}
  underscore | the name is Transfer_Encoding | ${chunkedBody({ Transfer_Encoding: "chunked" })}
  lower-name | the name is in lower case | ${chunkedBody({ "transfer-encoding": "chunked" })}
  no-space | no space follows the colon | ${chunkedBody({}, { extra: [["Transfer-Encoding:chunked"]] })}
  http-1.0 | the version is 1.0 | ${chunkedBody({ "Transfer-Encoding": "chunked" }, { line: on.requestLine({ version: "HTTP/1.0" }) })}
  content-encoding | Content-Encoding says chunked | ${chunkedBody({ "Content-Encoding": "chunked" })}
  get | the method is GET | ${chunkedBody({ "Transfer-Encoding": "chunked" }, { line: on.requestLine({ method: "GET" }) })}
`;

const TE: Template = ["Transfer-Encoding: chunked"];
const length = (value: Template): Template => ["Content-Length: ", ...value];

const lengths = (on: Requests): CaseRow<Template>[] => [
  ["wire", "the length of the chunked body", [{ bodyLength: 0 }]],
  ["document", "the length of the document", [String(on.bodyBytes)]],
  ["zero", "0", ["0"]],
  ["five", "5", ["5"]],
  ["word", "a word", ["some"]],
];

const both = (on: Requests): CaseRow<CaseRequest>[] =>
  lengths(on).flatMap(
    ([name, what, value]): CaseRow<CaseRequest>[] => rows`
  both-length-first-${name} | Content-Length, ${what}, comes before Transfer-Encoding: chunked | ${bothWays(on, [length(value), TE])}
  both-length-last-${name} | Content-Length, ${what}, comes after Transfer-Encoding: chunked | ${bothWays(on, [TE, length(value)])}
`,
  );

const bothWays = (on: Requests, extra: Template[]): CaseRequest =>
  on.rawRequest({ change: { "Content-Length": null }, extra, body: bodyOf(on) });

const KINDS = ["Chunked", "xchunked", "identity", "chunked, identity", "gzip, chunked"];

const bothOdd = (on: Requests): CaseRow<CaseRequest>[] =>
  KINDS.map((value) => [
    `both-${value.toLowerCase().replaceAll(", ", "-")}-document${value === "Chunked" ? "-capital" : ""}`,
    `Content-Length of a plain document, and Transfer-Encoding: ${value}`,
    on.rawRequest({ change: { "Transfer-Encoding": value } }),
  ]);

function bothAndMore(on: Requests): CaseRow<CaseRequest>[] {
  const change = { "Transfer-Encoding": "chunked" };
  const leftover = [...bodyOf(on), ...on.bodyless("GET")];
  const chunked = on.send({ head: on.head(chunkedBody(change)), body: bodyOf(on) });
  return rows`
  both-plain-document | Content-Length, Transfer-Encoding: chunked, and a document without chunks | ${on.rawRequest({ change })}
  both-leftover-message | Content-Length covers all, and a GET request follows the last chunk | ${wire(on.send({ head: on.head({ change }), body: leftover }), read(), read())}
  chunked-then-message | a stated request follows a chunked one on the same connection | ${wire(chunked, read(), on.otherIdentity(1), read())}
`;
}

const transferEncoding = (on: Requests): CaseDefinition[] => [
  ...casesOf(
    "te",
    VALUES,
    (value) => on.rawRequest({ ...chunkedBody({ "Transfer-Encoding": value }), body: bodyOf(on) }),
    { family: "transfer-encoding" },
  ),
  ...lines(on).map(([name, reason, options]) => ({
    name: `te-${name}`,
    reason: `Transfer-Encoding: chunked; ${reason}`,
    family: "transfer-encoding-line",
    request: on.rawRequest({ ...options, body: bodyOf(on) }),
  })),
  ...casesOf("", [...both(on), ...bothOdd(on), ...bothAndMore(on)], (request) => request, {
    family: "length-and-chunked",
  }),
];
