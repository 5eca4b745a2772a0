import { VALID_BODY_BYTES, user } from "../../src/generate/user-submission.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { headAlone, message, nthUser } from "../../src/generate/user-submission.ts";
import { slice } from "../../src/template/bytes.ts";
import { halfClose, pause, read, reset, sendBytes, wire } from "../../src/generate/steps.ts";
import { head, send } from "../../src/generate/user-submission.ts";
import type { RawStep } from "../../src/model/request.ts";

const WHOLE = message();
const IN_HEAD = sendBytes([slice(WHOLE, 0, 60)]);
const NO_BODY = sendBytes(headAlone());
const IN_BODY = sendBytes([...headAlone(), slice(user(), 0, 25)]);
const ALL_BUT_ONE = sendBytes([...headAlone(), slice(user(), 0, VALID_BODY_BYTES - 1)]);

const PLACES: [name: string, where: string, step: RawStep][] = [
  ["nothing-sent", "before the first byte", sendBytes([])],
  ["in-head", "inside the head", IN_HEAD],
  ["no-body", "between head and body", NO_BODY],
  ["in-body", "inside the body", IN_BODY],
  ["last-byte", "before the last byte of the body", ALL_BUT_ONE],
  ["whole", "after the whole request", send()],
  ["chunked-open", "inside a chunked body", chunkedOpen()],
];

function chunkedOpen(): RawStep {
  const change = { "Content-Length": null, "Transfer-Encoding": "chunked" };
  return send({
    head: head({ change }),
    body: [VALID_BODY_BYTES.toString(16), "\r\n", ...user(), "\r\n"],
  });
}

const next = [send({ body: nthUser(1), on: 1 }), read({ on: 1 })];

const CLAUSES: CaseDefinition["clauses"] = [
  "protocol",
  "behaviour",
  "response-status",
  "error-conditions",
];

const ways: CaseDefinition[] = PLACES.flatMap(([name, where, step]): CaseDefinition[] => [
  {
    name: `half-close-${name}`,
    reason: `this side stops sending ${where}`,
    family: "half-close",
    clauses: CLAUSES,
    request: wire(step, halfClose(), read()),
  },
  {
    name: `reset-${name}`,
    reason: `this side resets the connection ${where}, then the stated request goes on another`,
    family: "reset",
    clauses: CLAUSES,
    request: wire(step, reset(), ...next),
  },
]);

const MORE: [name: string, reason: string, steps: RawStep[]][] = [
  [
    "half-close-then-wait",
    "this side stops sending after the request, the response is read after 100 ms",
    [send(), halfClose(), pause(100), read()],
  ],
  [
    "half-close-two",
    "this side stops sending after two requests",
    [sendBytes([...message(nthUser(0)), ...message(nthUser(1))]), halfClose(), read(), read()],
  ],
  [
    "half-close-head-close",
    "this side stops sending after a request with Connection: close",
    [send({ head: head({ change: { Connection: "close" } }) }), halfClose(), read()],
  ],
];

/** Connections that end on this side. */
export const endings: CaseDefinition[] = [
  ...ways,
  ...MORE.map(([name, reason, steps]) => ({
    name,
    reason,
    family: "half-close",
    clauses: CLAUSES,
    request: wire(...steps),
  })),
];
