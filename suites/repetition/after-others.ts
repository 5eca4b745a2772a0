import {
  halfClose,
  predecessorsOf,
  read,
  reset,
  sendBytes,
  wire,
  type CaseDefinition,
  type Requests,
} from "../../src/generate/index.ts";
import { slice } from "../../src/template/index.ts";
import type { RawStep } from "../../src/model/index.ts";

type Row = [name: string, what: string, steps: RawStep[]];

function brokenOff(on: Requests): Row[] {
  const halfHead = sendBytes([slice(on.message(), 0, 60)]);
  const half = slice(on.body(), 0, Math.floor(on.bodyBytes / 2));
  const halfBody = sendBytes([...on.headAlone(), half]);
  const chunked = on.head({ change: { "Content-Length": null, "Transfer-Encoding": "chunked" } });
  const ofBody = (...row: Row): Row[] => (on.hasBody ? [row] : []);
  return [
    ["reset-in-head", "one reset inside its head", [halfHead, reset()]],
    ...ofBody("reset-in-body", "one reset inside its body", [halfBody, reset()]),
    ["reset-after", "one reset before its response", [on.send(), reset()]],
    ...ofBody("half-close-in-body", "one that stops inside its body", [halfBody, halfClose()]),
    ["half-head", "one that still waits inside its head", [halfHead]],
    ...ofBody("half-body", "one that still waits inside its body", [halfBody]),
    ...ofBody("open-chunks", "one whose chunks do not end", [
      on.send({ head: chunked, body: ["5\r\n"] }),
    ]),
    ["silence", "a connection on which nothing is sent", [sendBytes([])]],
    ["noise", "256 bytes 0x00 and no more", [sendBytes([{ repeat: ["\0"], times: 256 }])]],
  ];
}

/** The stated request on a new connection after another kind of message. */
export const afterOthersOnNewConnection = (on: Requests): CaseDefinition[] =>
  [
    ...predecessorsOf(on).map(([name, what, before]): Row => [
      name,
      what,
      [on.send(before), read()],
    ]),
    ...brokenOff(on),
  ].map(([name, what, steps]) => ({
    name: `after-${name}`,
    reason: `the stated request follows ${what} on another connection`,
    family: "after-other",
    clauses: ["behaviour", "states", "error-conditions", "response-status"],
    request: wire(...steps, on.nthSend(1, { on: 1 }), read({ on: 1 })),
  }));
