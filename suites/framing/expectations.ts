import { LAST, ONE } from "./chunk.ts";
import { VALID_BODY_BYTES, user } from "../../src/generate/user-submission.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { headAlone } from "../../src/generate/user-submission.ts";
import { head, requestLine, send, wirePost } from "../../src/generate/user-submission.ts";
import { pause, read, sendBytes, wire, type HeadOptions } from "../../src/generate/steps.ts";
import type { Template } from "../../src/template/template.ts";

const CONTINUE = { Expect: "100-continue" };
const CHUNKED = { ...CONTINUE, "Content-Length": null, "Transfer-Encoding": "chunked" };

const AT_ONCE: [name: string, reason: string, options: HeadOptions & { body?: Template }][] = [
  ["continue", "Expect: 100-continue, and the body comes at once", { change: CONTINUE }],
  ["continue-upper", "Expect is 100-CONTINUE", { change: { Expect: "100-CONTINUE" } }],
  [
    "continue-space",
    "two spaces stand before 100-continue",
    { change: { Expect: " 100-continue" } },
  ],
  [
    "continue-list",
    "Expect is 100-continue and another word",
    { change: { Expect: "100-continue, foo" } },
  ],
  [
    "continue-parameter",
    "a parameter follows 100-continue",
    { change: { Expect: "100-continue;x=1" } },
  ],
  [
    "continue-twice",
    "Expect: 100-continue is there twice",
    { extra: [["Expect: 100-continue"], ["Expect: 100-continue"]] },
  ],
  ["unknown", "Expect is a word that nobody knows", { change: { Expect: "foo" } }],
  ["empty", "Expect is empty", { change: { Expect: "" } }],
  ["200-ok", "Expect is 200-ok", { change: { Expect: "200-ok" } }],
  ["101", "Expect is 101-switching", { change: { Expect: "101-switching" } }],
  ["zero", "Expect: 100-continue with Content-Length 0", { change: CONTINUE, body: [] }],
  [
    "no-length",
    "Expect: 100-continue without Content-Length and body",
    { change: { ...CONTINUE, "Content-Length": null }, body: [] },
  ],
  [
    "get",
    "a GET with Expect: 100-continue and without a body",
    {
      line: requestLine({ method: "GET" }),
      change: { ...CONTINUE, "Content-Length": null },
      body: [],
    },
  ],
  [
    "http-1.0",
    "Expect: 100-continue in version 1.0",
    { line: requestLine({ version: "HTTP/1.0" }), change: CONTINUE },
  ],
  [
    "chunked",
    "Expect: 100-continue with a chunked body",
    { change: CHUNKED, body: [...ONE, ...LAST] },
  ],
  [
    "close",
    "Expect: 100-continue with Connection: close",
    { change: { ...CONTINUE, Connection: "close" } },
  ],
  [
    "text-plain",
    "Expect: 100-continue with Content-Type text/plain",
    { change: { ...CONTINUE, "Content-Type": "text/plain" } },
  ],
  [
    "huge",
    "Expect: 100-continue with a Content-Length of 2^40 and the head alone",
    { change: { ...CONTINUE, "Content-Length": "1099511627776" }, body: [] },
  ],
  [
    "head-only",
    "Expect: 100-continue and the head alone",
    { change: { ...CONTINUE, "Content-Length": String(VALID_BODY_BYTES) }, body: [] },
  ],
];

const LATER: [name: string, reason: string, head: Template, body: Template, ms: number][] = [
  [
    "continue",
    "Expect: 100-continue, and the body comes after 100 ms",
    headAlone(VALID_BODY_BYTES, { change: CONTINUE }),
    user(),
    100,
  ],
  [
    "continue-250",
    "Expect: 100-continue, and the body comes after 250 ms",
    headAlone(VALID_BODY_BYTES, { change: CONTINUE }),
    user(),
    250,
  ],
  [
    "continue-chunked",
    "Expect: 100-continue, and a chunked body comes after 100 ms",
    head({ change: CHUNKED }),
    [...ONE, ...LAST],
    100,
  ],
  [
    "unknown",
    "Expect is foo, and the body comes after 100 ms",
    headAlone(VALID_BODY_BYTES, { change: { Expect: "foo" } }),
    user(),
    100,
  ],
  ["none", "there is no Expect, and the body comes after 100 ms", headAlone(), user(), 100],
];

/** Expect, with and without waiting. */
export const expectations: CaseDefinition[] = [
  ...AT_ONCE.map(([name, reason, options]) => ({
    name: `expect-${name}`,
    reason,
    family: "expect",
    clauses: ["protocol" as const, "behaviour" as const, "response-status" as const],
    request: wirePost(options),
  })),
  ...LATER.map(([name, reason, ahead, body, ms]) => ({
    name: `expect-later-${name}`,
    reason,
    family: "expect-later",
    clauses: ["protocol" as const, "behaviour" as const, "response-status" as const],
    request: wire(sendBytes(ahead), pause(ms), sendBytes(body), read()),
  })),
  {
    name: "expect-then-next",
    reason: "Expect: 100-continue, then a stated request on the same connection",
    family: "expect",
    clauses: ["protocol", "behaviour", "response-status"],
    request: wire(
      send({ head: head({ change: CONTINUE }) }),
      read(),
      send({ body: user({ id: [{ fresh: "id", nth: 1 }] }) }),
      read(),
    ),
  },
];
