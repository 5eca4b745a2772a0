import fc from "fast-check";
import {
  ConnectionEnd,
  Outcome,
  type Case,
  type Finding,
  type KeptBytes,
  type LoadPlan,
  type Observation,
  type RequestResult,
  type Response,
  type Round,
  type RunEnd,
  type RunHeader,
  type RunRecord,
} from "../../src/model/index.ts";
import { Phase } from "../../src/model/observation.ts";
import { keepBytes } from "../../src/send/request-result.ts";
import { SlotTally } from "../../src/load/index.ts";

/** Bodies that parsers of JSON, numbers, dates and text have failed on. */
const ODD_BODIES = [
  "",
  "{}",
  '{"id":007,"date":"2024-01-02T03:04:05.678Z"}',
  '{"id":-0,"date":"2024-13-45T99:99:99.999Z"}',
  '{"id":1e999,"id":1E-999,"":null}',
  '{"__proto__":{"a":1},"constructor":1,"toString":2,"hasOwnProperty":3}',
  '["\\ud800", "\\u0000"]',
  "[".repeat(2000),
  "[".repeat(2000) + "]".repeat(2000),
  '{"a":'.repeat(600) + "1" + "}".repeat(600),
  "9".repeat(4096),
  '"\ufeff"',
  "\ufeff{}",
  "<!doctype html><script>alert(1)</script>",
  "<![CDATA[ ]]> ]]> &amp; <!-- -->",
  "::error::x\n##[command]y\r\n\u2028\u202e",
  "%E0%A4%A",
  "NaN",
  "null",
  "true",
  "-",
];

const odd = fc.constantFrom(
  "",
  " ",
  "__proto__",
  "constructor",
  "%E0%A4%A",
  "]]>",
  "```",
  "|",
  "\u0000",
  "\u202e",
  "\ud800",
  "Thu, 99 Foo 2024 25:61:61 GMT",
  "Thu, 01 Jan 1970 00:00:00 GMT",
  'application/json; charset="',
  "max-age=99999999999999999999",
  "x".repeat(5000),
);
const text = fc.oneof(odd, fc.string({ unit: "binary", maxLength: 30 }));
const name = fc.oneof(
  odd,
  fc.constantFrom("Date", "Content-Type", "Content-Length", "Retry-After", "Server", "Set-Cookie"),
  fc.constantFrom("X-RateLimit-Limit", "RateLimit-Reset", "Transfer-Encoding", "Location", "Allow"),
);
const kept: fc.Arbitrary<KeptBytes> = fc
  .oneof(
    fc.constantFrom(...ODD_BODIES).map((each) => Buffer.from(each)),
    fc.uint8Array({ maxLength: 40 }).map((each) => Buffer.from(each)),
    fc.json().map((each) => Buffer.from(each)),
    fc.nat(20_000).map((length) => Buffer.alloc(length, 0x80)),
  )
  .map(keepBytes);
const status = fc.oneof(
  fc.nat(999),
  fc.constantFrom(200, 201, 204, 400, 422, 429, 500, 0, 99, 999),
);
const times = {
  firstByteUs: fc.option(fc.nat(10_000_000), { nil: undefined }),
  totalUs: fc.nat(100_000_000),
};
const framing = fc.constantFrom("none", "length", "chunked", "close" as const);

/** The same without undefined members, as in the record. */
const recorded = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
const optional = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(of, { nil: undefined });

const response = fc
  .record({
    version: optional(fc.constantFrom("1.1", "1.0", "2.7", "")),
    status,
    reason: text,
    headers: fc.array(fc.tuple(name, text), { maxLength: 6 }),
    interim: optional(fc.array(status, { maxLength: 3 })),
    framing,
    body: kept,
    decoded: optional(kept),
    decodeError: optional(text),
  })
  .map((each) => recorded(each) as Response);

const complete = fc.record({ response, ...times }).map((each): RequestResult => ({
  ...recorded(each),
  outcome: "answered",
  status: each.response.status,
}));

const failed = fc
  .record({
    outcome: fc.constantFrom(...Outcome.exclude(["answered"]).options),
    phase: fc.constantFrom(...Phase.options),
    detail: text,
    received: optional(kept),
    status: optional(status),
    whole: optional(fc.record({ status, framing })),
    lateMs: optional(fc.nat(100_000)),
    busyShare: optional(fc.double({ min: 0, max: 1, noNaN: true })),
    sentLate: optional(fc.constant(true as const)),
    ...times,
  })
  .map((each) => recorded(each) as RequestResult);

/** A response or failure, as far as a server can choose it. */
export const anyExchange = fc
  .record({
    answers: fc.array(fc.oneof({ weight: 3, arbitrary: complete }, failed), {
      minLength: 1,
      maxLength: 3,
    }),
    end: fc.constantFrom(...ConnectionEnd.options),
    leftover: optional(kept),
    resent: optional(fc.constant(1)),
    atMs: fc.nat(1_000_000),
    fresh: fc.nat(1_000_000),
  })
  .map(recorded);
type AnyExchange = Pick<Observation, "answers" | "end" | "atMs" | "fresh">;

const LOAD: LoadPlan = {
  offered: { model: "closed", connections: 10, pipelining: 1 },
  processes: 1,
  warmupMs: 0,
  durationMs: 1000,
  rounds: 3,
  timeoutMs: 1000,
  sweep: false,
};

const headerOf = (target: string, kind: AnyRunKind): RunHeader => ({
  type: "header",
  format: 3,
  tool: { name: "api-witness", version: "0.0.0" },
  runId: `2026-01-01-${target}-1`,
  target: { name: target, baseUrl: "http://127.0.0.1:1" },
  seed: 1,
  firstId: 100_000_000,
  catalogue: "0".repeat(64),
  options: {
    runsPerProperty: 1,
    repeats: 2,
    concurrency: 1,
    timeoutMs: 1000,
    ...(kind !== "explore" && { load: LOAD }),
    ...(kind !== "load" && {
      explore: {
        parts: ["examples", "boundaries", "divergences"],
        compare: ["status", "body"],
        ignore: [],
        runsPerProperty: 1,
        maxRequests: 1,
        maxTimeMs: 1,
        caps: {},
      },
    }),
  },
  suites: kind === "run" ? [{ name: "any", about: "any" }] : [],
  startedAt: "2026-01-01T00:00:00.000Z",
  platform: "any",
});

/** The verb that made the run. */
export type AnyRunKind = "run" | "load" | "explore";

type AnyRun = {
  target: string;
  kind: AnyRunKind;
  cases: readonly Case[];
  exchanges: readonly AnyExchange[];
  end: RunEnd;
};

/** The records of a run in which each case got the next of these exchanges, and is the evidence of findings. */
export function* anyRecords({ target, kind, cases, exchanges, end }: AnyRun): Generator<RunRecord> {
  let seq = 0;
  const observe = (sent: Case, attempt: number): Observation => {
    const exchange = exchanges[seq % exchanges.length];
    if (exchange === undefined) throw new Error("no exchange");
    seq += 1;
    const place = { seq: seq - 1, case: sent.id, attempt, timeoutMs: 1000 };
    return { ...exchange, type: "observation", ...place };
  };
  yield headerOf(target, kind);
  yield {
    type: "note",
    kind: "target-lost",
    text: "any",
    cases: cases.slice(0, 2).map(({ id }) => id),
  };
  for (const sent of cases) {
    yield { type: "case", case: sent };
    yield observe(sent, 1);
    if (sent.generated === undefined) yield observe(sent, 2);
  }
  for (const [nth, { request, clauses }] of cases.entries()) {
    const evidence: Case = { id: `explore/any/${nth}`, reason: "any", clauses, request };
    yield { type: "case", case: evidence };
    const first = observe(evidence, 1);
    yield first;
    yield findingOf(evidence.id, nth, target);
  }
  if (kind !== "explore")
    for (let nth = 1; nth <= LOAD.rounds; nth += 1) yield roundOf(nth, exchanges);
  if (end !== "done") yield { type: "note", kind: "failure", text: "any" };
  yield {
    type: "footer",
    end,
    observations: seq,
    endedAt: "2026-01-01T00:00:01.000Z",
    durationMs: 1000,
  };
}

const AXES = ["id-upwards", "id-downwards", "body-space", "date-year-upwards", "headers", "x"];

function findingOf(id: string, nth: number, target: string): Finding {
  const common = { type: "finding", case: id } as const;
  const signatures = ["201", "timed-out"];
  switch (nth % 4) {
    case 0: {
      const origin = { seed: 1, path: "0" };
      const of = { property: "any/any", family: `family ${nth}`, signature: "201" };
      return { ...common, kind: "smallest", ...of, met: 1, drawn: 2, origin };
    }
    case 1:
      return {
        ...common,
        kind: "unstable",
        where: AXES[nth % AXES.length] ?? "",
        signatures,
        count: 2,
      };
    case 2: {
      const both = [target, "other"].map((each, at) => ({
        target: each,
        signature: signatures[at] ?? "",
      }));
      const of = { family: `family ${nth}`, from: "any/any", met: 1 };
      return { ...common, kind: "divergence", ...of, signatures: both };
    }
    default:
      return axisOf(id, nth);
  }
}

function axisOf(id: string, nth: number): Finding {
  const near = { at: String(nth), signature: "201", case: id };
  const far = { at: String(nth + 1), signature: "timed-out", case: id };
  return {
    type: "finding",
    kind: "axis",
    axis: AXES[nth % AXES.length] ?? "",
    title: "any",
    scale: nth % 8 === 3 ? "log" : "linear",
    stretches: [
      { from: "0", to: near.at, signature: near.signature },
      { from: far.at, to: "9".repeat(400), signature: far.signature },
    ],
    boundaries: [{ near, far, probes: 3 }],
    unstable: [{ from: "1", to: "2", signatures: ["201", "timed-out"] }],
    capped: nth % 8 === 3,
    requests: 10,
  };
}

function roundOf(nth: number, exchanges: readonly AnyExchange[]): Round {
  const tally = new SlotTally(LOAD.durationMs);
  for (const { answers } of exchanges.slice(nth))
    for (const result of answers)
      if (result.outcome === "answered") tally.addResponse(result.status, result.totalUs);
      else tally.addWithoutResponse(result.outcome, 1);
  tally.sent = tally.count + tally.withoutResponseCount;
  tally.end(0);
  return { type: "round", nth, offered: LOAD.offered, atMs: nth, tally: tally.finish(0) };
}
