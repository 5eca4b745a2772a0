import { casesOf, rows } from "../rows.ts";
import {
  pause,
  predecessorsOf,
  read,
  sendBytes,
  wire,
  type CaseDefinition,
  type HeadOptions,
  type Requests,
} from "../../src/generate/index.ts";
import type { RawStep } from "../../src/model/index.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

const counts = (on: Requests): CaseDefinition[] =>
  [2, 3, 5, 10, 20, 50, 100].map((count) => ({
    name: `sequence-${count}`,
    reason: `requests one after the other on one connection, with different ids: ${count}`,
    family: "sequence",
    rung: { axis: "requests on one connection", at: String(count), unit: "requests" },
    request: wire(...numbers(count).flatMap((nth) => [on.nthSend(nth), read()])),
  }));

function entries(on: Requests): [name: string, reason: string, steps: RawStep[]][] {
  const post = (nth: number): RawStep => on.nthSend(nth);
  const after = (text: string): RawStep => sendBytes([...on.nthMessage(0), text]);
  const closing = (nth: number): RawStep => sendWith(on, nth, { change: { Connection: "close" } });
  return rows`
  close-then-next | another request follows one with Connection: close on the same connection | ${[closing(0), read(), post(1), read()]}
  http-1.0-then-next | a request of version 1.1 follows one of version 1.0 | ${[sendWith(on, 0, { line: on.requestLine({ version: "HTTP/1.0" }) }), read(), post(1), read()]}
  idle-between | 200 ms pass between two requests on one connection | ${[post(0), read(), pause(200), post(1), read()]}
  line-end-after-body | CR LF follows the body, then another request | ${[after("\r\n"), read(), post(1), read()]}
  lf-after-body | LF follows the body, then another request | ${[after("\n"), read(), post(1), read()]}
  nul-after-body | a NUL byte follows the body, then another request | ${[after("\0"), read(), post(1), read()]}
  ten-line-ends-after-body | ten CR LF follow the body, then another request | ${[after("\r\n".repeat(10)), read(), post(1), read()]}
  next-without-reading | a second request is sent 50 ms after the first, then both responses are read | ${[post(0), pause(50), post(1), read(), read()]}
  last-close | three requests on one connection, the last with Connection: close | ${[post(0), read(), post(1), read(), closing(2), read()]}
  ${on.hasBody ? [headOfNextEarly(on)] : []}
  two-connections-in-turn | four requests on two connections in turn | ${numbers(4).flatMap((nth) => [on.nthSend(nth, { on: nth % 2 }), read({ on: nth % 2 })])}
`;
}

const headOfNextEarly = (on: Requests): [string, string, RawStep[]] => [
  "head-of-next-early",
  "the head of the second request comes with the first, its body after the response",
  [
    sendBytes([...on.nthMessage(0), ...on.headAlone(on.bodyBytes, nthHead(on, 1))]),
    read(),
    sendBytes(on.nthBody(1)),
    read(),
  ],
];

const nthHead = (on: Requests, nth: number): HeadOptions => ({
  line: on.requestLine({ path: on.path(nth) }),
});

/** The stated message with another head and the n-th fresh values. */
const sendWith = (on: Requests, nth: number, options: HeadOptions): RawStep =>
  on.send({ head: on.head({ ...nthHead(on, nth), ...options }), body: on.nthBody(nth) });

/** Several requests, each after the response to the previous one. */
export const sequences = (on: Requests): CaseDefinition[] => [
  ...counts(on),
  ...casesOf("sequence", entries(on), (steps) => wire(...steps), { family: "sequence-other" }),
];

/** The stated request on a connection that has carried another kind of message. */
export const afterOthers = (on: Requests): CaseDefinition[] =>
  predecessorsOf(on).map(([name, what, message]) => ({
    name: `after-${name}`,
    reason: `the stated request follows ${what} on the same connection`,
    family: "after-other",
    clauses: ["behaviour", "error-conditions", "response-status"],
    request: wire(on.send(message), read(), on.nthSend(1), read()),
  }));
