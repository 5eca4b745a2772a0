import { VALID_BODY_BYTES, user } from "../../src/generate/user-submission.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { headAlone, message } from "../../src/generate/user-submission.ts";
import { slice } from "../../src/template/bytes.ts";
import { pause, read, sendBytes, wire } from "../../src/generate/steps.ts";
import { send } from "../../src/generate/user-submission.ts";
import type { RawStep } from "../../src/model/request.ts";

const IDLE_MS = 200;
const WHOLE = message();

const WAITS: [name: string, reason: string, steps: RawStep[]][] = [
  [
    "before-first-byte",
    "200 ms pass between opening the connection and the first byte",
    [sendBytes([]), pause(IDLE_MS), send(), read()],
  ],
  [
    "in-request-line",
    "200 ms pass inside the request line",
    [sendBytes([slice(WHOLE, 0, 6)]), pause(IDLE_MS), sendBytes([slice(WHOLE, 6)]), read()],
  ],
  [
    "in-head",
    "200 ms pass inside the head",
    [sendBytes([slice(WHOLE, 0, 60)]), pause(IDLE_MS), sendBytes([slice(WHOLE, 60)]), read()],
  ],
  [
    "before-body",
    "200 ms pass between head and body",
    [sendBytes(headAlone()), pause(IDLE_MS), sendBytes(user()), read()],
  ],
  [
    "in-body",
    "200 ms pass inside the body",
    [
      sendBytes([...headAlone(), slice(user(), 0, 25)]),
      pause(IDLE_MS),
      sendBytes([slice(user(), 25)]),
      read(),
    ],
  ],
  [
    "before-last-byte",
    "200 ms pass before the last byte of the body",
    [
      sendBytes([...headAlone(), slice(user(), 0, VALID_BODY_BYTES - 1)]),
      pause(IDLE_MS),
      sendBytes([slice(user(), VALID_BODY_BYTES - 1)]),
      read(),
    ],
  ],
  [
    "slow-body",
    "the body comes in five writes, 20 ms between them",
    [
      sendBytes(headAlone()),
      ...[0, 10, 20, 30, 40].flatMap((from) => [
        pause(20),
        sendBytes([slice(user(), from, from === 40 ? undefined : from + 10)]),
      ]),
      read(),
    ],
  ],
  ["before-read", "the response is read after 200 ms", [send(), pause(IDLE_MS), read()]],
];

const STALLS: [name: string, reason: string, steps: RawStep[]][] = [
  ["nothing", "the connection is opened and nothing is sent", [sendBytes([]), read()]],
  ["first-byte", "one byte is sent and no more", [sendBytes([slice(WHOLE, 0, 1)]), read()]],
  [
    "half-head",
    "60 bytes of the head are sent and no more",
    [sendBytes([slice(WHOLE, 0, 60)]), read()],
  ],
  ["no-body", "the head is sent and no body", [sendBytes(headAlone()), read()]],
  [
    "half-body",
    "the head and 25 bytes of the body are sent and no more",
    [sendBytes([...headAlone(), slice(user(), 0, 25)]), read()],
  ],
  [
    "last-byte",
    "all but the last byte of the body is sent",
    [sendBytes([...headAlone(), slice(user(), 0, VALID_BODY_BYTES - 1)]), read()],
  ],
];

const silent: CaseDefinition[] = [1, 5, 10, 25, 50, 100].map((count) => ({
  name: `silent-${count}`,
  reason: `connections opened before the request on which nothing is sent: ${count}`,
  family: "silent-connections",
  rung: { axis: "silent connections beside the request", at: String(count), unit: "connections" },
  clauses: ["limit-rate", "behaviour", "response-status"],
  ...(count > 10 && { alone: true as const }),
  request: wire(
    ...Array.from({ length: count }, (_, index) => sendBytes([], { on: index + 1 })),
    send(),
    read(),
  ),
}));

/** Time that passes inside a request, and requests that do not go on. */
export const waits: CaseDefinition[] = [
  ...WAITS.map(([name, reason, steps]): CaseDefinition => ({
    name: `wait-${name}`,
    reason,
    family: "wait",
    clauses: ["limit-time", "behaviour", "response-status"],
    request: wire(...steps),
  })),
  ...STALLS.map(([name, reason, steps]): CaseDefinition => ({
    name: `stall-${name}`,
    reason,
    family: "stall",
    clauses: ["limit-time", "behaviour", "error-conditions"],
    request: wire(...steps),
  })),
  ...silent,
];
