import type { CaseRow, CaseDefinition, Requests, HeadOptions } from "../../src/generate/index.ts";
import { ladderRows, casesOf, halfClose, pathNowhere, read } from "../../src/generate/index.ts";
import { sendBytes, wire, pause, predecessorsOf } from "../../src/generate/index.ts";
import type { FieldSlot } from "../../src/kinds/index.ts";
import { slice, type Template, rows } from "../../src/template/index.ts";
import type { RawStep } from "../../src/model/index.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const reads = (count: number) => numbers(count).map(() => read());
const stated = (on: Requests, count: number): Template =>
  numbers(count).flatMap((nth) => on.nthMessage(nth));

function middleOnes(on: Requests): CaseRow<Template>[] {
  const nowhere = pathNowhere(on);
  return rows`
  ${on.hasBody ? otherBodies(on) : []}
  get | a GET | ${on.interface.method === "GET" ? undefined : on.bodyless("GET")}
  nowhere | one to ${nowhere} | ${on.nthMessage(1, { line: on.requestLine({ path: [{ target: "prefix" }, nowhere] }) })}
  length-word | one whose Content-Length is a word | ${on.nthMessage(1, { change: { "Content-Length": "some" } })}
  noise | a line that is not a request | ${["some noise\r\n\r\n"]}
  empty-line | an empty line | ${["\r\n"]}
`;
}

function otherBodies(on: Requests): CaseRow<Template>[] {
  const literal = (body: string): Template => on.message([body], Buffer.byteLength(body));
  const last = on.fields.at(-1);
  return rows`
  cut-json | one whose JSON ends early | ${literal(last === undefined ? "[" : cutJson(on, last))}
  empty-object | one whose body is {} | ${literal("{}")}
  empty-body | one with an empty body | ${literal("")}
`;
}

/** A document with plain numbers that ends before its last value. */
const cutJson = (on: Requests, last: FieldSlot): string =>
  `{${on.fields.map(({ key = "" }, index) => `${JSON.stringify(key)}:${on.fields[index] === last ? "" : index + 1}`).join(",")}`;

const counts = (on: Requests): CaseDefinition[] => ladderRows()`
  pipelined | requests in one write, with different ids: N | pipelined | pipelined requests | requests | ${[2, 3, 5, 10, 20, 50, 100]} | ${(count) => wire(sendBytes(stated(on, count)), ...reads(count))}
`;

const middles = (on: Requests): CaseDefinition[] =>
  middleOnes(on).map(([name, what, between]) => ({
    name: `pipelined-middle-${name}`,
    reason: `three messages in one write, the second is ${what}`,
    family: "pipelined-middle",
    clauses: ["behaviour", "error-conditions", "response-status"],
    request: wire(
      sendBytes([...on.nthMessage(0), ...between, ...on.nthMessage(2)]),
      ...reads(name === "empty-line" ? 2 : 3),
    ),
  }));

function others(on: Requests): CaseRow<RawStep[]>[] {
  const { method } = on.interface;
  const get = on.bodyless("GET");
  const one = on.nthMessage(1);
  const closing = (nth: number): Template =>
    on.nthMessage(nth, { change: { Connection: "close" } });
  return rows`
  cut-second | one write ends inside the second request, another brings the rest | ${[sendBytes([...on.nthMessage(0), slice(one, 0, 60)]), read(), sendBytes([slice(one, 60)]), read()]}
  close-first | two requests in one write, the first with Connection: close | ${[sendBytes([...closing(0), ...one]), ...reads(2)]}
  close-last | two requests in one write, the second with Connection: close | ${[sendBytes([...on.nthMessage(0), ...closing(1)]), ...reads(2)]}
  get-${method.toLowerCase()} | a GET and a ${method} in one write | ${method === "GET" ? undefined : [sendBytes([...get, ...on.nthMessage(0)]), ...reads(2)]}
  ${method.toLowerCase()}-get | a ${method} and a GET in one write | ${method === "GET" ? undefined : [sendBytes([...on.nthMessage(0), ...get]), ...reads(2)]}
  bytes | two requests, every byte a write of its own | ${[sendBytes([...on.nthMessage(0), ...one], { pieces: "bytes" }), ...reads(2)]}
  half-close | ten requests in one write, then this side stops sending | ${[sendBytes(stated(on, 10)), halfClose(), ...reads(10)]}
`;
}

export const pipelined = (on: Requests): CaseDefinition[] => [
  ...counts(on),
  ...middles(on),
  ...casesOf("pipelined", others(on), (steps) => wire(...steps), { family: "pipelined-other" }),
];

const chains = (on: Requests): CaseDefinition[] => ladderRows()`
  sequence | requests one after the other on one connection, with different ids: N | sequence | requests on one connection | requests | ${[2, 3, 5, 10, 20, 50, 100]} | ${(count) => wire(...numbers(count).flatMap((nth) => [on.nthSend(nth), read()]))}
`;

function entries(on: Requests): CaseRow<RawStep[]>[] {
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
  head-of-next-early | the head of the second request comes with the first, its body after the response | ${on.hasBody ? [sendBytes([...on.nthMessage(0), ...on.headAlone(on.bodyBytes, nthHead(on, 1))]), read(), sendBytes(on.nthBody(1)), read()] : undefined}
  two-connections-in-turn | four requests on two connections in turn | ${numbers(4).flatMap((nth) => [on.nthSend(nth, { on: nth % 2 }), read({ on: nth % 2 })])}
`;
}

const nthHead = (on: Requests, nth: number): HeadOptions => ({
  line: on.requestLine({ path: on.path(nth) }),
});

/** The stated message with another head and the n-th fresh values. */
const sendWith = (on: Requests, nth: number, options: HeadOptions): RawStep =>
  on.send({ head: on.head({ ...nthHead(on, nth), ...options }), body: on.nthBody(nth) });

export const sequences = (on: Requests): CaseDefinition[] => [
  ...chains(on),
  ...casesOf("sequence", entries(on), (steps) => wire(...steps), { family: "sequence-other" }),
];

export const afterOthers = (on: Requests): CaseDefinition[] =>
  predecessorsOf(on).map(([name, what, message]) => ({
    name: `after-${name}`,
    reason: `the stated request follows ${what} on the same connection`,
    family: "after-other",
    clauses: ["behaviour", "error-conditions", "response-status"],
    request: wire(on.send(message), read(), on.nthSend(1), read()),
  }));
