import { VALID_BODY_BYTES, user } from "../../src/generate/user-submission.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { endLines } from "../../src/generate/steps.ts";
import { headAlone, headLines, message } from "../../src/generate/user-submission.ts";
import { slice } from "../../src/template/bytes.ts";
import { pause, read, sendBytes, wire } from "../../src/generate/steps.ts";
import { send } from "../../src/generate/user-submission.ts";
import type { RawStep } from "../../src/model/request.ts";
import type { Template } from "../../src/template/template.ts";

const PAUSE_MS = 5;
const LINES = headLines({ change: { "Content-Length": String(VALID_BODY_BYTES) } });
const WHOLE = message();

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

const afterLines: [name: string, reason: string, parts: Template[]][] = LINES.map((line, index) => [
  `after-${index === 0 ? "request-line" : nameOfLine(line)}`,
  `a pause follows the line ${index === 0 ? "of the request" : nameOfLine(line)}`,
  [endLines(LINES.slice(0, index + 1)), [...endLines(LINES.slice(index + 1)), "\r\n", ...user()]],
]);

const SPLITS: [name: string, reason: string, parts: Template[]][] = [
  ["after-1", "a pause follows the first byte", cut(1)],
  ["after-method", "a pause follows the method", cut(4)],
  ["after-method-space", "a pause follows the space after the method", cut(5)],
  ["after-slash", "a pause follows the first byte of the target", cut(6)],
  ...afterLines,
  [
    "in-line-end",
    "a pause stands between CR and LF of the request line",
    [
      [...(LINES[0] ?? []), "\r"],
      ["\n", ...endLines(LINES.slice(1)), "\r\n", ...user()],
    ],
  ],
  [
    "in-header-name",
    "a pause stands inside the name of the first header",
    [
      [...endLines(LINES.slice(0, 1)), "Ho"],
      ["st: ", ...withoutFirstName(), ...user()],
    ],
  ],
  [
    "in-empty-line",
    "a pause stands between CR and LF of the empty line",
    [
      [...endLines(LINES), "\r"],
      ["\n", ...user()],
    ],
  ],
  ["after-head", "a pause stands between head and body", [headAlone(), user()]],
  ...[1, 5, 6, 14, 15, 16, 25, 40, VALID_BODY_BYTES - 2, VALID_BODY_BYTES - 1].map(
    (at): [string, string, Template[]] => [
      `body-${at}`,
      `a pause stands in the body, bytes before it: ${at}`,
      [[...headAlone(), slice(user(), 0, at)], [slice(user(), at)]],
    ],
  ),
];

function cut(at: number): Template[] {
  return [[slice(WHOLE, 0, at)], [slice(WHOLE, at)]];
}

function withoutFirstName(): Template {
  const [, host = [], ...rest] = LINES;
  return [...endLines([host.slice(1), ...rest]), "\r\n"];
}

const MANY: [name: string, reason: string, steps: RawStep[]][] = [
  ["one", "head and body are one write", [sendBytes(WHOLE), read()]],
  ["bytes", "every byte is a write of its own", [send({ pieces: "bytes" }), read()]],
  [
    "bytes-of-body",
    "every byte of the body is a write of its own",
    [sendBytes(headAlone()), sendBytes(user(), { pieces: "bytes" }), read()],
  ],
  [
    "lines",
    "every line is a write of its own",
    inPieces(...LINES.map((line) => endLines([line])), ["\r\n"], user()),
  ],
  [
    "thirds-of-body",
    "the body comes in three writes",
    inPieces(headAlone(), ...[0, 17, 34].map((from) => [slice(user(), from, from + 17)])),
  ],
];

/** The stated request in other writes: the very same bytes. */
export const pieces: CaseDefinition[] = [
  ...MANY.map(([name, reason, steps]) => ({ name, reason, steps })),
  ...SPLITS.map(([name, reason, parts]) => ({ name, reason, steps: inPieces(...parts) })),
].map(({ name, reason, steps }) => ({
  name: `pieces-${name}`,
  reason,
  family: "pieces",
  valid: true,
  clauses: ["accepts", "protocol", "behaviour", "response-status"],
  request: wire(...steps),
}));
