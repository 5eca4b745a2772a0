import { casesOf, rows } from "../rows.ts";
import {
  joinLines,
  read,
  wire,
  type CaseDefinition,
  type HeadOptions,
  type Requests,
} from "../../src/generate/index.ts";
import type { Template } from "../../src/template/index.ts";

type Row = [name: string, reason: string, head: Template];

type Change = [name: string, reason: string, options: HeadOptions];

function shapes(on: Requests): Row[] {
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

/** Headers that only a request with a body has. */
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

/** All stated headers removed except these. */
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

/** Single lines: folds, colons, white space, missing, repeated. */
export const lines = (on: Requests): CaseDefinition[] => [
  ...casesOf("shape", shapes(on), (head) => wire(on.send({ head }), read())),
  ...casesOf("lines", changes(on), (options) => on.rawRequest(options)),
];
