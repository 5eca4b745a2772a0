import type { CaseRow, CaseDefinition, Requests, HeadOptions } from "../../src/generate/index.ts";
import { casesOf, endLines, joinLines, read, wire } from "../../src/generate/index.ts";
import { type Template, rows } from "../../src/template/index.ts";

const CRLF = "\r\n";

type Head = { lines: Template[]; line: Template; headers: Template[]; hasBody: boolean };

function headOf(on: Requests): Head {
  const lines = on.headLines();
  const [line = [], ...headers] = lines;
  return { lines, line, headers, hasBody: on.hasBody };
}

const named = (header: Template, name: string) => String(header[0]).toLowerCase().startsWith(name);
const only = (headers: Template[], name: string) => headers.filter((each) => named(each, name));
const leavingOut = (headers: Template[], name: string) =>
  headers.filter((each) => !named(each, name));

const inLetters = ({ line, headers }: Head, change: (name: string) => string): Template =>
  joinLines([line, ...headers.map(([name, ...value]) => [change(String(name)), ...value])]);

const oddLetters = (name: string) =>
  Array.from(name, (letter, index) =>
    index % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase(),
  ).join("");

const names = (head: Head): CaseRow<Template>[] => rows`
  lower | all header names are in lower case | ${inLetters(head, (name) => name.toLowerCase())}
  upper | all header names are in upper case | ${inLetters(head, (name) => name.toUpperCase())}
  odd | letters of header names are in lower and upper case in turn | ${inLetters(head, oddLetters)}
`;

function orders({ line, headers, hasBody }: Head): CaseRow<Template>[] {
  const sorted = headers.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  const last = (name: string): Template =>
    joinLines([line, ...leavingOut(headers, name), ...only(headers, name)]);
  const first = (name: string): Template =>
    joinLines([line, ...only(headers, name), ...leavingOut(headers, name)]);
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

const lineEnds = ({ lines, line, headers }: Head): CaseRow<Template>[] => rows`
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

const withHead = (on: Requests, entries: CaseRow<Template>[], family: string): CaseDefinition[] =>
  casesOf(family, entries, (head) => wire(on.send({ head }), read()));

export function layout(on: Requests): CaseDefinition[] {
  const head = headOf(on);
  return [
    ...withHead(on, lineEnds(head), "line-end"),
    ...withHead(on, names(head), "name-letters"),
    ...withHead(on, orders(head), "order"),
  ];
}

type Change = CaseRow<HeadOptions>;

function shapes(on: Requests): CaseRow<Template>[] {
  const [line = [], ...headers] = on.headLines();
  const first = (...lines: Template[]): Template => joinLines([line, ...lines, ...headers]);
  return rows`
  leading-space-first | the first header begins with a space | ${first([" X-Extra: 1"])}
  leading-tab-first | the first header begins with a tab | ${first(["\tX-Extra: 1"])}
  fold-space | a value goes on in a line that begins with a space | ${first(["X-Extra: 1\r\n 2"])}
  fold-tab | a value goes on in a line that begins with a tab | ${first(["X-Extra: 1\r\n\t2"])}
  fold-many | a value goes on over five lines | ${first([`X-Extra: 1${"\r\n 2".repeat(5)}`])}
  fold-empty | a line of one space follows a header | ${first(["X-Extra: 1\r\n "])}
  fold-name | the line breaks before the colon | ${first(["X-Extra\r\n : 1"])}
  fold-lf | a value goes on after LF and a space | ${first(["X-Extra: 1\n 2"])}
  no-colon | a header line has no colon | ${first(["X-Extra"])}
  no-colon-last | the last header line has no colon | ${joinLines([line, ...headers, ["X-Extra"]])}
  colon-only | a header line is a colon | ${first([":"])}
  empty-name | a header has an empty name | ${first([": 1"])}
  space-name | the name of a header is a space | ${first(["X-Before: 1"], [" : 1"])}
  two-colons | two colons follow the name | ${first(["X-Extra:: 1"])}
  space-before-colon | a space precedes a colon | ${first(["X-Extra : 1"])}
  tab-before-colon | a tab precedes a colon | ${first(["X-Extra\t: 1"])}
  space-in-name | a name has a space in it | ${first(["X Extra: 1"])}
  empty-value | a value is empty | ${first(["X-Extra:"])}
  spaces-value | a value is ten spaces | ${first(["X-Extra:          "])}
  no-space | no space follows the colon | ${first(["X-Extra:1"])}
  many-spaces | ten spaces follow the colon | ${first(["X-Extra:          1"])}
  tab-after-colon | a tab follows the colon | ${first(["X-Extra:\t1"])}
  trailing-space | a space follows a value | ${first(["X-Extra: 1 "])}
  trailing-tab | a tab follows a value | ${first(["X-Extra: 1\t"])}
`;
}

const length = { bodyLength: 0 };

const CHANGES_OF_BODY: Change[] = rows`
  type-space | a space precedes the colon of Content-Type | ${{ change: { "Content-Type": null, "Content-Type ": "application/json" } }}
  length-space | a space precedes the colon of Content-Length | ${{ change: { "Content-Length": null, "Content-Length ": [length] } }}
  length-tab | a tab precedes the colon of Content-Length | ${{ change: { "Content-Length": null, "Content-Length\t": [length] } }}
  length-underscore | Content_Length replaces Content-Length | ${{ change: { "Content-Length": null, Content_Length: [length] } }}
  length-folded | the value of Content-Length is on the next line | ${{ change: { "Content-Length": ["\r\n ", length] } }}
  type-folded | the value of Content-Type is on the next line | ${{ change: { "Content-Type": "\r\n application/json" } }}
  type-twice-same | Content-Type occurs twice, the same | ${{ extra: [["Content-Type: application/json"]] }}
  type-twice-different | a second Content-Type says text/plain | ${{ extra: [["Content-Type: text/plain"]] }}
`;

const without = (on: Requests, ...kept: string[]): HeadOptions => ({
  change: Object.fromEntries(
    ["Host", "Connection", "Content-Length", ...on.layout.headers.map(([name]) => name)]
      .filter((name) => !kept.includes(name))
      .map((name) => [name, null]),
  ),
});

/** By name, if only a request with a body has the header. */
const ofBody = (on: Requests, ...names: string[]): Change[] =>
  CHANGES_OF_BODY.filter(([name]) => on.hasBody && names.includes(name));

function changes(on: Requests): Change[] {
  const kept = on.hasBody ? ["Host", "Content-Type", "Content-Length"] : ["Host"];
  return rows`
  ${ofBody(on, "type-space")}
  host-space | a space precedes the colon of Host | ${{ change: { Host: null, "Host ": [{ target: "host" }] } }}
  ${ofBody(on, "length-space", "length-tab", "length-underscore", "length-folded", "type-folded")}
  minimal | only ${on.hasBody ? "Host, Content-Type and Content-Length are" : "Host is"} sent | ${without(on, ...kept)}
  no-user-agent | there is no User-Agent | ${{ change: { "User-Agent": null } }}
  empty-user-agent | User-Agent is empty | ${{ change: { "User-Agent": "" } }}
  none | there are no headers | ${without(on)}
  ${ofBody(on, "type-twice-same", "type-twice-different")}
  accept-twice | Accept occurs twice | ${{ extra: [["Accept: application/json"]] }}
  accept-encoding-twice | Accept-Encoding occurs twice | ${{ extra: [["Accept-Encoding: identity"]] }}
  user-agent-twice | User-Agent occurs twice | ${{ extra: [["User-Agent: another"]] }}
  extra-twice | an unknown header occurs twice with other values | ${{ extra: [["X-Extra: 1"], ["X-Extra: 2"]] }}
`;
}

export const lines = (on: Requests): CaseDefinition[] => [
  ...withHead(on, shapes(on), "shape"),
  ...casesOf("lines", changes(on), (options) => on.rawRequest(options)),
];
