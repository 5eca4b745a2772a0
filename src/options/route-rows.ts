import { addressOverrides } from "./address-overrides.ts";
import { headerValues } from "./header-values.ts";
import { option } from "./option-row.ts";
import { names, text, toggle } from "./option-parser.ts";

/** The verbs that send to a target of the user. */
const NOT_GIVEN = {
  run: undefined,
  load: undefined,
  explore: undefined,
  compare: undefined,
  gate: undefined,
  infer: undefined,
  resume: undefined,
  replay: undefined,
};

/** Credentials: parts of requests that are not recorded. */
export const credentialRows = {
  headers: option({
    flag: "header",
    configKey: "headers",
    kind: headerValues(),
    help: "send this header with every request; its value is not stored",
    defaults: NOT_GIVEN,
    without: "none",
  }),
  bearerFrom: option({
    flag: "bearer-from",
    example: "API_TOKEN",
    kind: text("<variable>"),
    help: "send Authorization: Bearer with the token in this environment variable",
    defaults: NOT_GIVEN,
    without: "none",
  }),
  basicFrom: option({
    flag: "basic-from",
    kind: text("<variable>"),
    help: "send Authorization: Basic with the user:password in this environment variable",
    defaults: NOT_GIVEN,
    without: "none",
  }),
  redact: option({
    flag: "redact",
    example: ["X-Session"],
    kind: names(),
    help: "redact the values of these headers and of JSON members with these names",
    defaults: NOT_GIVEN,
    without: "credentials and given headers",
    recordedAs: "redact",
  }),
};

/** The verbs that open connections; `resume` goes the way that its record has. */
const WAY = {
  run: undefined,
  load: undefined,
  explore: undefined,
  compare: undefined,
  gate: undefined,
  infer: undefined,
  replay: undefined,
};
const OFF = {
  run: false,
  load: false,
  explore: false,
  compare: false,
  gate: false,
  infer: false,
  replay: false,
};

/** The way to the target: the record has it, except for secrets. */
export const routeRows = {
  resolve: option({
    flag: "resolve",
    example: ["api.example.com:443:127.0.0.1"],
    kind: addressOverrides(),
    help: "connect to this address for host and port, without a name lookup",
    defaults: WAY,
    without: "the addresses of the name",
    recordedAs: "resolve",
  }),
  ipv4: option({
    flag: "ipv4",
    kind: toggle(),
    help: "connect to IPv4 addresses only",
    defaults: OFF,
    recordedAs: "ipv4",
  }),
  ipv6: option({
    flag: "ipv6",
    kind: toggle(),
    help: "connect to IPv6 addresses only",
    defaults: OFF,
    recordedAs: "ipv6",
  }),
  unixSocket: option({
    flag: "unix-socket",
    kind: text("<path>"),
    help: "connect to this unix socket",
    defaults: WAY,
    recordedAs: "unixSocket",
  }),
  proxy: option({
    flag: "proxy",
    example: "http://127.0.0.1:3128",
    kind: text("<url>"),
    help: "connect through this HTTP proxy (CONNECT); the value env uses HTTPS_PROXY or HTTP_PROXY",
    defaults: WAY,
    without: "none; HTTP_PROXY is ignored",
    recordedAs: "proxy",
  }),
  proxyAuthFrom: option({
    flag: "proxy-auth-from",
    kind: text("<variable>"),
    help: "give the proxy the user:password in this environment variable",
    defaults: NOT_GIVEN,
  }),
  cert: option({
    flag: "cert",
    kind: text("<file>"),
    help: "present this client certificate (PEM)",
    defaults: WAY,
    recordedAs: "cert",
  }),
  key: option({
    flag: "key",
    kind: text("<file>"),
    help: "use this private key of the client certificate (PEM)",
    defaults: WAY,
    recordedAs: "key",
  }),
  ca: option({
    flag: "ca",
    kind: text("<file>"),
    help: "trust the certificates in this file (PEM) instead of the default ones",
    defaults: WAY,
    recordedAs: "ca",
  }),
  serverName: option({
    flag: "server-name",
    kind: text("<name>"),
    help: "use this TLS server name (SNI), and verify the certificate for it",
    defaults: WAY,
    without: "the target's name",
    recordedAs: "serverName",
  }),
};
