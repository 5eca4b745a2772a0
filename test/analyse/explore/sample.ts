import { bytes, raw, times } from "../../../src/template/index.ts";
import { ID, post, user, wirePost } from "../../../src/generate/index.ts";
import type { AxisFinding, RunRecord } from "../../../src/model/index.ts";
import {
  axisFinding,
  divergence,
  evidence,
  example,
  exploreHeader,
  foldOf,
  stretchesOf,
} from "./explored.ts";

/** 10 to a power, as the text of an integer. */
const tenTo = (power: number): string => `1${"0".repeat(power)}`;

const HUGE = tenTo(400);

/** Axes of a server with 32-bit ids, exactly 3 fraction digits, and some odd behaviour. */
export const sampleAxes: AxisFinding[] = [
  axisFinding("id-upwards", "id, upwards", {
    stretches: stretchesOf(["0", "201", "2147483647"], ["2147483648", "400", HUGE]),
  }),
  axisFinding("id-downwards", "id, downwards", {
    stretches: stretchesOf(["-1", "201", "-2147483648"], ["-2147483649", "400", `-${HUGE}`]),
  }),
  axisFinding("date-fraction-digits", "fraction digits of date", {
    scale: "linear",
    unit: "digits",
    stretches: stretchesOf(["0", "400", "2"], ["3", "201", "3"], ["4", "400", "40"]),
  }),
  axisFinding("body-space", "body size, by spaces after the document", {
    unit: "bytes",
    stretches: stretchesOf(["50", "201", "1048576"], ["1048577", "413", "16777216"]),
  }),
  axisFinding("depth", "nesting of arrays in an unknown key", {
    unit: "levels",
    stretches: stretchesOf(["0", "201", "100000"]),
  }),
  axisFinding("id-band", "a band of ids", {
    scale: "linear",
    stretches: stretchesOf(
      ["0", "201", "10"],
      ["11", "400", "99"],
      ["100", "201", "200"],
      ["201", "reset", "1000"],
    ),
  }),
  axisFinding("headers", "extra headers", {
    unit: "headers",
    stretches: stretchesOf(["0", "201", "64"], ["128", "431", "1000"]),
    unstable: [{ from: "64", to: "128", signatures: ["201", "431"] }],
    boundaries: [],
  }),
  axisFinding("keys", "unknown keys", {
    unit: "keys",
    stretches: [],
    unstable: [{ from: "0", to: "100000", signatures: ["201", "500"] }],
  }),
  axisFinding("key-length", "length of an unknown key", {
    unit: "bytes",
    stretches: stretchesOf(["1", "201", "1024"], ["65536", "400", "1048576"]),
    cut: "max-requests",
  }),
];

/** The evidence of every boundary. */
const sides = (findings: readonly AxisFinding[]): RunRecord[] =>
  findings.flatMap(({ boundaries }) =>
    boundaries.flatMap(({ near, far }) =>
      [near, far].flatMap(({ at, signature, case: id }) =>
        evidence(id, post(user({ id: [at] })), signature === "reset" ? "reset" : Number(signature)),
      ),
    ),
  );

const sampleExamples: RunRecord[] = [
  ...example("malformed-json/mutation", "malformed JSON: cut short", 400, ["{"]),
  ...example("malformed-json/mutation", "malformed JSON: no value", 400, [`{"id":,`]),
  ...example(
    "malformed-json/mutation",
    "malformed JSON: a comma before the end",
    201,
    bytes`{"id":${ID},}`,
  ),
  ...example("malformed-json/mutation", "lone surrogate", 500, [`"\\ud800"`], "max-requests"),
  ...example("fields/any", "date missing", 201, bytes`{"id":${ID}}`),
  ...example("fields/any", "as stated", 201),
  ...example("size/any", "large body", 413, bytes`{"id":${ID}}${times(" ", 300_000)}`),
  ...example("encoding/any", "not UTF-8", "reset", [`{"`, raw(0xff, 0), `":1}`]),
];

const unstable: RunRecord[] = [
  ...evidence("explore/fields/any/201-500", post([`{"x":1}`]), 500),
  {
    type: "finding",
    kind: "unstable",
    where: "fields/any",
    signatures: ["201", "500"],
    case: "explore/fields/any/201-500",
    count: 3,
  },
];

/** The findings for one target, folded; incomplete. */
export const sampleFold = foldOf(
  exploreHeader,
  ...evidence("valid/plain", post(), 201),
  ...sides(sampleAxes),
  ...sampleAxes,
  ...sampleExamples,
  ...unstable,
  {
    type: "exploration",
    targets: [{ ...exploreHeader.target, runId: exploreHeader.runId }],
    requests: 4512,
    durationMs: 12_340,
    cut: "max-requests",
  },
);

const ODD_HEAD = wirePost({ change: { Host: "evil" } });

/** Where three targets respond differently, as recorded in the run of the last one. */
export const comparedFold = foldOf(
  exploreHeader,
  ...divergence(
    "id: fraction",
    9,
    bytes`{"id":1.0,"date":"2000-01-01T00:00:00.000Z"}`,
    "201",
    "201",
    "400",
  ),
  ...divergence(
    "date: an offset instead of Z",
    38,
    user({ date: [`"2000-01-01T00:00:00.000+00:00"`] }),
    "201",
    "400",
    "400",
  ),
  ...evidence("explore/differs/host", ODD_HEAD, "reset"),
  {
    type: "finding",
    kind: "divergence",
    family: "header host: other value",
    signatures: [
      { target: "express", signature: "201" },
      { target: "fastify", signature: "400" },
      { target: "go", signature: "reset" },
    ],
    case: "explore/differs/host",
    from: "headers/host",
    met: 1,
    cut: "max-time",
  },
  {
    type: "exploration",
    targets: ["express", "fastify", "go"].map((name) => ({
      name,
      baseUrl: `http://localhost/${name}`,
      runId: name,
    })),
    requests: 4512,
    durationMs: 2340,
    compared: 1034,
  },
);
