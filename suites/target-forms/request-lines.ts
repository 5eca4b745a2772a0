import { raw, times } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { slice } from "../../src/template/bytes.ts";
import { requestLine, wirePost } from "../../src/generate/user-submission.ts";
import type { Template, TemplatePart } from "../../src/template/template.ts";

type Row = [name: string, reason: string, line: Template];

const PATH: TemplatePart = { target: "path" };
const HOST: TemplatePart = { target: "host" };
const VERSION = " HTTP/1.1";

const FORMS: Row[] = [
  ["absolute", "the target is the whole URL", ["POST ", { target: "origin" }, PATH, VERSION]],
  [
    "absolute-other-host",
    "the target is a URL of example.com",
    ["POST http://example.com", PATH, VERSION],
  ],
  ["absolute-https", "the target is an https URL", ["POST https://", HOST, PATH, VERSION]],
  ["absolute-ftp", "the target is an ftp URL", ["POST ftp://", HOST, PATH, VERSION]],
  ["absolute-upper", "the target's scheme is HTTP", ["POST HTTP://", HOST, PATH, VERSION]],
  ["absolute-no-path", "the target is a URL without a path", ["POST http://", HOST, VERSION]],
  ["absolute-no-host", "the target is a URL without a host", ["POST http://", PATH, VERSION]],
  [
    "absolute-userinfo",
    "the target is a URL with user and password",
    ["POST http://user:password@", HOST, PATH, VERSION],
  ],
  ["absolute-bad-port", "the target's port is a word", ["POST http://localhost:x", PATH, VERSION]],
  ["authority", "the target is host and port", ["POST ", HOST, VERSION]],
  ["authority-connect", "CONNECT to host and port", ["CONNECT ", HOST, VERSION]],
  ["asterisk", "the target is *", ["POST *", VERSION]],
  ["mailto", "the target is a mailto address", ["POST mailto:user@example.com", VERSION]],
  ["hash-only", "the target is a fragment", ["POST #frag", VERSION]],
  ["query-only", "the target is a query", ["POST ?x=1", VERSION]],
];

const SHAPES: Row[] = [
  ["empty-target", "two spaces and no target between them", ["POST ", VERSION]],
  ["missing-target", "one space and no target", ["POST", VERSION]],
  ["two-spaces-before", "two spaces stand before the target", ["POST  ", PATH, VERSION]],
  ["two-spaces-after", "two spaces stand after the target", ["POST ", PATH, " ", VERSION]],
  ["tab-before", "a tab separates method and target", ["POST\t", PATH, VERSION]],
  ["tab-after", "a tab separates target and version", ["POST ", PATH, "\tHTTP/1.1"]],
  ["vertical-tab", "a vertical tab separates method and target", ["POST\v", PATH, VERSION]],
  ["raw-space", "a space follows in the target", ["POST ", PATH, " x", VERSION]],
  ["raw-tab", "a tab follows in the target", ["POST ", PATH, "\t", VERSION]],
  ["raw-nul", "a NUL byte follows in the target", ["POST ", PATH, raw(0), VERSION]],
  ["raw-01", "the byte 0x01 follows in the target", ["POST ", PATH, raw(1), VERSION]],
  ["raw-7f", "the byte 0x7f follows in the target", ["POST ", PATH, raw(0x7f), VERSION]],
  ["raw-80", "the byte 0x80 follows in the target", ["POST ", PATH, raw(0x80), VERSION]],
  ["raw-ff", "the byte 0xff follows in the target", ["POST ", PATH, raw(0xff), VERSION]],
  ["raw-utf8", "an accented letter follows in UTF-8", ["POST ", PATH, "\u00e9", VERSION]],
  ["raw-cr", "a CR follows in the target", ["POST ", PATH, "\rx", VERSION]],
  ["raw-query-utf8", "the query has UTF-8 in it", ["POST ", PATH, "?x=\u00e9", VERSION]],
  ["raw-query-nul", "the query has a NUL byte in it", ["POST ", PATH, "?x=", raw(0), VERSION]],
  ["words-only", "the request line is one word", ["POST"]],
];

const byLine = (rows: Row[], family: string): CaseDefinition[] =>
  rows.map(([name, reason, line]) => ({ name, reason, family, request: wirePost({ line }) }));

const SIZES = [256, 512, 1024, 2048, 4096, 8000, 8192, 16_384, 32_768, 65_536];

const long = (what: string, opening: string): CaseDefinition[] =>
  SIZES.map((size) => ({
    name: `long-${what}-${size}`,
    reason: `a ${what} makes the target ${size} bytes long`,
    family: `long-${what}`,
    rung: { axis: `request target bytes by ${what}`, at: String(size), unit: "bytes" },
    clauses: ["limit-size", "path", "response-status", "error-conditions", "error-codes"],
    request: wirePost({
      line: requestLine({ path: [slice([PATH, opening, times("a", size)], 0, size)] }),
    }),
  }));

const segments: CaseDefinition[] = [10, 100, 1000, 10_000].map((count) => ({
  name: `segments-${count}`,
  reason: `path segments after user: ${count}`,
  family: "many-segments",
  rung: { axis: "path segments after user", at: String(count) },
  request: wirePost({ line: requestLine({ path: [PATH, times("/a", count)] }) }),
}));

const parameters: CaseDefinition[] = [10, 100, 1000, 5000].map((count) => ({
  name: `query-parameters-${count}`,
  reason: `parameters in the query: ${count}`,
  family: "many-parameters",
  rung: { axis: "query parameters", at: String(count) },
  request: wirePost({ line: requestLine({ path: [PATH, "?", times("a=1&", count - 1), "a=1"] }) }),
}));

/** Request lines that only raw bytes can say, and long ones. */
export const requestLines: CaseDefinition[] = [
  ...byLine(FORMS, "target-form"),
  ...byLine(SHAPES, "line-shape"),
  ...long("query", "?x="),
  ...long("path", "/"),
  ...segments,
  ...parameters,
];
