import { casesOf, rows } from "../rows.ts";
import type { CaseDefinition, Requests } from "../../src/generate/index.ts";
import { raw, slice, times, type Template, type TemplatePart } from "../../src/template/index.ts";
import { whole } from "../../src/text/index.ts";

type Row = [name: string, reason: string, line: Template];

const PATH: TemplatePart = { target: "path" };
const HOST: TemplatePart = { target: "host" };
const VERSION = " HTTP/1.1";

const forms = (method: string): Row[] => rows`
  absolute | the target is the whole URL | ${[`${method} `, { target: "origin" }, PATH, VERSION]}
  absolute-other-host | the target is a URL of example.com | ${[`${method} http://example.com`, PATH, VERSION]}
  absolute-https | the target is an https URL | ${[`${method} https://`, HOST, PATH, VERSION]}
  absolute-ftp | the target is an ftp URL | ${[`${method} ftp://`, HOST, PATH, VERSION]}
  absolute-upper | the target's scheme is HTTP | ${[`${method} HTTP://`, HOST, PATH, VERSION]}
  absolute-no-path | the target is a URL without a path | ${[`${method} http://`, HOST, VERSION]}
  absolute-no-host | the target is a URL without a host | ${[`${method} http://`, PATH, VERSION]}
  absolute-userinfo | the target is a URL with user and password | ${[`${method} http://user:password@`, HOST, PATH, VERSION]}
  absolute-bad-port | the target's port is a word | ${[`${method} http://localhost:x`, PATH, VERSION]}
  authority | the target is host and port | ${[`${method} `, HOST, VERSION]}
  authority-connect | CONNECT to host and port | ${["CONNECT ", HOST, VERSION]}
  asterisk | the target is * | ${[`${method} *`, VERSION]}
  mailto | the target is a mailto address | ${[`${method} mailto:user@example.com`, VERSION]}
  hash-only | the target is a fragment | ${[`${method} #frag`, VERSION]}
  query-only | the target is a query | ${[`${method} ?x=1`, VERSION]}
`;

const shapes = (method: string): Row[] => [
  ["empty-target", "two spaces and no target between them", [`${method} `, VERSION]],
  ["missing-target", "one space and no target", [method, VERSION]],
  ["two-spaces-before", "two spaces precede the target", [`${method}  `, PATH, VERSION]],
  ["two-spaces-after", "two spaces stand after the target", [`${method} `, PATH, " ", VERSION]],
  ["tab-before", "a tab separates method and target", [`${method}\t`, PATH, VERSION]],
  ["tab-after", "a tab separates target and version", [`${method} `, PATH, "\tHTTP/1.1"]],
  ["vertical-tab", "a vertical tab separates method and target", [`${method}\v`, PATH, VERSION]],
  ["raw-space", "a space follows in the target", [`${method} `, PATH, " x", VERSION]],
  ["raw-tab", "a tab follows in the target", [`${method} `, PATH, "\t", VERSION]],
  ["raw-nul", "a NUL byte follows in the target", [`${method} `, PATH, raw(0), VERSION]],
  ["raw-01", "the byte 0x01 follows in the target", [`${method} `, PATH, raw(1), VERSION]],
  ["raw-7f", "the byte 0x7f follows in the target", [`${method} `, PATH, raw(0x7f), VERSION]],
  ["raw-80", "the byte 0x80 follows in the target", [`${method} `, PATH, raw(0x80), VERSION]],
  ["raw-ff", "the byte 0xff follows in the target", [`${method} `, PATH, raw(0xff), VERSION]],
  ["raw-utf8", "an accented letter follows in UTF-8", [`${method} `, PATH, "\u00e9", VERSION]],
  ["raw-cr", "a CR follows in the target", [`${method} `, PATH, "\rx", VERSION]],
  ["raw-query-utf8", "the query has UTF-8 in it", [`${method} `, PATH, "?x=\u00e9", VERSION]],
  ["raw-query-nul", "the query has a NUL byte in it", [`${method} `, PATH, "?x=", raw(0), VERSION]],
  ["words-only", "the request line is one word", [method]],
];

const byLine = (on: Requests, entries: Row[], family: string): CaseDefinition[] =>
  casesOf("", entries, (line) => on.rawRequest({ line }), { family });

const SIZES = [256, 512, 1024, 2048, 4096, 8000, 8192, 16_384, 32_768, 65_536];

const long = (on: Requests, what: string, opening: string): CaseDefinition[] =>
  SIZES.map((size) => ({
    name: `long-${what}-${size}`,
    reason: `a ${what} makes the target ${whole(size)} bytes long`,
    family: `long-${what}`,
    rung: { axis: `request target bytes by ${what}`, at: String(size), unit: "bytes" },
    clauses: ["limit-size", "path", "response-status", "error-conditions", "error-codes"],
    request: on.rawRequest({
      line: on.requestLine({ path: [slice([PATH, opening, times("a", size)], 0, size)] }),
    }),
  }));

const segments = (on: Requests): CaseDefinition[] =>
  [10, 100, 1000, 10_000].map((count) => ({
    name: `segments-${count}`,
    reason: `path segments after ${lastSegment(on)}: ${count}`,
    family: "many-segments",
    rung: { axis: `path segments after ${lastSegment(on)}`, at: String(count) },
    request: on.rawRequest({ line: on.requestLine({ path: [PATH, times("/a", count)] }) }),
  }));

const parameters = (on: Requests): CaseDefinition[] =>
  [10, 100, 1000, 5000].map((count) => ({
    name: `query-parameters-${count}`,
    reason: `parameters in the query: ${count}`,
    family: "many-parameters",
    rung: { axis: "query parameters", at: String(count) },
    request: on.rawRequest({
      line: on.requestLine({ path: [PATH, "?", times("a=1&", count - 1), "a=1"] }),
    }),
  }));

/** Request lines that need raw bytes, and long ones. */
export const requestLines = (on: Requests): CaseDefinition[] => [
  ...byLine(on, forms(on.interface.method), "target-form"),
  ...byLine(on, shapes(on.interface.method), "line-shape"),
  ...long(on, "query", "?x="),
  ...long(on, "path", "/"),
  ...segments(on),
  ...parameters(on),
];

const lastSegment = ({ interface: { path } }: Requests): string =>
  path.slice(path.lastIndexOf("/") + 1) || "/";
