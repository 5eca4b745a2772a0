import { GateResult, Summary, type Judgement } from "../../src/model/index.ts";
import { emptySummary } from "./empty-summary.ts";

const RUN = "reports/2026-11-20-go-7";

/** A rule that passed; `parts` changes it. */
export const judgementOf = (parts: Partial<Judgement> = {}): Judgement => ({
  rule: "policy.behaviour[1]",
  text: 'fields/* answers "2xx" or "4xx"',
  kind: "policy",
  target: "go",
  verdict: "pass",
  found: "220 cases",
  breaches: [],
  ...parts,
});

/** A result of these judgements on one target. */
export const resultOf = (
  judgements: readonly Judgement[],
  parts: Partial<GateResult> = {},
): GateResult =>
  GateResult.parse({
    $schema: "gate.json",
    schemaVersion: 1,
    causes: [],
    tool: { name: "witness", version: "0.3.0" },
    verdict: "fail",
    exitCode: 1,
    targets: [{ name: "go", baseUrl: "http://localhost:8080", run: RUN }],
    judgements,
    notes: [],
    ...parts,
  });

const place = (line: number) => ({
  source: `witness.config.ts:${line}`,
  file: "witness.config.ts",
  line,
});

/** One rule of every verdict and kind. */
const sampleJudgements: Judgement[] = [
  judgementOf({
    rule: "stated",
    text: "every valid request gets a complete HTTP response",
    kind: "stated",
    found: "all 221 of them did",
  }),
  judgementOf({
    rule: "policy.behaviour[0]",
    text: 'malformed-json/* never "5xx"',
    ...place(14),
    verdict: "fail",
    found: "2 of 404 cases",
    breaches: [
      {
        case: "malformed-json/lone-surrogate",
        expected: "anything but 5xx",
        observed: "500 (2 of 2)",
        replay: `witness replay ${RUN} malformed-json/lone-surrogate`,
      },
      {
        case: "malformed-json/nul",
        expected: "anything but 5xx",
        observed: "502 (1 of 2)",
        replay: `witness replay ${RUN} malformed-json/nul`,
      },
    ],
  }),
  judgementOf({ ...place(15) }),
  judgementOf({
    rule: "policy.behaviour[2]",
    text: 'feilds/* answers "4xx"',
    ...place(16),
    verdict: "error",
    found: "no case matched",
  }),
  judgementOf({
    rule: "policy.load[0]",
    text: "p(95)<2",
    ...place(19),
    kind: "threshold",
    verdict: "fail",
    found: "measured 3.1 ms",
    breaches: [{ expected: "p(95)<2", observed: "3.1 ms" }],
  }),
  judgementOf({
    rule: "baseline.load",
    text: "throughput >= 0.9 * baseline",
    source: "baseline.json",
    file: "baseline.json",
    kind: "baseline",
    verdict: "inconclusive",
    found: "0.93 × [0.86, 1.01]; 14 more rounds would decide",
  }),
];

export const sampleResult: GateResult = resultOf(sampleJudgements, {
  notes: ["3 cases are not in the baseline: fields/new-1, fields/new-2, fields/new-3"],
});

/** Drift of many cases that has two causes, and one case that did not change. */
export const driftResult: GateResult = resultOf(
  [
    judgementOf({
      rule: "baseline.cases",
      text: "cases get the same status as before",
      kind: "baseline",
      source: "baseline.json",
      file: "baseline.json",
      verdict: "fail",
      found: "13 changed; 1 case as before",
      breaches: Array.from({ length: 13 }, (_, n) => ({
        case: n < 12 ? `date-precision/d${n}` : "fields/extra",
        expected: n < 12 ? "400" : "201",
        observed: n < 12 ? "422" : "500",
      })),
      causes: [
        {
          text: "date: 400 became 422 (12 cases)",
          cases: Array.from({ length: 12 }, (_, n) => `date-precision/d${n}`),
        },
        { text: "fields: 201 became 500 (1 case)", cases: ["fields/extra"] },
      ],
      unchanged: ["valid/plain"],
    }),
  ],
  {
    causes: [
      {
        target: "go",
        text: "date: 400 became 422",
        verdict: "fail",
        rules: ["baseline.cases"],
        count: 12,
        cases: Array.from({ length: 12 }, (_, n) => `date-precision/d${n}`),
        example: {
          case: "date-precision/d0",
          expected: "400",
          observed: "422",
          replay: `witness replay ${RUN} date-precision/d0`,
        },
      },
      {
        target: "go",
        text: "fields: 201 became 500 · JSON {message: string}, app",
        verdict: "fail",
        rules: ["baseline.cases"],
        count: 1,
        cases: ["fields/extra"],
        example: { case: "fields/extra", expected: "201", observed: "500" },
      },
    ],
  },
);

/** A gate that passed with a flaky case. */
export const warnedResult = (level?: GateResult["level"]): GateResult =>
  resultOf(
    [
      judgementOf({
        rule: "baseline.flaky",
        text: "cases respond as before",
        kind: "baseline",
        verdict: "warn",
        found: "1 flaky",
        breaches: [{ case: "fields/flaky", expected: "201", observed: "201 / 500" }],
      }),
    ],
    { verdict: "pass", exitCode: level?.strict === true ? 1 : 0, level },
  );

const classes = {
  "1xx": 0,
  "2xx": 12,
  "3xx": 0,
  refusal: 0,
  "4xx": 390,
  "5xx": 2,
  other: 0,
  noAnswer: 0,
  unstable: 0,
};

/** The data of the judged run that reports use. */
export const sampleSummary: Summary = {
  ...emptySummary,
  runId: "2026-11-20-go-7",
  target: { name: "go", baseUrl: "http://localhost:8080" },
  firstId: 100_000_000,
  endedAt: "2026-11-20T16:22:11.623Z",
  durationMs: 6500,
  stated: { clauses: ["request-accepted"], valid: 221, answered: 221, text: "all 221" },
  requests: { total: 808, catalogue: 808 },
  suites: [
    {
      name: "malformed-json",
      about: "bodies that are not JSON",
      cases: 404,
      observations: 808,
      requests: 808,
      outcomes: { "201": 24, "400": 781, "500": 2, "502": 1 },
      classes,
    },
  ],
};

/** Text of a server (or a file) that could affect a reader of reports. */
export const HOSTILE =
  "</failure><script>alert(1)</script> ]]> & \"'\u0000\u0008\u001b[31m\u202e\ud800\ufffe `b` ```|* <!-- @octocat #1 [x](http://evil.example) ![y](http://evil.example/z.png)\r\n::error file=x::owned\n##[error]owned %0A::stop-commands::x";

/** Every text is hostile. */
export const hostileResult: GateResult = resultOf(
  (["fail", "error", "inconclusive", "pass"] as const).map((verdict) =>
    judgementOf({
      rule: HOSTILE,
      text: HOSTILE,
      source: `${HOSTILE}:3`,
      file: HOSTILE,
      line: 3,
      verdict,
      found: HOSTILE,
      breaches: [{ case: HOSTILE, expected: HOSTILE, observed: HOSTILE, replay: HOSTILE }],
    }),
  ),
  { notes: [HOSTILE], targets: [{ name: "go", baseUrl: HOSTILE, run: HOSTILE }] },
);
