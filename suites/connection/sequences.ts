import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { headAlone, message, nthUser } from "../../src/generate/user-submission.ts";
import { predecessors } from "../../src/generate/predecessors.ts";
import { head, requestLine, send } from "../../src/generate/user-submission.ts";
import { pause, read, sendBytes, wire } from "../../src/generate/steps.ts";
import type { RawStep } from "../../src/model/request.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const post = (nth: number) => send({ body: nthUser(nth) });
const CLOSE = head({ change: { Connection: "close" } });
const HTTP_1_0 = head({ line: requestLine({ version: "HTTP/1.0" }) });

const counts: CaseDefinition[] = [2, 3, 5, 10, 20, 50, 100].map((count) => ({
  name: `sequence-${count}`,
  reason: `requests one after the other on one connection, with different ids: ${count}`,
  family: "sequence",
  rung: { axis: "requests on one connection", at: String(count), unit: "requests" },
  request: wire(...numbers(count).flatMap((nth) => [post(nth), read()])),
}));

const ROWS: [name: string, reason: string, steps: RawStep[]][] = [
  [
    "close-then-next",
    "another request follows one with Connection: close on the same connection",
    [send({ head: CLOSE, body: nthUser(0) }), read(), post(1), read()],
  ],
  [
    "http-1.0-then-next",
    "a request of version 1.1 follows one of version 1.0",
    [send({ head: HTTP_1_0, body: nthUser(0) }), read(), post(1), read()],
  ],
  [
    "idle-between",
    "200 ms pass between two requests on one connection",
    [post(0), read(), pause(200), post(1), read()],
  ],
  [
    "line-end-after-body",
    "CR LF follows the body, then another request",
    [sendBytes([...message(nthUser(0)), "\r\n"]), read(), post(1), read()],
  ],
  [
    "lf-after-body",
    "LF follows the body, then another request",
    [sendBytes([...message(nthUser(0)), "\n"]), read(), post(1), read()],
  ],
  [
    "nul-after-body",
    "a NUL byte follows the body, then another request",
    [sendBytes([...message(nthUser(0)), "\0"]), read(), post(1), read()],
  ],
  [
    "ten-line-ends-after-body",
    "ten CR LF follow the body, then another request",
    [sendBytes([...message(nthUser(0)), "\r\n".repeat(10)]), read(), post(1), read()],
  ],
  [
    "next-without-reading",
    "a second request is sent 50 ms after the first, then both responses are read",
    [post(0), pause(50), post(1), read(), read()],
  ],
  [
    "last-close",
    "three requests on one connection, the last with Connection: close",
    [post(0), read(), post(1), read(), send({ head: CLOSE, body: nthUser(2) }), read()],
  ],
  [
    "head-of-next-early",
    "the head of the second request comes with the first, its body after the response",
    [sendBytes([...message(nthUser(0)), ...headAlone()]), read(), sendBytes(nthUser(1)), read()],
  ],
  [
    "two-connections-in-turn",
    "four requests on two connections in turn",
    numbers(4).flatMap((nth) => [send({ body: nthUser(nth), on: nth % 2 }), read({ on: nth % 2 })]),
  ],
];

/** Several requests, each after the response to the one before. */
export const sequences: CaseDefinition[] = [
  ...counts,
  ...ROWS.map(([name, reason, steps]) => ({
    name: `sequence-${name}`,
    reason,
    family: "sequence-other",
    request: wire(...steps),
  })),
];

/** The stated request on a connection that has carried another kind of message. */
export const afterOthers: CaseDefinition[] = predecessors.map(([name, what, message]) => ({
  name: `after-${name}`,
  reason: `the stated request follows ${what} on the same connection`,
  family: "after-other",
  clauses: ["behaviour", "error-conditions", "response-status"],
  request: wire(send(message), read(), send({ body: nthUser(1) }), read()),
}));
