import type { CaseDefinition, Requests } from "../src/generate/index.ts";
import {
  halfClose,
  predecessorsOf,
  read,
  reset,
  sendBytes,
  wire,
  suiteFor,
} from "../src/generate/index.ts";
import { slice, type Template, rows } from "../src/template/index.ts";
import type { RawStep, RawRequest, Suite } from "../src/model/index.ts";
import { identityOf, lifecycle } from "./repetition/lifecycle.ts";
import { same } from "./repetition/same.ts";

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

const afterOthersOnNewConnection = (on: Requests): CaseDefinition[] =>
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

type Halves = [before: Template, end: Template];

/** All but the last byte on every connection, then the last bytes, then the responses. */
function released(count: number, halves: (nth: number) => Halves): RawRequest {
  const connections = Array.from({ length: count }, (_, index) => index);
  const steps = [
    ...connections.map((index) => sendBytes(halves(index)[0], { on: index })),
    ...connections.map((index) => sendBytes(halves(index)[1], { on: index })),
    ...connections.map((index) => read({ on: index })),
  ];
  return { ...wire(...steps), unordered: true };
}

type What = [name: string, what: string, halves: (nth: number) => Halves];

function requests(on: Requests): What[] {
  const { slug, others, otherValues } = identityOf(on);
  return rows`
  same | the same request | ${() => on.inTwo()}
  same-${slug} | the same ${slug} with other values of ${others.map(({ label }) => label).join(", ")} | ${others.length === 0 ? undefined : (nth) => on.inTwo(otherValues(nth))}
  different | requests with different fresh values | ${(nth) => on.nthInTwo(nth)}
`;
}

const atOnce = (on: Requests): CaseDefinition[] =>
  requests(on).flatMap(([name, what, halves]) =>
    [2, 5, 10, 20].map((count) => ({
      name: `at-once-${name}-${count}`,
      reason: `${what} on ${count} connections, the last bytes sent together`,
      family: "at-once",
      alone: true,
      request: released(count, halves),
    })),
  );

const CONNECTIONS = 5;

/** Rounds of one request on every connection, each round sent after the responses of the previous one. */
function burst(on: Requests, count: number): RawStep[] {
  return Array.from({ length: count / CONNECTIONS }, (_, round) => {
    const connections = Array.from({ length: CONNECTIONS }, (_unused, index) => index);
    return [
      ...connections.map((index) => on.nthSend(round * CONNECTIONS + index, { on: index })),
      ...connections.map((index) => read({ on: index })),
    ];
  }).flat();
}

const bursts = (on: Requests): CaseDefinition[] =>
  [50, 100, 200].map((count) => ({
    name: `burst-${count}`,
    reason: `${count} requests on ${CONNECTIONS} connections, as fast as responses come`,
    family: "burst",
    alone: true,
    rung: { axis: "requests in a burst", at: String(count), unit: "requests" },
    clauses: ["limit-rate", "behaviour", "response-status"],
    request: { ...wire(...burst(on, count)), unordered: true },
  }));

export default (on: Requests): Suite =>
  suiteFor(on.interface, {
    name: "repetition",
    about:
      "repeated requests, requests at the same moment, the stated request after others, bursts",
    clauses: [
      `${identityOf(on).slug}-uniqueness`,
      "states",
      "behaviour",
      "response-status",
      "response-body",
    ],
    cases: () =>
      [same, atOnce, lifecycle, afterOthersOnNewConnection, bursts].flatMap((make) => make(on)),
  });
