import { user } from "../../src/generate/user-submission.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { headAlone, message, nthUser } from "../../src/generate/user-submission.ts";
import { slice } from "../../src/template/bytes.ts";
import { predecessors } from "../../src/generate/predecessors.ts";
import { halfClose, read, reset, sendBytes, wire } from "../../src/generate/steps.ts";
import { head, send } from "../../src/generate/user-submission.ts";
import type { RawStep } from "../../src/model/request.ts";

const HALF_HEAD = sendBytes([slice(message(), 0, 60)]);
const HALF_BODY = sendBytes([...headAlone(), slice(user(), 0, 25)]);
const CHUNKED = head({ change: { "Content-Length": null, "Transfer-Encoding": "chunked" } });

const BROKEN_OFF: [name: string, what: string, steps: RawStep[]][] = [
  ["reset-in-head", "one reset inside its head", [HALF_HEAD, reset()]],
  ["reset-in-body", "one reset inside its body", [HALF_BODY, reset()]],
  ["reset-after", "one reset before its response", [send(), reset()]],
  ["half-close-in-body", "one that stops inside its body", [HALF_BODY, halfClose()]],
  ["half-head", "one that still waits inside its head", [HALF_HEAD]],
  ["half-body", "one that still waits inside its body", [HALF_BODY]],
  ["open-chunks", "one whose chunks do not end", [send({ head: CHUNKED, body: ["5\r\n"] })]],
  ["silence", "a connection on which nothing is sent", [sendBytes([])]],
  ["noise", "256 bytes 0x00 and no more", [sendBytes([{ repeat: ["\0"], times: 256 }])]],
];

const last = [send({ body: nthUser(1), on: 1 }), read({ on: 1 })];

/** The stated request on a new connection after another kind of message. */
export const afterOthersOnNewConnection: CaseDefinition[] = [
  ...predecessors.map(([name, what, before]): [string, string, RawStep[]] => [
    name,
    what,
    [send(before), read()],
  ]),
  ...BROKEN_OFF,
].map(([name, what, steps]) => ({
  name: `after-${name}`,
  reason: `the stated request follows ${what} on another connection`,
  family: "after-other",
  clauses: ["behaviour", "states", "error-conditions", "response-status"],
  request: wire(...steps, ...last),
}));
