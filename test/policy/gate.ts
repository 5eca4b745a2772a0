import { post } from "../../src/generate/index.ts";
import {
  Policy,
  type Case,
  type Ceiling,
  type ConnectionEnd,
  type GateResult,
  type Interface,
  type LoadPlan,
  type Observation,
  type RequestResult,
  type Round,
  type RunEnd,
  type RunHeader,
  type RunRecord,
  type Tally,
} from "../../src/model/index.ts";
import { emptyLatency, encodeLatency } from "../../src/stats/index.ts";
import { z } from "zod";
import { emptyGateFold, foldGate, type GateRun } from "../../src/policy/index.ts";

const LOAD: LoadPlan = {
  offered: { model: "closed", connections: 10, pipelining: 1 },
  processes: 1,
  warmupMs: 0,
  durationMs: 1000,
  rounds: 3,
  timeoutMs: 1000,
  sweep: false,
};

/** The result of one sending: a status, or an outcome without one. */
export type Word = number | "reset" | "timed-out" | "too-large";

type Sent = {
  body?: string;
  contentType?: string;
  server?: string;
  end?: ConnectionEnd;
  family?: string;
  clauses?: string[];
};

/** A case and its sendings; cases of the suite `valid` are the stated request. */
export function sent(id: string, words: Word[], given: Sent = {}): RunRecord[] {
  const { clauses = ["response-status"], family } = given;
  const each: Case = {
    id,
    reason: "a reason",
    clauses,
    request: post(),
    ...(id.startsWith("valid/") && { valid: true as const }),
    ...(id.startsWith("repetition/same-id-") && { sameIdentity: true as const }),
    ...(family !== undefined && { family }),
  };
  return [{ type: "case", case: each }, ...observationsOf(id, words, given)];
}

/** A case of a suite, and its sendings. */
export const sentCase = (each: Case, words: Word[], given: Sent = {}): RunRecord[] => [
  { type: "case", case: each },
  ...observationsOf(each.id, words, given),
];

function observationsOf(id: string, words: Word[], given: Sent): Observation[] {
  return words.map((word, at) => ({
    type: "observation",
    seq: at,
    case: id,
    attempt: at + 1,
    fresh: at,
    atMs: at,
    answers: [resultOf(word, given)],
    end: given.end ?? "kept",
    timeoutMs: 1000,
  }));
}

function resultOf(word: Word, { body = "", contentType, server }: Sent): RequestResult {
  if (typeof word !== "number")
    return { outcome: word, phase: "head", detail: "nothing came", totalUs: 1 };
  const headers: [string, string][] = [
    ...(contentType === undefined ? [] : [["Content-Type", contentType] as [string, string]]),
    ...(server === undefined ? [] : [["Server", server] as [string, string]]),
  ];
  const kept = { bytes: Buffer.byteLength(body), sha256: "", text: body.slice(0, 4096) };
  const response = { status: word, reason: "", headers, framing: "length" as const, body: kept };
  return { outcome: "answered", status: word, totalUs: 1, response };
}

export type LoadSlot = {
  perSecond: number;
  ms?: number;
  other?: Record<string, number>;
  reset?: number;
};

/** A second of load on 10 connections that were always busy. */
function tally({ perSecond, ms = 10_000 / perSecond, other = {}, reset = 0 }: LoadSlot): Tally {
  const statuses = { "201": perSecond, ...other };
  const answered = Object.values(statuses).reduce((total, count) => total + count, 0);
  return {
    durationMs: 1000,
    counts: {
      sent: answered + reset,
      answered,
      unanswered: reset > 0 ? { reset } : {},
      withdrawn: 0,
      inFlight: 0,
    },
    drained: { forMs: 0, answered: 0, waitedUs: 0, ended: 0, silent: 0 },
    unasked: 0,
    dropped: { busy: 0, late: 0 },
    statuses: Object.fromEntries(
      Object.entries(statuses).map(([status, count]) => {
        const latency = emptyLatency();
        if (count > 0) latency.recordValueWithCount(Math.round(ms * 1000), count);
        return [status, { count, latency: encodeLatency(latency) }];
      }),
    ),
    latencySumUs: 10_000_000,
    receivedBytes: 0,
    connections: { opened: 10, failed: {}, openingUs: 0 },
    intervals: {
      everyMs: 100,
      answered: Array<number>(10).fill(answered / 10),
      latencySumUs: Array<number>(10).fill(1),
    },
    generators: [{ utilisation: 0.1, loopDelayP99Us: 0, cpuUs: 1 }],
  };
}

/** A ceiling of this many responses per second, then rounds of a second each, from `fromMs` on. */
export function loaded(ceiling: number, slots: (number | LoadSlot)[], fromMs = 1000): RunRecord[] {
  const { offered } = LOAD;
  const before: Ceiling = {
    type: "ceiling",
    offered,
    atMs: 0,
    tally: tally({ perSecond: ceiling }),
  };
  const rounds = slots.map((slot, at): Round => ({
    type: "round",
    nth: at + 1,
    offered,
    atMs: fromMs + at * 10_000,
    tally: tally(typeof slot === "number" ? { perSecond: slot } : slot),
  }));
  return [before, ...rounds];
}

export type RunGiven = {
  keepBodies?: boolean;
  target?: string;
  catalogue?: string;
  end?: RunEnd | "cut-off";
  reference?: true;
  startedAt?: string;
  interface?: Interface;
};

/** A run of these records, folded with a policy; it begins with the stated request, which gets 201. */
export function gateRun(
  policy: z.input<typeof Policy>,
  records: RunRecord[],
  given: RunGiven = {},
): GateRun {
  const { target = "go", end = "done", reference } = given;
  const suites = new Set(
    records.flatMap((each) =>
      each.type === "case" ? [each.case.id.slice(0, each.case.id.indexOf("/"))] : [],
    ),
  );
  const header: RunHeader = {
    type: "header",
    format: 3,
    tool: { name: "api-witness", version: "0.0.0" },
    runId: `2026-11-20-${target}-7`,
    target: { name: target, baseUrl: `http://localhost/${target}` },
    seed: 7,
    firstId: 500_000_000,
    catalogue: given.catalogue ?? "one",
    ...(given.interface && { interface: given.interface }),
    options: {
      runsPerProperty: 0,
      repeats: 2,
      concurrency: 1,
      timeoutMs: 1000,
      ...(records.some(({ type }) => type === "round") && { load: LOAD }),
    },
    suites: ["valid", ...suites].map((name) => ({ name, about: name })),
    startedAt: given.startedAt ?? "2026-11-20T12:00:00.000Z",
    platform: "node",
  };
  const gate = emptyGateFold(Policy.parse(policy), { keepBodies: given.keepBodies === true });
  const footer: RunRecord[] =
    end === "cut-off"
      ? []
      : [{ type: "footer", end, observations: 0, endedAt: header.startedAt, durationMs: 1 }];
  for (const record of [header, ...sent("valid/plain", [201, 201]), ...records, ...footer])
    foldGate(gate, record);
  return { gate, folder: `reports/${header.runId}`, ...(reference && { reference }) };
}

/** The result of each rule, in lines; of stated clauses only if they failed. */
export function told({ verdict, exitCode, judgements, notes }: GateResult): string {
  const lines = judgements
    .filter(({ kind, verdict }) => kind !== "stated" || verdict !== "pass")
    .flatMap(({ verdict, rule, text, source, found, breaches, causes = [] }) => [
      `${verdict} ${rule} | ${text}${source === undefined ? "" : ` | ${source}`}`,
      `  ${found}`,
      ...causes.map((cause) => `  ${cause.text}`),
      ...breaches.flatMap((each) => [
        `  - ${each.case === undefined ? "" : `${each.case}: `}expected ${each.expected}, observed ${each.observed}`,
        ...(each.replay === undefined ? [] : [`    ${each.replay}`]),
      ]),
    ]);
  return [...lines, ...notes.map((note) => `note ${note}`), `${verdict} ${exitCode}`].join("\n");
}
