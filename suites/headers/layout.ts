import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { endLines, joinLines } from "../../src/generate/steps.ts";
import { headLines } from "../../src/generate/user-submission.ts";
import { read, wire } from "../../src/generate/steps.ts";
import { send } from "../../src/generate/user-submission.ts";
import type { Template } from "../../src/template/template.ts";

type Row = [name: string, reason: string, head: Template];

const LINES = headLines();
const [LINE = [], ...HEADERS] = LINES;
const CRLF = "\r\n";

const named = (header: Template, name: string) => String(header[0]).toLowerCase().startsWith(name);
const only = (name: string) => HEADERS.filter((header) => named(header, name));
const without = (...names: string[]) =>
  HEADERS.filter((header) => !names.some((name) => named(header, name)));
const sorted = HEADERS.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));

const inLetters = (change: (name: string) => string): Template =>
  joinLines([LINE, ...HEADERS.map(([name, ...value]) => [change(String(name)), ...value])]);

const oddLetters = (name: string) =>
  Array.from(name, (letter, index) =>
    index % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase(),
  ).join("");

const NAMES: Row[] = [
  ["lower", "all header names are in lower case", inLetters((name) => name.toLowerCase())],
  ["upper", "all header names are in upper case", inLetters((name) => name.toUpperCase())],
  ["odd", "letters of header names are in lower and upper case in turn", inLetters(oddLetters)],
];

const ORDERS: Row[] = [
  ["reversed", "the headers are in reversed order", joinLines([LINE, ...HEADERS.toReversed()])],
  ["sorted", "the headers are in the order of the alphabet", joinLines([LINE, ...sorted])],
  ["host-last", "Host is the last header", joinLines([LINE, ...without("host"), ...only("host")])],
  [
    "length-first",
    "Content-Length is the first header",
    joinLines([LINE, ...only("content-length"), ...without("content-length")]),
  ],
  [
    "body-headers-first",
    "Content-Type and Content-Length come first",
    joinLines([LINE, ...only("content"), ...without("content")]),
  ],
  [
    "body-headers-last",
    "Content-Type and Content-Length come last",
    joinLines([LINE, ...without("content"), ...only("content")]),
  ],
  [
    "connection-last",
    "Connection is the last header",
    joinLines([LINE, ...without("connection"), ...only("connection")]),
  ],
];

const LINE_ENDS: Row[] = [
  ["lf", "all lines end with LF alone", joinLines(LINES, "\n")],
  ["cr", "all lines end with CR alone", joinLines(LINES, "\r")],
  ["lf-cr", "all lines end with LF CR", joinLines(LINES, "\n\r")],
  ["cr-cr-lf", "all lines end with CR CR LF", joinLines(LINES, "\r\r\n")],
  ["nul-lf", "all lines end with NUL LF", joinLines(LINES, "\0\n")],
  ["line-lf", "the request line alone ends with LF", [...LINE, "\n", ...joinLines(HEADERS)]],
  ["line-cr", "the request line alone ends with CR", [...LINE, "\r", ...joinLines(HEADERS)]],
  [
    "headers-lf",
    "all but the request line end with LF",
    [...LINE, CRLF, ...joinLines(HEADERS, "\n")],
  ],
  [
    "one-lf",
    "the first header alone ends with LF",
    [...LINE, CRLF, ...endLines(HEADERS.slice(0, 1), "\n"), ...joinLines(HEADERS.slice(1))],
  ],
  [
    "one-cr",
    "the first header alone ends with CR",
    [...LINE, CRLF, ...endLines(HEADERS.slice(0, 1), "\r"), ...joinLines(HEADERS.slice(1))],
  ],
  ["empty-lf", "the empty line is LF alone", [...endLines(LINES), "\n"]],
  ["empty-cr", "the empty line is CR alone", [...endLines(LINES), "\r"]],
  ["empty-space", "the empty line has a space in it", [...endLines(LINES), " \r\n"]],
  [
    "empty-early",
    "an empty line follows the request line",
    [...LINE, CRLF, ...joinLines([[], ...HEADERS])],
  ],
  ["empty-twice", "two empty lines end the head", [...joinLines(LINES), CRLF]],
];

const withHead = (rows: Row[], family: string): CaseDefinition[] =>
  rows.map(([name, reason, head]) => ({
    name: `${family}-${name}`,
    reason,
    family,
    request: wire(send({ head }), read()),
  }));

/** Line ends, order, letters of names. */
export const layout: CaseDefinition[] = [
  ...withHead(LINE_ENDS, "line-end"),
  ...withHead(NAMES, "name-letters"),
  ...withHead(ORDERS, "order"),
];
