import { rows } from "../rows.ts";
import {
  endLines,
  pause,
  read,
  sendBytes,
  wire,
  type CaseDefinition,
  type Requests,
} from "../../src/generate/index.ts";
import { slice, type Template } from "../../src/template/index.ts";
import type { RawStep } from "../../src/model/index.ts";

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

type Split = [name: string, reason: string, parts: Template[]];

const afterLines = (on: Requests, lines: Template[]): Split[] =>
  lines.map((line, index) => [
    `after-${index === 0 ? "request-line" : nameOfLine(line)}`,
    `a pause follows the line ${index === 0 ? "of the request" : nameOfLine(line)}`,
    [
      endLines(lines.slice(0, index + 1)),
      [...endLines(lines.slice(index + 1)), "\r\n", ...on.body()],
    ],
  ]);

function splits(on: Requests): Split[] {
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

const inBody = (on: Requests): Split[] => [
  ["after-head", "a pause is between head and body", [on.headAlone(), on.body()]],
  ...placesIn(on.bodyBytes).map((at): Split => [
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

type Way = [name: string, reason: string, steps: RawStep[]];

const many = (on: Requests): Way[] => rows`
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

/** The stated request in other writes: exactly the same bytes. */
export const pieces = (on: Requests): CaseDefinition[] =>
  [
    ...many(on).map(([name, reason, steps]) => ({ name, reason, steps })),
    ...splits(on).map(([name, reason, parts]) => ({ name, reason, steps: inPieces(...parts) })),
  ].map(({ name, reason, steps }) => ({
    name: `pieces-${name}`,
    reason,
    family: "pieces",
    clauses: ["accepts", "protocol", "behaviour", "response-status"],
    request: wire(...steps),
  }));
