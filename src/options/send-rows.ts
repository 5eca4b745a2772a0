import { option } from "./option-row.ts";
import { DEFAULT_READ_LIMIT_BYTES, FIRST_ID_MAX, FRESH_ID_MIN } from "./limits.ts";
import { byteSize, duration, integer, names, pattern, text, toggle } from "./value-kind.ts";

/** Which cases are sent, and how often. */
export const selectionRows = {
  suite: option({
    flag: "suite",
    example: ["valid", "fields", "malformed-json"],
    kind: names(),
    help: "send only these suites, separated by commas",
    helpFor: { explore: "draw only from these suites, separated by commas" },
    defaults: { run: [], explore: [], compare: [], gate: [] },
    without: "all",
    recordedAs: "only",
  }),
  grep: option({
    flag: "grep",
    example: /^fields/,
    short: "t",
    kind: pattern(),
    help: "send only cases whose id matches this regular expression",
    defaults: { run: undefined, compare: undefined, gate: undefined },
    recordedAs: "grep",
  }),
  runs: option({
    flag: "runs",
    kind: integer({ min: 0 }),
    help: "generate this many cases per property",
    defaults: { run: 200, compare: 200, gate: 200, explore: 500 },
    recordedAs: "runsPerProperty",
  }),
  repeats: option({
    flag: "repeats",
    kind: integer({ min: 1, max: 1000 }),
    help: "send each hand-chosen case this often",
    defaults: { run: 2, compare: 2, gate: 2 },
    recordedAs: "repeats",
  }),
  hazards: option({
    flag: "hazards",
    kind: toggle(),
    help: "skip requests that can exhaust the target: bodies over 8 MiB, 10,000 levels of nesting, huge announced lengths",
    defaults: { run: true, compare: true, gate: true },
    recordedAs: "hazards",
  }),
  hazardsOnly: option({
    flag: "hazards-only",
    kind: toggle(),
    help: "send only the requests that --no-hazards skips",
    defaults: { run: false, compare: false, gate: false },
    recordedAs: "hazardsOnly",
  }),
  corpus: option({
    flag: "corpus",
    kind: text("<folder>"),
    help: "send every file in this folder as a body, and spliced into the stated one",
    defaults: { run: undefined, compare: undefined, gate: undefined, suites: undefined },
    recordedAs: "corpus",
  }),
  suitesModule: option({
    flag: "suites",
    kind: text("<file>"),
    help: "add the suites that this module exports",
    defaults: {
      run: undefined,
      explore: undefined,
      compare: undefined,
      gate: undefined,
      suites: undefined,
    },
    recordedAs: "suites",
    inApi: false,
  }),
};

/** An option of every verb that sends, without a default. */
const unset = {
  run: undefined,
  load: undefined,
  explore: undefined,
  compare: undefined,
  gate: undefined,
};

/** How requests are sent, and how long a response is waited for. */
export const sendingRows = {
  interface: option({
    flag: "interface",
    kind: text("<file>"),
    help: "send the requests of the interface that this module exports",
    defaults: { ...unset, suites: undefined },
    without: "the built-in interface",
    inApi: false,
  }),
  openapi: option({
    flag: "openapi",
    example: "api.yaml",
    kind: text("<file>"),
    help: "send the requests of an operation of this OpenAPI 3.0 or 3.1 document",
    defaults: { ...unset, suites: undefined },
    inApi: false,
  }),
  operation: option({
    flag: "operation",
    example: "createOrder",
    kind: text("<id>"),
    help: 'choose the operation of --openapi, by operationId or "POST /v1/orders"',
    defaults: { ...unset, suites: undefined },
    without: "the only one",
    inApi: false,
  }),
  seed: option({
    flag: "seed",
    example: 1,
    kind: integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    help: "seed the generated cases",
    helpFor: { load: "seed random arrivals" },
    defaults: { ...unset, demo: undefined },
    without: "random; the summary has it",
  }),
  firstId: option({
    flag: "first-id",
    kind: integer({ min: FRESH_ID_MIN, max: FIRST_ID_MAX }),
    help: "count fresh values up from here; with --seed, the same bytes are sent again",
    defaults: unset,
    without: "random; the record has it",
  }),
  concurrency: option({
    flag: "concurrency",
    kind: integer({ min: 1, max: 1000 }),
    help: "send at most this many requests at a time",
    defaults: { run: 10, explore: 10, compare: 10, gate: 10 },
    recordedAs: "concurrency",
  }),
  timeoutMs: option({
    flag: "timeout",
    kind: duration({ min: 1, max: 600_000 }),
    help: "wait this long for a response",
    defaults: { run: 5000, gate: 5000, compare: 5000, explore: 1000, load: 10_000 },
    recordedAs: "timeoutMs",
  }),
  readLimitBytes: option({
    flag: "read-limit",
    kind: byteSize({ min: 1024, max: 2 ** 30 }),
    help: "limit how many bytes of a response are read",
    defaults: {
      run: DEFAULT_READ_LIMIT_BYTES,
      explore: DEFAULT_READ_LIMIT_BYTES,
      compare: DEFAULT_READ_LIMIT_BYTES,
      gate: DEFAULT_READ_LIMIT_BYTES,
    },
    recordedAs: "readLimitBytes",
  }),
  serve: option({
    flag: "serve",
    example: "node server.js {port}",
    kind: text("<command>"),
    help: "start the target with this shell command, restart it where it dies, and stop it at the end",
    defaults: {
      run: undefined,
      load: undefined,
      explore: undefined,
      compare: undefined,
      gate: undefined,
    },
    without: "the target runs already",
  }),
  waitForMs: option({
    flag: "wait-for",
    example: 30_000,
    kind: duration({ min: 100, orZero: true }),
    help: "keep trying until the target responds, for at most this long",
    defaults: { run: 0, load: 0, explore: 0, compare: 0, gate: 0, resume: undefined },
    without: "as when the run was begun",
    recordedAs: "waitForMs",
  }),
  insecure: option({
    flag: "insecure",
    kind: toggle(),
    help: "skip TLS certificate verification",
    defaults: {
      run: false,
      load: false,
      explore: false,
      compare: false,
      gate: false,
      replay: false,
    },
    recordedAs: "insecure",
  }),
};
