import { casesOf, rows } from "../rows.ts";
import {
  pause,
  read,
  sendBytes,
  wire,
  type CaseDefinition,
  type Requests,
} from "../../src/generate/index.ts";
import { slice } from "../../src/template/index.ts";
import type { RawStep } from "../../src/model/index.ts";

const IDLE_MS = 200;

type Row = [name: string, reason: string, steps: RawStep[]];

function slow(on: Requests): Row[] {
  const whole = on.message();
  return rows`
  before-first-byte | 200 ms pass between opening the connection and the first byte | ${[sendBytes([]), pause(IDLE_MS), on.send(), read()]}
  in-request-line | 200 ms pass inside the request line | ${[sendBytes([slice(whole, 0, 6)]), pause(IDLE_MS), sendBytes([slice(whole, 6)]), read()]}
  in-head | 200 ms pass inside the head | ${[sendBytes([slice(whole, 0, 60)]), pause(IDLE_MS), sendBytes([slice(whole, 60)]), read()]}
  ${on.hasBody ? slowBody(on) : []}
  before-read | the response is read after 200 ms | ${[on.send(), pause(IDLE_MS), read()]}
`;
}

function slowBody(on: Requests): Row[] {
  const head = on.headAlone();
  const body = on.body();
  const half = Math.floor(on.bodyBytes / 2);
  const fifth = Math.ceil(on.bodyBytes / 5);
  const [before, end] = on.inTwo();
  return rows`
  before-body | 200 ms pass between head and body | ${[sendBytes(head), pause(IDLE_MS), sendBytes(body), read()]}
  in-body | 200 ms pass inside the body | ${[sendBytes([...head, slice(body, 0, half)]), pause(IDLE_MS), sendBytes([slice(body, half)]), read()]}
  before-last-byte | 200 ms pass before the last byte of the body | ${[sendBytes(before), pause(IDLE_MS), sendBytes(end), read()]}
  slow-body | the body comes in five writes, 20 ms between them | ${[sendBytes(head), ...[0, 1, 2, 3, 4].flatMap((nth) => [pause(20), sendBytes([slice(body, nth * fifth, (nth + 1) * fifth)])]), read()]}
`;
}

function stalls(on: Requests): Row[] {
  const whole = on.message();
  const half = Math.floor(on.bodyBytes / 2);
  return rows`
  nothing | the connection is opened and nothing is sent | ${[sendBytes([]), read()]}
  first-byte | one byte is sent and no more | ${[sendBytes([slice(whole, 0, 1)]), read()]}
  half-head | 60 bytes of the head are sent and no more | ${[sendBytes([slice(whole, 0, 60)]), read()]}
  no-body | the head is sent and no body | ${on.hasBody ? [sendBytes(on.headAlone()), read()] : undefined}
  half-body | the head and ${half} bytes of the body are sent and no more | ${on.hasBody ? [sendBytes([...on.headAlone(), slice(on.body(), 0, half)]), read()] : undefined}
  last-byte | all but the last byte of the body is sent | ${on.hasBody ? [sendBytes(on.inTwo()[0]), read()] : undefined}
`;
}

const silent = (on: Requests): CaseDefinition[] =>
  [1, 5, 10, 25, 50, 100].map((count) => ({
    name: `silent-${count}`,
    reason: `connections opened before the request on which nothing is sent: ${count}`,
    family: "silent-connections",
    rung: {
      axis: "silent connections besides the request",
      at: String(count),
      unit: "connections",
    },
    clauses: ["limit-rate", "behaviour", "response-status"],
    ...(count > 10 && { alone: true as const }),
    request: wire(
      ...Array.from({ length: count }, (_, index) => sendBytes([], { on: index + 1 })),
      on.send(),
      read(),
    ),
  }));

/** Pauses inside a request, and requests that never continue. */
export const waits = (on: Requests): CaseDefinition[] => [
  ...casesOf("wait", slow(on), (steps) => wire(...steps), {
    clauses: ["limit-time", "behaviour", "response-status"],
  }),
  ...casesOf("stall", stalls(on), (steps) => wire(...steps), {
    clauses: ["limit-time", "behaviour", "error-conditions"],
  }),
  ...silent(on),
];
