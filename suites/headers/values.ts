import type { CaseRow, CaseDefinition, HeadOptions, Requests } from "../../src/generate/index.ts";
import { casesOf, pathTemplate } from "../../src/generate/index.ts";
import { raw, type Template, type TemplatePart, rows } from "../../src/template/index.ts";

const HOST: TemplatePart = { target: "host" };

const values = (on: Requests): CaseRow<Template>[] => [
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

const several = (on: Requests): CaseRow<HeadOptions>[] => rows`
  absent | there is no Host | ${{ change: { Host: null } }}
  twice-same | Host occurs twice, the same | ${{ extra: [["Host: ", HOST]] }}
  twice-different | a second Host names example.com | ${{ extra: [["Host: example.com"]] }}
  twice-different-first | the first Host names example.com, the second is as stated | ${{ change: { Host: "example.com" }, extra: [["Host: ", HOST]] }}
  twice-second-empty | a second Host is empty | ${{ extra: [["Host:"]] }}
  absolute-and-other | the target is the whole URL and Host names example.com | ${{ line: [`${on.interface.method} `, { target: "origin" }, { target: "path" }, " HTTP/1.1"], change: { Host: "example.com" } }}
`;

const ABOUT_HOST: Partial<CaseDefinition> = {
  clauses: ["host", "response-status", "error-conditions", "error-codes"],
};

export const host = (on: Requests): CaseDefinition[] => [
  ...casesOf("host", values(on), (Host) => on.rawRequest({ change: { Host } }), ABOUT_HOST),
  ...casesOf("host", several(on), (options) => on.rawRequest(options), ABOUT_HOST),
];

const VALUES: [name: string, value: string][] = [
  ["close", "close"],
  ["close-upper", "CLOSE"],
  ["keep-alive-capitals", "Keep-Alive"],
  ["keep-alive-close", "keep-alive, close"],
  ["close-keep-alive", "close, keep-alive"],
  ["keep-alive-twice", "keep-alive, keep-alive"],
  ["te", "TE"],
  ["upgrade", "upgrade"],
  ["unknown", "foo"],
  ["commas", ",,"],
  ["names-length", "keep-alive, Content-Length"],
  ["names-type", "keep-alive, Content-Type"],
  ["names-host", "keep-alive, Host"],
  ["names-extra", "keep-alive, X-Extra"],
  ["quoted", '"close"'],
  ["parameter", "close;x=1"],
];

const OF_BODY = new Set(["names-length", "names-type"]);

const upgrade = (to: string, extra: Record<string, string> = {}): HeadOptions => ({
  change: { Connection: "Upgrade", Upgrade: to, ...extra },
});

const OTHERS: CaseRow<HeadOptions>[] = rows`
  absent | there is no Connection | ${{ change: { Connection: null } }}
  empty | Connection is empty | ${{ change: { Connection: "" } }}
  twice | a second Connection says close | ${{ extra: [["Connection: close"]] }}
  keep-alive-header | Keep-Alive asks for a time | ${{ change: { "Keep-Alive": "timeout=5" } }}
  keep-alive-max-1 | Keep-Alive says max=1 | ${{ change: { "Keep-Alive": "max=1" } }}
  keep-alive-words | Keep-Alive is words | ${{ change: { "Keep-Alive": "as long as you like" } }}
  proxy-connection | Proxy-Connection says close | ${{ change: { "Proxy-Connection": "close" } }}
  upgrade-h2c | an upgrade to h2c is offered | ${upgrade("h2c", { Connection: "Upgrade, HTTP2-Settings", "HTTP2-Settings": "AAMAAABkAAQAAP__" })}
  upgrade-h2c-bare | an upgrade to h2c is offered without settings | ${upgrade("h2c")}
  upgrade-websocket | an upgrade to websocket is offered | ${upgrade("websocket", { "Sec-WebSocket-Key": "AAECAwQFBgcICQoLDA0ODw==", "Sec-WebSocket-Version": "13" })}
  upgrade-websocket-bare | an upgrade to websocket is offered without a key | ${upgrade("websocket")}
  upgrade-tls | an upgrade to TLS is offered | ${upgrade("TLS/1.2")}
  upgrade-http-1.1 | an upgrade to HTTP/1.1 is offered | ${upgrade("HTTP/1.1")}
  upgrade-unknown | an upgrade to foo is offered | ${upgrade("foo")}
  upgrade-empty | Upgrade is empty | ${upgrade("")}
  upgrade-unnamed | Upgrade is h2c but Connection does not name it | ${{ change: { Upgrade: "h2c" } }}
  te-trailers | TE says trailers | ${{ change: { Connection: "TE", TE: "trailers" } }}
  te-gzip | TE says gzip | ${{ change: { Connection: "TE", TE: "gzip;q=1" } }}
  te-unnamed | TE says trailers and Connection does not name it | ${{ change: { TE: "trailers" } }}
  te-empty | TE is empty | ${{ change: { Connection: "TE", TE: "" } }}
`;

export function connectionOptions(on: Requests): CaseDefinition[] {
  const named = VALUES.filter(([name]) => on.hasBody || !OF_BODY.has(name)).map(
    ([name, Connection]): CaseRow<HeadOptions> => [
      name,
      `Connection is ${Connection}`,
      { change: { Connection } },
    ],
  );
  return casesOf("connection", [...named, ...OTHERS], (options) => on.rawRequest(options), {
    family: "connection-option",
    clauses: ["client-headers", "behaviour", "response-status", "response-headers"],
  });
}

const IN_BOTH: CaseRow<Template>[] = [
  ["nul", "a NUL byte", [raw(0)]],
  ["01", "the byte 0x01", [raw(1)]],
  ["0b", "a vertical tab", [raw(0x0b)]],
  ["1b", "an escape byte", [raw(0x1b)]],
  ["7f", "the byte 0x7f", [raw(0x7f)]],
  ["80", "the byte 0x80", [raw(0x80)]],
  ["ff", "the byte 0xff", [raw(0xff)]],
  ["utf8", "an accented letter in UTF-8", ["\u00e9"]],
  ["cr", "a CR without LF", ["\r"]],
  ["lf", "a LF without CR", ["\n"]],
];

const IN_NAME: CaseRow<Template>[] = [
  ["parenthesis", "parentheses", ["(a)"]],
  ["quote", "a quotation mark", ['"']],
  ["at-sign", "an at sign", ["@"]],
  ["slash", "a slash", ["/"]],
  ["comma", "a comma", [","]],
  ["semicolon", "a semicolon", [";"]],
  ["equals", "an equals sign", ["="]],
  ["bracket", "square brackets", ["[]"]],
  ["brace", "braces", ["{}"]],
  ["token-marks", "the marks that a token may have", ["!#$%&'*+-.^_`|~"]],
  ["underscore", "an underscore", ["_"]],
];

const IN_VALUE: CaseRow<Template>[] = [
  ["quote-open", "a quotation mark that stays open", ['"abc']],
  ["backslash-last", "a backslash at the end", ["abc\\"]],
  ["percent", "%00%0d%0a in letters", ["%00%0d%0a"]],
  ["placeholder", "a name in braces after a dollar sign", ["$", "{x}"]],
  ["markup", "angle brackets", ["<b>x</b>"]],
];

export const bytesInHeaders = (on: Requests): CaseDefinition[] => [
  ...[...IN_BOTH, ...IN_NAME].map(([name, what, bytes]) => ({
    name: `name-${name}`,
    reason: `a header name has ${what} in it`,
    family: "bytes-in-name",
    request: on.rawRequest({ extra: [["X-Ex", ...bytes, "tra: 1"]] }),
  })),
  ...[...IN_BOTH, ...IN_VALUE].map(([name, what, bytes]) => ({
    name: `value-${name}`,
    reason: `a header value has ${what} in it`,
    family: "bytes-in-value",
    request: on.rawRequest({ extra: [["X-Extra: 1", ...bytes]] }),
  })),
];
