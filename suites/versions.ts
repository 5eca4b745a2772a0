import type { CaseRow, CaseDefinition, HeadOptions, Requests } from "../src/generate/index.ts";
import { ladderRows, casesOf, read, sendBytes, suiteFor, wire } from "../src/generate/index.ts";
import { raw, times, type Template, type TemplatePart, rows } from "../src/template/index.ts";
import type { Suite } from "../src/model/index.ts";

const PATH: Template = [{ target: "path" }];

const NUMBERS: CaseRow<string>[] = [
  ["1.0", "the version is 1.0", "HTTP/1.0"],
  ["0.9", "the version is written out as 0.9", "HTTP/0.9"],
  ["1.2", "the version is 1.2", "HTTP/1.2"],
  ["1.9", "the version is 1.9", "HTTP/1.9"],
  ["1.10", "the version is 1.10", "HTTP/1.10"],
  ["2.0", "the version is 2.0", "HTTP/2.0"],
  ["2", "the version is 2", "HTTP/2"],
  ["3.0", "the version is 3.0", "HTTP/3.0"],
  ["9.9", "the version is 9.9", "HTTP/9.9"],
  ["11", "the version is 11, without a full stop", "HTTP/11"],
  ["1.1.1", "the version has three numbers", "HTTP/1.1.1"],
  ["01.1", "a zero precedes the version", "HTTP/01.1"],
  ["1.01", "a zero precedes the minor version", "HTTP/1.01"],
  ["minus", "the version is -1.1", "HTTP/-1.1"],
  ["plus", "the version is +1.1", "HTTP/+1.1"],
  ["4294967297.1", "the major version is 2^32 + 1", "HTTP/4294967297.1"],
];

const SPELLINGS: CaseRow<string>[] = [
  ["lower-case", "HTTP is in lower case", "http/1.1"],
  ["capitalised", "HTTP is written Http", "Http/1.1"],
  ["https", "the protocol is called HTTPS", "HTTPS/1.1"],
  ["sip", "the protocol is SIP/2.0", "SIP/2.0"],
  ["rtsp", "the protocol is RTSP/1.0", "RTSP/1.0"],
  ["icap", "the protocol is ICAP/1.0", "ICAP/1.0"],
  ["no-name", "the version is without a name", "/1.1"],
  ["name-only", "the name is without a version", "HTTP"],
  ["slash-only", "nothing follows HTTP/", "HTTP/"],
  ["comma", "a comma is in the version", "HTTP/1,1"],
  ["no-minor", "the minor version is missing", "HTTP/1."],
  ["no-major", "the major version is missing", "HTTP/.1"],
  ["no-slash", "a space replaces the slash", "HTTP 1.1"],
  ["two-slashes", "two slashes precede the version", "HTTP//1.1"],
  ["space-inside", "a space follows the slash", "HTTP/ 1.1"],
  ["letter", "the minor version is a letter", "HTTP/1.x"],
  ["fullwidth", "the digits are full-width", "HTTP/\uff11.\uff11"],
  ["trailing-space", "a space follows the version", "HTTP/1.1 "],
  ["trailing-tab", "a tab follows the version", "HTTP/1.1\t"],
  ["trailing-word", "a word follows the version", "HTTP/1.1 extra"],
  ["words", "words replace the version", "some version"],
];

const inVersion = (on: Requests, version: string) =>
  on.rawRequest({ line: on.requestLine({ version }) });

const OLD: [name: string, reason: string, change: HeadOptions["change"]][] = rows`
  close | the version is 1.0, with Connection: close | ${{ Connection: "close" }}
  no-connection | the version is 1.0, without Connection | ${{ Connection: null }}
  no-host | the version is 1.0, without Host | ${{ Host: null }}
  no-host-no-connection | the version is 1.0, without Host and Connection | ${{ Host: null, Connection: null }}
  no-length | the version is 1.0, without Content-Length | ${{ "Content-Length": null }}
`;

const old = (on: Requests): CaseDefinition[] => [
  ...casesOf(
    "http-1.0",
    OLD.filter(([name]) => on.hasBody || name !== "no-length"),
    (change) => on.rawRequest({ line: oldLine(on), change: change ?? {} }),
  ),
  ...["keep-alive", "close"].map((connection) => ({
    name: `http-1.0-twice-${connection}`,
    reason: `two requests of version 1.0 on one connection, with Connection: ${connection}`,
    family: "http-1.0",
    clauses: ["protocol" as const, "behaviour" as const, "states" as const],
    request: twice(on, on.head({ line: oldLine(on), change: { Connection: connection } })),
  })),
];

const oldLine = (on: Requests): Template => on.requestLine({ version: "HTTP/1.0" });

const twice = (on: Requests, head: Template) =>
  wire(on.send({ head }), read(), on.send({ head }), read());

/** TLS 1.2 record and handshake heads, a random of 0 to 31, no session, one suite, no compression. */
const CLIENT_HELLO: TemplatePart = {
  base64: Buffer.concat([
    Buffer.from("160301002d010000290303", "hex"),
    Buffer.from(Array.from({ length: 32 }, (_, index) => index)),
    Buffer.from("00000213010100", "hex"),
  ]).toString("base64"),
};

const openings = (on: Requests): CaseRow<Template>[] => rows`
  simple-get | GET with a path and no version, as in HTTP/0.9 | ${["GET ", ...PATH, "\r\n"]}
  simple-get-lf | GET with a path and no version, ended by LF | ${["GET ", ...PATH, "\n"]}
  ${simpleStated(on)}
  h2-preface | the connection preface of HTTP/2 | ${["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]}
  h2-preface-settings | the connection preface of HTTP/2 with an empty SETTINGS frame | ${["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", raw(0, 0, 0, 4, 0, 0, 0, 0, 0)]}
  tls-client-hello | a TLS ClientHello | ${[CLIENT_HELLO]}
  ssh-banner | the banner of an SSH client | ${["SSH-2.0-witness\r\n"]}
  smtp-hello | the greeting of a mail client | ${["EHLO example.com\r\n"]}
  crlf-only | CR LF and nothing else | ${["\r\n"]}
  two-crlf-only | CR LF twice and nothing else | ${["\r\n\r\n"]}
  zero-bytes | 64 NUL bytes | ${[{ repeat: [raw(0)], times: 64 }]}
  response | a response instead of a request | ${["HTTP/1.1 200 OK\r\n\r\n"]}
  document-only | the document without a head | ${on.hasBody ? on.body() : undefined}
`;

/** The stated method as in HTTP/0.9; GET exists separately. */
function simpleStated(on: Requests): CaseRow<Template>[] {
  const { method } = on.interface;
  if (method === "GET") return [];
  const name = `simple-${method.toLowerCase()}`;
  const line = [`${method} `, ...PATH, "\r\n"];
  const entries: CaseRow<Template>[] = [[name, `${method} with a path and no version`, line]];
  if (!on.hasBody) return entries;
  const reason = `${method} with a path and no version, then the document`;
  return [...entries, [`${name}-document`, reason, [...line, ...on.body()]]];
}

const emptyLines = (on: Requests): CaseDefinition[] => ladderRows()`
  empty-lines | empty lines before the request line: N | empty-lines | empty lines before the request line | | ${[1, 2, 3, 10, 100, 1000]} | ${(count) => on.rawRequest({ line: [times("\r\n", count), ...on.requestLine()] })}
`;

export default (on: Requests): Suite =>
  suiteFor(on.interface, {
    name: "versions",
    about: "other protocol versions and other protocols",
    clauses: ["protocol", "response-status", "error-conditions", "error-codes", "error-payload"],
    cases: () => [
      ...casesOf("number", NUMBERS, (version) => inVersion(on, version)),
      ...casesOf("spelling", SPELLINGS, (version) => inVersion(on, version)),
      ...old(on),
      ...casesOf("opening", openings(on), (bytes) => wire(sendBytes(bytes), read())),
      {
        name: "empty-line-lf",
        reason: "an empty line ended by LF before the request line",
        family: "empty-lines",
        request: on.rawRequest({ line: ["\n", ...on.requestLine()] }),
      },
      ...emptyLines(on),
    ],
  });
