import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { message, nthUser } from "../../src/generate/user-submission.ts";
import { head, requestLine } from "../../src/generate/user-submission.ts";
import { halfClose, read, sendBytes, wire } from "../../src/generate/steps.ts";
import type { RawStep } from "../../src/model/request.ts";
import type { Template } from "../../src/template/template.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const reads = (count: number) => numbers(count).map(() => read());
const stated = (nth: number): Template => message(nthUser(nth));
const closing = (nth: number): Template =>
  message(nthUser(nth), undefined, { change: { Connection: "close" } });

const literal = (body: string): Template => message([body], Buffer.byteLength(body));

const get: Template = head({
  line: requestLine({ method: "GET" }),
  change: { "Content-Type": null, "Content-Length": null },
});

const nowhere: Template = message(nthUser(1), undefined, {
  line: requestLine({ path: [{ target: "prefix" }, "/api/nowhere"] }),
});

const MIDDLE: [name: string, what: string, message: Template][] = [
  ["cut-json", "one whose JSON ends early", literal('{"id":1,"date":')],
  ["empty-object", "one whose body is {}", literal("{}")],
  ["empty-body", "one with an empty body", literal("")],
  ["get", "a GET", get],
  ["nowhere", "one to /api/nowhere", nowhere],
  ["length-word", "one whose Content-Length is a word", lengthWord()],
  ["noise", "a line that is no request", ["some noise\r\n\r\n"]],
  ["empty-line", "an empty line", ["\r\n"]],
];

function lengthWord(): Template {
  return message(nthUser(1), undefined, { change: { "Content-Length": "some" } });
}

const counts: CaseDefinition[] = [2, 3, 5, 10, 20, 50, 100].map((count) => ({
  name: `pipelined-${count}`,
  reason: `requests in one write, with different ids: ${count}`,
  family: "pipelined",
  rung: { axis: "pipelined requests", at: String(count), unit: "requests" },
  request: wire(sendBytes(numbers(count).flatMap(stated)), ...reads(count)),
}));

const middles: CaseDefinition[] = MIDDLE.map(([name, what, between]) => ({
  name: `pipelined-middle-${name}`,
  reason: `three messages in one write, the second is ${what}`,
  family: "pipelined-middle",
  clauses: ["behaviour", "error-conditions", "response-status"],
  request: wire(
    sendBytes([...stated(0), ...between, ...stated(2)]),
    ...reads(name === "empty-line" ? 2 : 3),
  ),
}));

const OTHERS: [name: string, reason: string, steps: RawStep[]][] = [
  [
    "cut-second",
    "one write ends inside the second request, another brings the rest",
    [
      sendBytes([...stated(0), { slice: stated(1), from: 0, to: 60 }]),
      read(),
      sendBytes([{ slice: stated(1), from: 60 }]),
      read(),
    ],
  ],
  [
    "close-first",
    "two requests in one write, the first with Connection: close",
    [sendBytes([...closing(0), ...stated(1)]), ...reads(2)],
  ],
  [
    "close-last",
    "two requests in one write, the second with Connection: close",
    [sendBytes([...stated(0), ...closing(1)]), ...reads(2)],
  ],
  ["get-post", "a GET and a POST in one write", [sendBytes([...get, ...stated(0)]), ...reads(2)]],
  ["post-get", "a POST and a GET in one write", [sendBytes([...stated(0), ...get]), ...reads(2)]],
  [
    "bytes",
    "two requests, every byte a write of its own",
    [sendBytes([...stated(0), ...stated(1)], { pieces: "bytes" }), ...reads(2)],
  ],
  [
    "half-close",
    "ten requests in one write, then this side stops sending",
    [sendBytes(numbers(10).flatMap(stated)), halfClose(), ...reads(10)],
  ],
];

/** Several requests before the first response. */
export const pipelined: CaseDefinition[] = [
  ...counts,
  ...middles,
  ...OTHERS.map(([name, reason, steps]) => ({
    name: `pipelined-${name}`,
    reason,
    family: "pipelined-other",
    request: wire(...steps),
  })),
];
