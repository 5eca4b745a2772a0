import { rows } from "../rows.ts";
import {
  endLines,
  joinLines,
  read,
  wire,
  type CaseDefinition,
  type Requests,
} from "../../src/generate/index.ts";
import type { Template } from "../../src/template/index.ts";

type Row = [name: string, reason: string, head: Template];

const CRLF = "\r\n";

/** The stated head split into parts. */
type Head = { lines: Template[]; line: Template; headers: Template[]; hasBody: boolean };

function headOf(on: Requests): Head {
  const lines = on.headLines();
  const [line = [], ...headers] = lines;
  return { lines, line, headers, hasBody: on.hasBody };
}

const named = (header: Template, name: string) => String(header[0]).toLowerCase().startsWith(name);
const only = (headers: Template[], name: string) => headers.filter((each) => named(each, name));
const without = (headers: Template[], name: string) => headers.filter((each) => !named(each, name));

const inLetters = ({ line, headers }: Head, change: (name: string) => string): Template =>
  joinLines([line, ...headers.map(([name, ...value]) => [change(String(name)), ...value])]);

const oddLetters = (name: string) =>
  Array.from(name, (letter, index) =>
    index % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase(),
  ).join("");

const names = (head: Head): Row[] => rows`
  lower | all header names are in lower case | ${inLetters(head, (name) => name.toLowerCase())}
  upper | all header names are in upper case | ${inLetters(head, (name) => name.toUpperCase())}
  odd | letters of header names are in lower and upper case in turn | ${inLetters(head, oddLetters)}
`;

function orders({ line, headers, hasBody }: Head): Row[] {
  const sorted = headers.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  const last = (name: string): Template =>
    joinLines([line, ...without(headers, name), ...only(headers, name)]);
  const first = (name: string): Template =>
    joinLines([line, ...only(headers, name), ...without(headers, name)]);
  return rows`
  reversed | the headers are in reversed order | ${joinLines([line, ...headers.toReversed()])}
  sorted | the headers are in the order of the alphabet | ${joinLines([line, ...sorted])}
  host-last | Host is the last header | ${last("host")}
  length-first | Content-Length is the first header | ${hasBody ? first("content-length") : undefined}
  body-headers-first | Content-Type and Content-Length come first | ${hasBody ? first("content") : undefined}
  body-headers-last | Content-Type and Content-Length come last | ${hasBody ? last("content") : undefined}
  connection-last | Connection is the last header | ${last("connection")}
`;
}

const lineEnds = ({ lines, line, headers }: Head): Row[] => rows`
  lf | all lines end with LF alone | ${joinLines(lines, "\n")}
  cr | all lines end with CR alone | ${joinLines(lines, "\r")}
  lf-cr | all lines end with LF CR | ${joinLines(lines, "\n\r")}
  cr-cr-lf | all lines end with CR CR LF | ${joinLines(lines, "\r\r\n")}
  nul-lf | all lines end with NUL LF | ${joinLines(lines, "\0\n")}
  line-lf | the request line alone ends with LF | ${[...line, "\n", ...joinLines(headers)]}
  line-cr | the request line alone ends with CR | ${[...line, "\r", ...joinLines(headers)]}
  headers-lf | all but the request line end with LF | ${[...line, CRLF, ...joinLines(headers, "\n")]}
  one-lf | the first header alone ends with LF | ${[...line, CRLF, ...endLines(headers.slice(0, 1), "\n"), ...joinLines(headers.slice(1))]}
  one-cr | the first header alone ends with CR | ${[...line, CRLF, ...endLines(headers.slice(0, 1), "\r"), ...joinLines(headers.slice(1))]}
  empty-lf | the empty line is LF alone | ${[...endLines(lines), "\n"]}
  empty-cr | the empty line is CR alone | ${[...endLines(lines), "\r"]}
  empty-space | the empty line has a space in it | ${[...endLines(lines), " \r\n"]}
  empty-early | an empty line follows the request line | ${[...line, CRLF, ...joinLines([[], ...headers])]}
  empty-twice | two empty lines end the head | ${[...joinLines(lines), CRLF]}
`;

const withHead = (on: Requests, entries: Row[], family: string): CaseDefinition[] =>
  entries.map(([name, reason, head]) => ({
    name: `${family}-${name}`,
    reason,
    family,
    request: wire(on.send({ head }), read()),
  }));

/** Line ends, order, letters of names. */
export function layout(on: Requests): CaseDefinition[] {
  const head = headOf(on);
  return [
    ...withHead(on, lineEnds(head), "line-end"),
    ...withHead(on, names(head), "name-letters"),
    ...withHead(on, orders(head), "order"),
  ];
}
