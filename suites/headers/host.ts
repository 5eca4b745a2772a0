import { casesOf, rows } from "../rows.ts";
import {
  pathTemplate,
  type CaseDefinition,
  type HeadOptions,
  type Requests,
} from "../../src/generate/index.ts";
import { raw, type Template, type TemplatePart } from "../../src/template/index.ts";

const HOST: TemplatePart = { target: "host" };

const values = (on: Requests): [name: string, reason: string, value: Template][] => [
  ["empty", "Host is empty", []],
  ["spaces", "Host is three spaces", ["   "]],
  ["with-path", "Host has the path after it", [HOST, ...pathTemplate(on.layout)]],
  ["with-scheme", "Host begins with http://", ["http://", HOST]],
  ["with-userinfo", "Host begins with user and password", ["user:password@", HOST]],
  ["with-query", "Host has a query after it", [HOST, "?x=1"]],
  ["with-fragment", "Host has a fragment after it", [HOST, "#x"]],
  ["other", "Host is example.com", ["example.com"]],
  ["other-upper-case", "Host is EXAMPLE.COM", ["EXAMPLE.COM"]],
  ["upper-case", "Host is LOCALHOST", ["LOCALHOST"]],
  ["trailing-dot", "Host is localhost with a full stop after it", ["localhost."]],
  ["other-port", "Host is localhost with port 1", ["localhost:1"]],
  ["no-port-number", "Host is localhost with a colon and no port", ["localhost:"]],
  ["port-0", "the port of Host is 0", ["localhost:0"]],
  ["port-65536", "the port of Host is 65536", ["localhost:65536"]],
  ["port-minus", "the port of Host is -1", ["localhost:-1"]],
  ["port-word", "the port of Host is a word", ["localhost:http"]],
  ["port-twice", "Host has two ports", ["localhost:80:80"]],
  ["port-only", "Host is a port alone", [":80"]],
  ["list", "Host is a list of two", [HOST, ", example.com"]],
  ["space-inside", "Host has a space in it", ["local host"]],
  ["tab-after", "a tab follows Host", [HOST, "\t"]],
  ["underscore", "Host has an underscore in it", ["my_host"]],
  ["dash-first", "Host begins with a dash", ["-host"]],
  ["dots", "Host has two full stops side by side", ["a..b"]],
  ["star", "Host is a star", ["*"]],
  ["percent", "Host has an escape in it", ["local%68ost"]],
  ["ipv4-short", "Host is 127.1", ["127.1"]],
  ["ipv4-large", "Host is 999.999.999.999", ["999.999.999.999"]],
  ["ipv6", "Host is [::1]", ["[::1]"]],
  ["ipv6-bare", "Host is ::1 without brackets", ["::1"]],
  ["ipv6-open", "Host is an IPv6 address whose bracket stays open", ["[::1"]],
  ["ipv6-words", "Host is brackets with letters that are not hex digits", ["[zz::zz]"]],
  ["ipv6-zone", "Host is an IPv6 address with a zone", ["[fe80::1%25eth0]"]],
  ["byte-80", "Host has the byte 0x80 in it", ["host", raw(0x80)]],
  ["utf8", "Host has an accented letter in UTF-8", ["h\u00f6st"]],
  ["nul", "Host has a NUL byte in it", ["localhost", raw(0)]],
  ["long-label", "Host has a label of 64 letters", [{ repeat: ["a"], times: 64 }, ".example"]],
];

const several = (on: Requests): [name: string, reason: string, options: HeadOptions][] => rows`
  absent | there is no Host | ${{ change: { Host: null } }}
  twice-same | Host occurs twice, the same | ${{ extra: [["Host: ", HOST]] }}
  twice-different | a second Host names example.com | ${{ extra: [["Host: example.com"]] }}
  twice-different-first | the first Host names example.com, the second is as stated | ${{ change: { Host: "example.com" }, extra: [["Host: ", HOST]] }}
  twice-second-empty | a second Host is empty | ${{ extra: [["Host:"]] }}
  absolute-and-other | the target is the whole URL and Host names example.com | ${{ line: [`${on.interface.method} `, { target: "origin" }, { target: "path" }, " HTTP/1.1"], change: { Host: "example.com" } }}
`;

/** Host in other forms. */
export const host = (on: Requests): CaseDefinition[] =>
  casesOf(
    "host",
    [
      ...values(on).map(([name, reason, value]): [string, string, HeadOptions] => [
        name,
        reason,
        { change: { Host: value } },
      ]),
      ...several(on),
    ],
    (options) => on.rawRequest(options),
    { clauses: ["host", "response-status", "error-conditions", "error-codes"] },
  );
