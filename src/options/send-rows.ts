import { FIRST_ID_MAX, FRESH_ID_MIN } from "../fresh-numbers.ts";
import { byteSize, duration, durationOrZero, integer } from "./amounts.ts";
import { DEFAULT_READ_LIMIT_BYTES, names, oneOf, pattern, statuses } from "./option-parser.ts";
import { text, toggle } from "./option-parser.ts";
import { CASES, defaults, option, PROFILES, SENDING, DRAWING } from "./option-row.ts";
import { addressOverrides, headerValues } from "./route-parsers.ts";

export const selectionRows = {
  suite: option("suite", names(), defaults(DRAWING, []), {
    example: ["valid", "fields", "malformed-json"],
    help: "send only these suites, separated by commas",
    helpFor: {
      explore: "draw only from these suites, separated by commas",
      infer: "begin with these suites, instead of those about values, documents and media types",
    },
    without: "all",
    recordedAs: "only",
  }),
  grep: option("grep", pattern(), defaults(CASES), {
    example: /^fields/,
    short: "t",
    help: "send only cases whose id matches this regular expression",
    recordedAs: "grep",
  }),
  exclude: option("exclude", names("<globs>"), defaults([...CASES, "infer"], []), {
    example: ["framing", "headers/browser-*"],
    help: "skip suites and cases that match: size,headers/browser-*",
    without: "none",
    recordedAs: "exclude",
  }),
  onlyFailed: option("only-failed", text("<run>"), defaults(CASES), {
    example: "reports/2026-11-21-app-1766239",
    help: "send only cases that the gate of this run named",
  }),
  profile: option("profile", oneOf(PROFILES), defaults(DRAWING, "default"), {
    help: "choose how much is sent: safe skips hazards, other methods and paths than the operation's, and the suites framing, size and connection; full generates 5 times as many cases and repeats 3 times",
    recordedAs: "profile",
  }),
  runs: option("runs", integer(0), defaults(CASES, 200, { explore: 500, infer: 0 }), {
    help: "generate this many cases per property",
    inProfile: { full: 1000 },
    recordedAs: "runsPerProperty",
  }),
  repeats: option("repeats", integer(1, 1000), defaults(CASES, 2), {
    help: "send each hand-chosen case this often",
    inProfile: { full: 3 },
    recordedAs: "repeats",
  }),
  expect: option("expect", statuses(), defaults([...CASES, "infer"], []), {
    example: ["2xx"],
    help: "end with exit code 1, before the catalogue is sent, unless a valid request gets one of these: 2xx or 201,409",
    without: "any response",
    recordedAs: "expect",
  }),
  hazards: option("hazards", toggle(), defaults(DRAWING, true), {
    help: "skip requests that can exhaust the target, also in exploration: bodies over 8 MiB, 10,000 levels of nesting, huge announced lengths",
    helpFor: {
      infer: "accepted as in other verbs: infer sends no request that can exhaust the target",
    },
    inProfile: { safe: false },
    recordedAs: "hazards",
  }),
  hazardsOnly: option("hazards-only", toggle(), defaults(CASES, false), {
    help: "send only the requests that --no-hazards skips",
    recordedAs: "hazardsOnly",
  }),
  provoke: option("provoke", toggle(), defaults(CASES, false), {
    help: "after a ban, find out once whether refused requests lead to it again; it may last longer then",
    recordedAs: "provoke",
  }),
  corpus: option("corpus", text("<folder>"), defaults([...CASES, "suites"]), {
    help: "send every file in this folder as a body, and inside the stated one",
    recordedAs: "corpus",
  }),
  suitesModule: option("suites", text("<file>"), defaults([...DRAWING, "suites"]), {
    help: "add the suites that this module exports",
    recordedAs: "suites",
    inApi: false,
  }),
};

const WHOLE =
  "send the requests of this OpenAPI document, a file or the URL of one: of every operation, or of the chosen ones";
const CHOSEN =
  "choose operations of --openapi, separated by commas: createOrder, 'GET /items/*', '!deleteItem'";

export const sendingRows = {
  interface: option("interface", text("<file>"), defaults([...SENDING, "suites"]), {
    help: "send the requests of the interface that this module exports",
    without: "the built-in interface",
    inApi: false,
  }),
  openapi: option("openapi", text("<file>"), defaults([...SENDING, "suites"]), {
    example: "api.yaml",
    help: WHOLE,
    helpFor: { suites: "list the suites of an operation of this OpenAPI document" },
    inApi: false,
  }),
  operation: option("operation", text("<id>"), defaults([...SENDING, "suites"]), {
    example: "createOrder",
    help: CHOSEN,
    helpFor: { suites: 'choose the operation of --openapi, by operationId or "POST /v1/orders"' },
    without: "all; for suites, the only one",
    inApi: false,
  }),
  tag: option("tag", names(), defaults(SENDING, []), {
    example: ["orders"],
    help: "choose the operations of --openapi that have one of these tags",
    without: "all",
    inApi: false,
  }),
  given: option("given", names("<name=value>"), defaults([...SENDING, "replay"], []), {
    example: ["item_id=7"],
    help: "send this value for a parameter in the paths of a document: item_id=7, or /items/{id}=7 for items only",
    helpFor: {
      replay:
        "send this value for a parameter of the path that had another value in each request: item_id=7",
    },
    without: "from the response of the operation that makes such a resource",
    inApi: false,
  }),
  keepResources: option(
    "keep-resources",
    toggle(),
    defaults(["run", "gate", "baseline learn", "explore", "infer"], false),
    {
      inApi: false,
      help: "do not delete at the end what the requests of a whole document have made",
    },
  ),
  seed: option("seed", integer(-(2 ** 31), 2 ** 31 - 1), defaults([...SENDING, "demo"]), {
    example: 1,
    help: "seed the generated cases",
    helpFor: { load: "seed random arrivals" },
    without: "random, see the summary",
  }),
  firstId: option("first-id", integer(FRESH_ID_MIN, FIRST_ID_MAX), defaults(SENDING), {
    help: "set the first fresh id; with --seed, the same bytes are sent again",
    without: "random, see the record",
  }),
  concurrency: option("concurrency", integer(1, 1000), defaults(DRAWING, 10), {
    help: "send at most this many requests at a time",
    recordedAs: "concurrency",
  }),
  timeoutMs: option(
    "timeout",
    duration(1, 600_000),
    defaults(SENDING, 5000, { explore: 1000, load: 10_000 }),
    { help: "wait this long for a response", recordedAs: "timeoutMs" },
  ),
  readLimitBytes: option(
    "read-limit",
    byteSize(1024, 2 ** 30),
    defaults(DRAWING, DEFAULT_READ_LIMIT_BYTES),
    { help: "limit how many bytes of a response are read", recordedAs: "readLimitBytes" },
  ),
  targetMemoryBytes: option("target-memory", byteSize(1024 * 1024, 2 ** 50), defaults(SENDING), {
    help: "limit the memory of a target on this machine: beyond it, stop sending, and end a target of --serve",
    without: "half of what is free at the start",
    recordedAs: "targetMemoryBytes",
  }),
  serve: option("serve", text("<command>"), defaults([...SENDING, "replay"]), {
    example: "node server.js {port}",
    help: "start the target with this shell command, restart it if it dies, and stop it at the end",
    helpFor: { replay: "start the target with this shell command, and stop it afterwards" },
    without: "the target is already running",
  }),
  fresh: option("fresh", toggle(), defaults(["load", "compare"], false), {
    help: "start a new process of a served target (--serve) for every round of load",
    recordedAs: "fresh",
  }),
  waitForMs: option("wait-for", durationOrZero(100), defaults(SENDING, 0, { resume: undefined }), {
    example: 30_000,
    help: "wait at most this long for the target to respond",
    without: "as in the original run",
    recordedAs: "waitForMs",
  }),
  insecure: option("insecure", toggle(), defaults([...SENDING, "replay"], false), {
    help: "skip TLS certificate verification",
    recordedAs: "insecure",
  }),
};

const GIVEN = [...SENDING, "resume", "replay"] as const;

export const credentialRows = {
  headers: option("header", headerValues(), defaults(GIVEN), {
    configKey: "headers",
    help: "send this header with every request; its value is not stored",
    without: "none",
  }),
  bearerFrom: option("bearer-from", text("<variable>"), defaults(GIVEN), {
    example: "API_TOKEN",
    help: "send Authorization: Bearer with the token in this environment variable",
    without: "none",
  }),
  basicFrom: option("basic-from", text("<variable>"), defaults(GIVEN), {
    help: "send Authorization: Basic with the user:password in this environment variable",
    without: "none",
  }),
  auth: option("auth", names("<scheme=variable>"), defaults(GIVEN, []), {
    example: ["bearerAuth=API_TOKEN"],
    help: "send the value in this environment variable for a security scheme of --openapi, with the operations that have the scheme: bearerAuth=API_TOKEN. For an OAuth 2 flow, user:password logs in first",
    without: "the token of a login whose user and password are examples in the document",
  }),
  secondAuth: option(
    "second-auth",
    names("<scheme=variable>"),
    defaults(["run", "gate", "baseline learn"], []),
    {
      inApi: false,
      example: ["bearerAuth=OTHER_TOKEN"],
      help: "say whether a second user, with these values in place of those of --auth, can read, change or delete what the run of a whole document has made",
      without: "none",
    },
  ),
  trace: option("trace", toggle(), defaults(SENDING, false), {
    help: "send traceparent with every request, so that the server's own traces have it (--export otlp lists the trace ids)",
  }),
  redact: option("redact", names(), defaults(GIVEN), {
    example: ["X-Session"],
    help: "redact the values of these headers and of JSON members with these names",
    without: "credentials and given headers",
    recordedAs: "redact",
  }),
};

/** The verbs that open connections; `resume` goes the way that its record has. */
const OPENED = [...SENDING, "replay"] as const;

/** The way to the target: the record has it, except for secrets. */
export const routeRows = {
  resolve: option("resolve", addressOverrides(), defaults(OPENED), {
    example: ["api.example.com:443:127.0.0.1"],
    help: "connect to this address for host and port, without a name lookup",
    without: "the addresses of the name",
    recordedAs: "resolve",
  }),
  ipv4: option("ipv4", toggle(), defaults(OPENED, false), {
    help: "connect to IPv4 addresses only",
    recordedAs: "ipv4",
  }),
  ipv6: option("ipv6", toggle(), defaults(OPENED, false), {
    help: "connect to IPv6 addresses only",
    recordedAs: "ipv6",
  }),
  unixSocket: option("unix-socket", text("<path>"), defaults(OPENED), {
    help: "connect to this unix socket",
    recordedAs: "unixSocket",
  }),
  proxy: option("proxy", text("<url>"), defaults(OPENED), {
    example: "http://127.0.0.1:3128",
    help: "connect through this HTTP proxy (CONNECT); the value env uses HTTPS_PROXY or HTTP_PROXY",
    without: "none; HTTP_PROXY is ignored",
    recordedAs: "proxy",
  }),
  proxyAuthFrom: option("proxy-auth-from", text("<variable>"), defaults(GIVEN), {
    help: "give the proxy the user:password in this environment variable",
  }),
  cert: option("cert", text("<file>"), defaults(OPENED), {
    help: "present this client certificate (PEM)",
    recordedAs: "cert",
  }),
  key: option("key", text("<file>"), defaults(OPENED), {
    help: "use this private key of the client certificate (PEM)",
    recordedAs: "key",
  }),
  ca: option("ca", text("<file>"), defaults(OPENED), {
    help: "trust the certificates in this file (PEM) instead of the default ones",
    recordedAs: "ca",
  }),
  serverName: option("server-name", text("<name>"), defaults(OPENED), {
    help: "use this TLS server name (SNI), and verify the certificate for it",
    without: "the target's name",
    recordedAs: "serverName",
  }),
};
