import type { CaseRow, CaseDefinition, Requests } from "../src/generate/index.ts";
import { casesOf, halfClose, pause, read, reset, sendBytes, wire } from "../src/generate/index.ts";
import { suiteFor, endLines } from "../src/generate/index.ts";
import type { ClauseId } from "../src/contract/index.ts";
import { slice, rows, type Template } from "../src/template/index.ts";
import type { RawStep, Suite } from "../src/model/index.ts";
import { pipelined, afterOthers, sequences } from "./connection/several.ts";

const places = (on: Requests): CaseRow<RawStep>[] => rows`
  nothing-sent | before the first byte | ${sendBytes([])}
  in-head | inside the head | ${sendBytes([slice(on.message(), 0, 60)])}
  ${on.hasBody ? placesOfBody(on) : []}
  whole | after the whole request | ${on.send()}
  chunked-open | inside a chunked body | ${on.hasBody ? chunkedOpen(on) : undefined}
`;

const placesOfBody = (on: Requests): CaseRow<RawStep>[] => rows`
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

const CLAUSES: ClauseId[] = ["protocol", "behaviour", "response-status", "error-conditions"];

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

const more = (on: Requests): CaseRow<RawStep[]>[] => rows`
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

const PAUSE_MS = 5;

/** The lines of the stated head, with the length of the body as a number. */
const linesOf = (on: Requests): Template[] =>
  on.headLines(on.hasBody ? { change: { "Content-Length": String(on.bodyBytes) } } : {});

const inPieces = (...parts: Template[]): RawStep[] => [
  ...parts.flatMap((part, index) =>
    index === 0 ? [sendBytes(part)] : [pause(PAUSE_MS), sendBytes(part)],
  ),
  read(),
];

const nameOfLine = (line: Template) =>
  String(line[0])
    .replace(/[^a-z]+/gi, "-")
    .replace(/-$/, "")
    .toLowerCase();

const afterLines = (on: Requests, lines: Template[]): CaseRow<Template[]>[] =>
  lines.map((line, index) => [
    `after-${index === 0 ? "request-line" : nameOfLine(line)}`,
    `a pause follows the line ${index === 0 ? "of the request" : nameOfLine(line)}`,
    [
      endLines(lines.slice(0, index + 1)),
      [...endLines(lines.slice(index + 1)), "\r\n", ...on.body()],
    ],
  ]);

function splits(on: Requests): CaseRow<Template[]>[] {
  const lines = linesOf(on);
  const whole = on.message();
  const cut = (at: number): Template[] => [[slice(whole, 0, at)], [slice(whole, at)]];
  const { length } = on.interface.method;
  return rows`
  after-1 | a pause follows the first byte | ${cut(1)}
  after-method | a pause follows the method | ${cut(length)}
  after-method-space | a pause follows the space after the method | ${cut(length + 1)}
  after-slash | a pause follows the first byte of the target | ${cut(length + 2)}
  ${afterLines(on, lines)}
  in-line-end | a pause is between CR and LF of the request line | ${[
    [...(lines[0] ?? []), "\r"],
    ["\n", ...endLines(lines.slice(1)), "\r\n", ...on.body()],
  ]}
  in-header-name | a pause is inside the name of the first header | ${[
    [...endLines(lines.slice(0, 1)), "Ho"],
    ["st: ", ...withoutFirstName(lines), ...on.body()],
  ]}
  in-empty-line | a pause is between CR and LF of the empty line | ${[
    [...endLines(lines), "\r"],
    ["\n", ...on.body()],
  ]}
  ${on.hasBody ? inBody(on) : []}
`;
}

const inBody = (on: Requests): CaseRow<Template[]>[] => [
  ["after-head", "a pause is between head and body", [on.headAlone(), on.body()]],
  ...placesIn(on.bodyBytes).map((at): CaseRow<Template[]> => [
    `body-${at}`,
    `a pause is in the body, bytes before it: ${at}`,
    [[...on.headAlone(), slice(on.body(), 0, at)], [slice(on.body(), at)]],
  ]),
];

const placesIn = (bytes: number): number[] =>
  [...new Set([1, 5, 6, 14, 15, 16, 25, 40, bytes - 2, bytes - 1])].filter(
    (at) => at > 0 && at < bytes,
  );

function withoutFirstName(lines: Template[]): Template {
  const [, host = [], ...rest] = lines;
  return [...endLines([host.slice(1), ...rest]), "\r\n"];
}

const many = (on: Requests): CaseRow<RawStep[]>[] => rows`
  one | head and body are one write | ${[sendBytes(on.message()), read()]}
  bytes | every byte is a write of its own | ${[on.send({ pieces: "bytes" }), read()]}
  bytes-of-body | every byte of the body is a write of its own | ${on.hasBody ? [sendBytes(on.headAlone()), sendBytes(on.body(), { pieces: "bytes" }), read()] : undefined}
  lines | every line is a write of its own | ${inPieces(...linesOf(on).map((line) => endLines([line])), ["\r\n"], ...(on.hasBody ? [on.body()] : []))}
  thirds-of-body | the body comes in three writes | ${on.hasBody ? thirds(on) : undefined}
`;

function thirds(on: Requests): RawStep[] {
  const size = Math.ceil(on.bodyBytes / 3);
  const parts = [0, 1, 2].map((nth) => [slice(on.body(), nth * size, (nth + 1) * size)]);
  return inPieces(on.headAlone(), ...parts);
}

function pieces(on: Requests): CaseDefinition[] {
  const about: Partial<CaseDefinition> = {
    clauses: ["accepts", "protocol", "behaviour", "response-status"],
  };
  return [
    ...casesOf("pieces", many(on), (steps) => wire(...steps), about),
    ...casesOf("pieces", splits(on), (parts) => wire(...inPieces(...parts)), about),
  ];
}

const IDLE_MS = 200;

function slow(on: Requests): CaseRow<RawStep[]>[] {
  const whole = on.message();
  return rows`
  before-first-byte | 200 ms pass between opening the connection and the first byte | ${[sendBytes([]), pause(IDLE_MS), on.send(), read()]}
  in-request-line | 200 ms pass inside the request line | ${[sendBytes([slice(whole, 0, 6)]), pause(IDLE_MS), sendBytes([slice(whole, 6)]), read()]}
  in-head | 200 ms pass inside the head | ${[sendBytes([slice(whole, 0, 60)]), pause(IDLE_MS), sendBytes([slice(whole, 60)]), read()]}
  ${on.hasBody ? slowBody(on) : []}
  before-read | the response is read after 200 ms | ${[on.send(), pause(IDLE_MS), read()]}
`;
}

function slowBody(on: Requests): CaseRow<RawStep[]>[] {
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

function stalls(on: Requests): CaseRow<RawStep[]>[] {
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
    rung: { axis: "silent connections besides the request", at: `${count}`, unit: "connections" },
    clauses: ["limit-rate", "behaviour", "response-status"],
    ...(count > 10 && { alone: true as const }),
    request: wire(
      ...Array.from({ length: count }, (_, index) => sendBytes([], { on: index + 1 })),
      on.send(),
      read(),
    ),
  }));

const waits = (on: Requests): CaseDefinition[] => [
  ...casesOf("wait", slow(on), (steps) => wire(...steps), {
    clauses: ["limit-time", "behaviour", "response-status"],
  }),
  ...casesOf("stall", stalls(on), (steps) => wire(...steps), {
    clauses: ["limit-time", "behaviour", "error-conditions"],
  }),
  ...silent(on),
];
