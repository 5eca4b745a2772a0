import { conclude } from "../../../../src/analyse/comparison/conclude.ts";
import { userSubmission, interfaceName } from "../../../../src/contract/index.ts";
import type { Comparison, ComparisonView, Group } from "../../../../src/model/index.ts";
import { axesOfFour } from "./axes.ts";
import { depthsOf } from "./depths.ts";
import { evidenceOf } from "./evidence.ts";
import { speedOfFour } from "./speed.ts";

const { clauses } = userSubmission;

const NAMES = ["strict", "lenient", "express", "fastify"];

type Row = [reason: string, suites: Record<string, number>, signatures: string[]];

const rows: Row[] = [
  [
    "two Content-Length headers that differ",
    { framing: 4 },
    ["400, closed", "201", "timed-out", "400"],
  ],
  ["id left out", { fields: 38, "malformed-json": 23 }, ["400", "201", "201", "422"]],
  ["media type is text/plain", { "content-type": 9 }, ["415", "201", "400", "415"]],
  ["date with an offset instead of Z", { "date-offset": 38 }, ["400", "201", "201", "201"]],
  [
    "the document is followed by other bytes",
    { "malformed-json": 31 },
    ["400", "201", "400", "400"],
  ],
  ["whole number written with a fraction", { "id-fraction": 9 }, ["201", "201", "201", "400"]],
  ["10 fraction digits in the seconds", { "date-precision": 12 }, ["400", "201", "400", "400"]],
  ["body of 2 MiB of white space", { "body-size": 3 }, ["413, closed", "201", "413", "413"]],
  [
    "lone half of a surrogate pair in a further field",
    { "malformed-json": 2 },
    ["400", "201", "500", "400"],
  ],
  ["method GET on the same path", { methods: 7 }, ["405", "405", "404", "404"]],
  ["header line folded over two lines", { framing: 2 }, ["400", "201", "reset", "400"]],
];

const groups: Group[] = rows.map(([reason, suites, signatures], at) => {
  const cases = Object.entries(suites).flatMap(([suite, size]) =>
    Array.from(
      { length: size },
      (_, n) => `${suite}/${reason.split(" ").slice(0, 3).join("-")}-${at}-${n + 1}`,
    ),
  );
  return {
    signatures,
    size: cases.length,
    distinct: new Set(signatures).size,
    case: cases[0] ?? "",
    reason,
    suites,
    cases,
  };
});

const compared = 1034;
const differ = groups.reduce((sum, { size }) => sum + size, 0);

const observed: Record<string, string[][]> = {
  "response-status": NAMES.map(() => ["valid requests: 201"]),
  "error-payload": [
    ["valid requests get JSON {id: number}", "4xx: text/plain, 11 bytes"],
    ["no 4xx was met"],
    ["4xx: text/html, 1,024 bytes: the framework's own page with its stack"],
    ["4xx: application/json {statusCode, error, message}"],
  ],
  "date-values": [
    ["date, fraction digits: 201 up to 3, 400 from 4"],
    ["201 for every value"],
    ["201 up to 9, 400 from 10"],
    ["201 up to 9, 400 from 10"],
  ],
  "id-uniqueness": NAMES.map(() => ["the same id is accepted twice: 201, 201"]),
  "limit-size": [
    ["201 up to 1048576 bytes, 413 from 1048577"],
    ["201 up to the cap of 8388608 bytes"],
    ["201 up to 102400 bytes, 413 from 102401"],
    ["201 up to 1048576 bytes, 413 from 1048577"],
  ],
  accepts: NAMES.map(() => ["221 of 221 valid requests got a complete response"]),
};

/** By target, the responses to its 61 cases without an id. */
const NO_ID = ["400", "201", "201", "422"];

const observedAt = (id: string): string[][] =>
  id === "id-required"
    ? NO_ID.map((status) => [`61 cases: ${status} ×61`])
    : (observed[id] ?? NAMES.map(() => []));

const targets: Comparison["targets"] = NAMES.map((name, at) => ({
  name,
  baseUrl: `http://127.0.0.1:${3001 + at}`,
  runId: `2026-11-20-${name}-1843320`,
  run: `runs/${name}`,
  startedAt: "2026-11-20T16:22:05.123Z",
  seed: 1843320,
  complete: true,
  accepts: name === "express" ? "not-held" : "held",
  stated:
    name === "express"
      ? "219 of 221 valid requests got a complete HTTP response; 2 were reset"
      : "all 221 valid requests got a complete HTTP response",
  classes: (at === 1
    ? { "2xx": 960, "4xx": 68, "5xx": 6 }
    : { "2xx": 601 - at * 7, "4xx": 425 + at * 7, noAnswer: 8 }) as Record<string, number>,
  accepted: {
    valid: { cases: name === "express" ? 219 : 221, of: 221 },
    malformed: { cases: at === 1 ? 31 : at + 1, of: 40 },
  },
  usual: { cases: [970, 900, 810, 950][at] ?? 0, of: 1000 },
  limits: 3 + at,
}));

const example = (signature: string, text: string, note?: string) => ({
  signature,
  family: "malformed",
  text,
  bytes: text.length,
  case: `explore/${text.length}-${signature}`,
  met: 31,
  drawn: 200,
  ...(note === undefined ? {} : { note }),
});

const examples: Comparison["examples"] = NAMES.map((_, target) => ({
  target,
  groups: [
    {
      property: "malformed-json/mutated",
      title: "malformed-json",
      sentence: "malformed-json: 400 (smallest: `{`)",
      entries: [
        example("400", "{"),
        ...(target === 1
          ? [
              example(
                "201",
                '{"id":0,"date":"2000-01-01T00:00:00.000Z"}x',
                "bytes after the document",
              ),
            ]
          : []),
      ],
    },
    {
      property: "fields/any",
      title: "fields",
      sentence: "fields: 400 (smallest: `{}`)",
      entries: [example(target === 2 ? "500" : "400", "{}")],
    },
  ],
}));

const divergence = (
  family: string,
  text: string,
  signatures: string[],
): Comparison["divergences"][number] => ({
  family,
  signatures: signatures.map((signature, at) => ({ target: NAMES[at] ?? "", signature })),
  text,
  bytes: text.length,
  case: `explore/divergence-${family.replaceAll(/\W+/g, "-")}`,
  met: 118,
  from: "malformed-json/mutated",
});

const divergences = [
  divergence("further field __proto__", '{"id":1,"__proto__":{}}', ["201", "201", "201", "400"]),
  divergence("empty object", "{}", ["400", "201", "201", "422"]),
  divergence("literal after the document", '{"id":0,"date":"2000-01-01T00:00:00.000Z"}1', [
    "400",
    "201",
    "400",
    "400",
  ]),
];

const comparison: Comparison = {
  $schema: "urn:api-witness:comparison:1",
  schemaVersion: 1,
  tool: { name: "witness", version: "0.3.0" },
  startedAt: "2026-11-20T16:22:05.123Z",
  interface: interfaceName({}),
  targets,
  conclusions: [],
  behaviour: {
    compared,
    agree: compared - differ,
    differ,
    groups,
    unstable: [
      { case: "framing/early-close", signatures: [["400"], ["201"], ["400", "reset"], ["400"]] },
      { case: "limits/burst-of-40", signatures: [["201"], ["201"], ["201"], ["201", "429"]] },
    ],
    depth: "class",
    ...depthsOf(groups, compared, NAMES.length),
    notCompared: ["", "", "1 unstable case", "1 unstable case; 12 hand-chosen cases not sent"],
    left: ["fastify was not sent 12 cases of the suite idle: the run was stopped after 60 s."],
  },
  axes: axesOfFour(),
  examples,
  divergences,
  speed: speedOfFour(),
  ledger: clauses.map(({ id, kind, text }) => ({
    id,
    kind,
    text,
    observed: observedAt(id),
    axes: id === "id-values" ? ["id, upwards"] : [],
  })),
};

/** Four servers that really differ, explored and put under load. */
export function fourTargets(): ComparisonView {
  const explored = [
    ...examples.flatMap((each) =>
      each.groups.flatMap(({ entries }) => entries.map((entry) => entry.case)),
    ),
    ...divergences.map((each) => each.case),
    ...comparison.axes.flatMap((axis) =>
      axis.targets.flatMap((each) =>
        each.boundaries.flatMap(({ near, far }) => [near.case, far.case]),
      ),
    ),
  ];
  const evidence: ComparisonView["evidence"] = new Map(
    groups.map((group) => [group.case, evidenceOf(group.case, NAMES, group.signatures)]),
  );
  for (const id of explored) evidence.set(id, evidenceOf(id, NAMES, ["400", "201", "400", "400"]));
  return { comparison: { ...comparison, conclusions: conclude(comparison) }, evidence };
}
