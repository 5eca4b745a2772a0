import type { CaseView, RunView } from "../../../../src/analyse/index.ts";
import { userSubmission } from "../../../../src/contract/index.ts";
import type {
  LoadFigures,
  LoadSummary,
  RequestResult,
  Summary,
} from "../../../../src/model/index.ts";
import { requestCounts } from "../../../../src/stats/index.ts";
import { emptySummary } from "../../empty-summary.ts";

const { clauses } = userSubmission;

const SUITES = ["valid", "fields", "malformed-json", "date-precision", "framing"];

function resultOf(status: number): RequestResult {
  const text = `{"status":${status}}`;
  return {
    outcome: "answered",
    status,
    response: {
      version: "1.1",
      status,
      reason: status === 201 ? "Created" : "Bad Request",
      headers: [["Content-Type", "application/json"]],
      framing: "length",
      body: { bytes: text.length, sha256: "0".repeat(64), text },
    },
    totalUs: 1200,
  };
}

function caseOf(suite: string, nth: number): CaseView {
  const status = suite === "valid" || nth % 3 === 0 ? 201 : 400;
  const head = ["POST /api/user HTTP/1.1", "host: 127.0.0.1:3001", "content-length: 8"];
  const text = `{"id":${nth}}`;
  const bytes = head.join("\r\n").length + 4 + text.length;
  return {
    id: `${suite}/case-${nth}`,
    suite,
    reason: `the ${nth}. way in which a request can be unlike the stated one`,
    clauses: ["accepts", "body"],
    outcomes: nth === 7 ? { "201": 1, "400": 1 } : { [status]: 2 },
    stability: nth === 7 ? "unstable" : "stable",
    evidence: [
      {
        seq: nth,
        attempt: 1,
        signature: String(status),
        request: { head, body: { text, bytes: text.length }, bytes, cut: false, connections: 1 },
        results: [resultOf(status)],
        end: "kept",
        replay: `${suite}/case-${nth}`,
        curl: `curl -X POST --data-binary '{"id":${nth}}' http://127.0.0.1:3001/api/user`,
        shortCurl: `post --data-binary '{"id":${nth}}'`,
      },
    ],
  };
}

const latencyUs = {
  min: 210,
  p50: 390,
  p90: 610,
  p95: 780,
  p99: 1900,
  p999: 5200,
  max: 11_900,
  mean: 430,
};

const figures: LoadFigures = {
  offered: { model: "closed", connections: 10, pipelining: 1 },
  seconds: 5,
  sent: 121_560,
  answered: 121_550,
  unanswered: {},
  withdrawn: 0,
  inFlight: 10,
  hung: 0,
  unasked: 0,
  dropped: 0,
  perSecond: 24_310,
  goodput: 24_310,
  latencyUs,
  statuses: { "201": { count: 121_550, perSecond: 24_310, p50Us: 390, p99Us: 1900 } },
  receivedBytes: 20_000_000,
  connections: { opened: 10, failed: {} },
  trend: 0.01,
  ceiling: { perSecond: 29_000, reached: 0.84 },
  generatorUtilisation: 0.8,
  checks: [
    {
      name: "conservation",
      held: true,
      text: "121,560 sent = 121,550 with a response + 10 in flight",
    },
    { name: "generator", held: false, text: "the generator reached 84% of its ceiling" },
  ],
};

const load: LoadSummary = {
  options: {
    offered: figures.offered as LoadSummary["options"]["offered"],
    processes: 1,
    warmupMs: 500,
    durationMs: 5000,
    rounds: 3,
    timeoutMs: 1000,
    sweep: false,
  },
  site: { cores: 2, local: true },
  ceilings: [],
  statusesBefore: { "201": 220 },
  expectedStatuses: ["201"],
  rounds: [1, 2, 3].map((nth) => ({ nth, ...figures })),
  pooled: figures,
  spread: 0.021,
  warnings: ["limited by the generator (84% of this machine's ceiling): a lower bound"],
};

const counts = {
  "1xx": 0,
  "2xx": 14,
  "3xx": 0,
  refusal: 0,
  "4xx": 25,
  "5xx": 0,
  other: 0,
  noAnswer: 0,
  unstable: 1,
};

const suites = SUITES.map((name) => ({
  name,
  about: `how the target responds to requests of ${name}`,
  cases: 40,
  observations: 80,
  requests: 80,
  outcomes: { "201": 28, "400": 52 },
  classes: counts,
}));

const summary = (cases: readonly CaseView[]): Summary => ({
  ...emptySummary,
  runId: "2026-11-20-strict-1843320",
  target: { name: "strict", baseUrl: "http://127.0.0.1:3001" },
  seed: 1843320,
  durationMs: 42_000,
  stated: {
    clauses: ["accepts"],
    valid: 220,
    answered: 220,
    text: "all 220 valid requests got one",
  },
  requests: requestCounts({ suites, load }, {}),
  suites,
  cases: cases.map(({ id, outcomes, stability }) => ({ id, outcomes, stability })),
  remarks: [
    {
      kind: "step",
      case: "date-precision/case-4",
      signature: "201 → 400",
      text: "9 fraction digits are accepted, 10 are not",
      count: 1,
    },
    {
      kind: "unstable",
      case: "fields/case-7",
      signature: "201, 400",
      text: "two different responses",
      count: 1,
    },
  ],
  notes: [{ type: "note", kind: "check", text: "a valid request gets a response: 201 in 1.2 ms" }],
  ledger: clauses.map(({ id, kind, text }) => ({
    id,
    kind,
    text,
    cases: 4,
    outcomes: { "201": 3, "400": 1 },
    observed: ["4 cases: 201 ×3  400 ×1"],
  })),
  load,
});

/** A run with suites and load, as the report of a run shows it. */
export function runView(): RunView {
  const cases = SUITES.flatMap((suite) =>
    Array.from({ length: 40 }, (_, nth) => caseOf(suite, nth)),
  );
  const curve = [0, 0.5, 0.9, 0.99, 0.999].map((percentile, at) => ({
    percentile,
    us: 210 * 2 ** at,
  }));
  return {
    summary: summary(cases),
    cases,
    shell: {
      run: "reports/run",
      curl: { before: "curl -X POST", after: " http://127.0.0.1:3001/api/user" },
    },
    loadAlone: false,
    load: {
      curves: [{ label: "latency", points: curve }],
      overTime: [1, 2, 3].map((nth) => ({
        nth,
        everyMs: 500,
        perSecond: Array.from({ length: 10 }, (_, at) => 24_000 + 200 * (at % 3)),
        meanUs: Array.from({ length: 10 }, () => 430),
      })),
      histogram: [],
    },
  };
}
