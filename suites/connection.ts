import type { CaseDefinition, Requests } from "../src/generate/index.ts";
import {
  casesOf,
  halfClose,
  pause,
  read,
  reset,
  sendBytes,
  wire,
  suiteFor,
} from "../src/generate/index.ts";
import { slice, rows } from "../src/template/index.ts";
import type { RawStep, Suite } from "../src/model/index.ts";
import { pieces, waits } from "./connection/arrival.ts";
import { pipelined, afterOthers, sequences } from "./connection/several.ts";

type Place = [name: string, where: string, step: RawStep];

const places = (on: Requests): Place[] => [
  ["nothing-sent", "before the first byte", sendBytes([])],
  ["in-head", "inside the head", sendBytes([slice(on.message(), 0, 60)])],
  ...(on.hasBody ? placesOfBody(on) : []),
  ["whole", "after the whole request", on.send()],
  ...(on.hasBody
    ? ([["chunked-open", "inside a chunked body", chunkedOpen(on)]] satisfies Place[])
    : []),
];

const placesOfBody = (on: Requests): Place[] => rows`
  no-body | between head and body | ${sendBytes(on.headAlone())}
  in-body | inside the body | ${sendBytes([...on.headAlone(), slice(on.body(), 0, Math.floor(on.bodyBytes / 2))])}
  last-byte | before the last byte of the body | ${sendBytes(on.inTwo()[0])}
`;

function chunkedOpen(on: Requests): RawStep {
  const change = { "Content-Length": null, "Transfer-Encoding": "chunked" };
  return on.send({
    head: on.head({ change }),
    body: [on.bodyBytes.toString(16), "\r\n", ...on.body(), "\r\n"],
  });
}

const CLAUSES: CaseDefinition["clauses"] = [
  "protocol",
  "behaviour",
  "response-status",
  "error-conditions",
];

const ways = (on: Requests): CaseDefinition[] =>
  places(on).flatMap(([name, where, step]): CaseDefinition[] => [
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
      request: wire(step, reset(), on.nthSend(1, { on: 1 }), read({ on: 1 })),
    },
  ]);

const more = (on: Requests): [name: string, reason: string, steps: RawStep[]][] => rows`
  half-close-then-wait | this side stops sending after the request, the response is read after 100 ms | ${[on.send(), halfClose(), pause(100), read()]}
  half-close-two | this side stops sending after two requests | ${[sendBytes([...on.nthMessage(0), ...on.nthMessage(1)]), halfClose(), read(), read()]}
  half-close-head-close | this side stops sending after a request with Connection: close | ${[on.send({ head: on.head({ change: { Connection: "close" } }) }), halfClose(), read()]}
`;

const endings = (on: Requests): CaseDefinition[] => [
  ...ways(on),
  ...casesOf("", more(on), (steps) => wire(...steps), { family: "half-close", clauses: CLAUSES }),
];

export default (on: Requests): Suite =>
  suiteFor(on.interface, {
    name: "connection",
    about: "how the bytes arrive, how the connection ends, several requests on one connection",
    clauses: ["protocol", "behaviour", "response-status", "response-headers"],
    cases: () =>
      [pieces, waits, endings, pipelined, sequences, afterOthers].flatMap((make) => make(on)),
  });
