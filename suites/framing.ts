import type { CaseDefinition, HeadOptions, Requests } from "../src/generate/index.ts";
import { casesOf, pause, read, sendBytes, wire, suiteFor } from "../src/generate/index.ts";
import { LAST, chunksOf, chunkShapes, chunked } from "./framing/chunked.ts";
import { type Template, rows } from "../src/template/index.ts";
import type { Suite } from "../src/model/index.ts";
import { contentLength } from "./framing/content-length.ts";
import { transferEncoding } from "./framing/transfer-encoding.ts";

const CONTINUE = { Expect: "100-continue" };
const CHUNKED = { ...CONTINUE, "Content-Length": null, "Transfer-Encoding": "chunked" };

type AtOnce = [name: string, reason: string, options: HeadOptions & { body?: Template }];

/** Needs a body: skipped without one. */
const OF_BODY = new Set(["zero", "no-length", "chunked", "text-plain", "head-only"]);

const atOnce = (on: Requests): AtOnce[] => rows`
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

const expectations = (on: Requests): CaseDefinition[] => [
  ...casesOf(
    "expect",
    atOnce(on).filter(([name]) => on.hasBody || !OF_BODY.has(name)),
    (options) => on.rawRequest(options),
    { clauses: ["protocol" as const, "behaviour" as const, "response-status" as const] },
  ),
  ...casesOf(
    "expect-later",
    on.hasBody ? later(on) : [],
    (ahead, body, ms) => wire(sendBytes(ahead), pause(ms), sendBytes(body), read()),
    { clauses: ["protocol" as const, "behaviour" as const, "response-status" as const] },
  ),
  {
    name: "expect-then-next",
    reason: "Expect: 100-continue, then a stated request on the same connection",
    family: "expect",
    clauses: ["protocol", "behaviour", "response-status"],
    request: wire(
      on.send({ head: on.head({ change: CONTINUE }) }),
      read(),
      on.otherIdentity(1),
      read(),
    ),
  },
];

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
