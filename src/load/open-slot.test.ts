import { LOAD_NUMBERS } from "../fresh-numbers.ts";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { afterEach, describe, expect, test } from "vitest";
import type { Tally } from "../model/index.ts";
import type { Conduct, ServerBehaviour, Truth } from "../servers/index.ts";
import { TruthServer } from "../servers/truth/truth-server.ts";
import { decodeLatency, mergeLatencies } from "../stats/index.ts";
import { openSlot } from "./open-slot.ts";
import { IdSequence } from "./request-ring.ts";

const FIRST_ID = 100_000_000;

let server: TruthServer;
afterEach(() => server.close());

type Load = { rate: number; durationMs: number; connections?: number; poisson?: true };

async function load(given: Partial<ServerBehaviour>, options: Load): Promise<Tally> {
  server = await TruthServer.start({
    delay: { kind: "constant", ms: 1 },
    statuses: [200, 201, 202, 400, 503],
    conduct: { kind: "keep" },
    ...given,
  });
  const offered = {
    model: "open" as const,
    ratePerSecond: options.rate,
    arrivals: options.poisson === true ? ("poisson" as const) : ("even" as const),
    connections: options.connections ?? 50,
  };
  return openSlot(
    {
      interface: userSubmission,
      target: parseBaseUrl(server.url),
      offered,
      durationMs: options.durationMs,
      timeoutMs: 10_000,
      insecure: false,
      ids: new IdSequence(FIRST_ID, LOAD_NUMBERS),
      seed: 7,
      phase: 0,
      signal: new AbortController().signal,
    },
    offered,
  );
}

const droppedOf = ({ dropped }: Tally): number => dropped.busy + dropped.late;

/**
 * The load and what the server counted, again until this machine was not too busy: at most five times. What it did
 * not send, or did not wait for, shows nothing.
 */
async function undisturbed(
  given: Partial<ServerBehaviour>,
  options: Load,
  isWhole: (tally: Tally) => boolean = ({ counts, drained }) =>
    counts.sent >= 20 && drained.silent === 0,
): Promise<{ tally: Tally; truth: Truth }> {
  for (let turn = 1; ; turn += 1) {
    const tally = await load(given, options);
    const truth = await server.close();
    if (isWhole(tally) || turn === 5) return { tally, truth };
  }
}

const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);
const lostLate = ({ counts, drained }: Tally): number =>
  counts.inFlight - drained.answered - drained.silent;
const latency = (tally: Tally) =>
  mergeLatencies(Object.values(tally.statuses).map((each) => each.latency));

function expectConserved({ counts }: Tally): void {
  expect(counts.sent).toBe(
    counts.answered + sum(counts.unanswered) + counts.withdrawn + counts.inFlight,
  );
}

describe("counts", () => {
  // Due every 5 ms, the first one immediately, the last one before 250 ms: 50.
  test.each<[string, Conduct]>([
    ["keeps its connections", { kind: "keep" }],
    ["closes after every response", { kind: "close", every: 1, announced: true }],
    ["ends each body by closing", { kind: "until-close" }],
    ["speaks HTTP/1.0", { kind: "http-1.0" }],
    ["sends interim responses", { kind: "interim", statuses: [102, 103] }],
    ["sends a byte at a time", { kind: "pieces", bytes: 1 }],
  ])("a server that %s: all that was due is sent and gets a response", async (_name, conduct) => {
    const { tally, truth } = await undisturbed({ conduct }, { rate: 200, durationMs: 250 });
    expectConserved(tally);
    expect(tally.counts.sent + droppedOf(tally)).toBe(50);
    expect(tally.counts).toMatchObject({ sent: truth.read, unanswered: {}, withdrawn: 0 });
    expect(tally.counts.answered + tally.drained.answered).toBe(truth.answered);
    expect(tally.drained.silent).toBe(0);
    expect(truth).toMatchObject({ repeated: 0, unlike: 0 });
    for (const [status, { count }] of Object.entries(tally.statuses))
      expect(count).toBeLessThanOrEqual(truth.statuses[status]?.count ?? 0);
  });

  test.each<[string, Conduct]>([
    ["drops", { kind: "drop", every: 10 }],
    ["truncates", { kind: "truncate", every: 10 }],
  ])("a server that %s every tenth: as many have no response", async (_name, conduct) => {
    const { tally, truth } = await undisturbed({ conduct }, { rate: 200, durationMs: 250 });
    expectConserved(tally);
    expect(tally.counts.answered + tally.drained.answered).toBe(truth.answered);
    expect(tally.counts.unanswered).toEqual({
      closed: truth.dropped + truth.truncated - lostLate(tally),
    });
    expect(truth.dropped + truth.truncated).toBe(Math.floor(truth.read / 10));
  });

  test("with every connection busy, what falls due is dropped and counted", async () => {
    const slow = { delay: { kind: "constant", ms: 100 } } as const;
    const tally = await load(slow, { rate: 100, durationMs: 400, connections: 2 });
    expectConserved(tally);
    // 40 are due; each connection is free again after 100 ms, and nothing is sent more than 100 ms
    // after it was due: from 0 to 490 ms, each takes five at most.
    expect(tally.counts.sent + droppedOf(tally)).toBe(40);
    expect(tally.counts.sent).toBeLessThanOrEqual(10);
    expect(droppedOf(tally)).toBeGreaterThanOrEqual(30);
  });

  test("random arrivals: the same seed makes the same requests due", async () => {
    const due = async (): Promise<number> => {
      const tally = await load({}, { rate: 200, durationMs: 300, poisson: true });
      await server.close();
      return tally.counts.sent + droppedOf(tally);
    };
    const first = await due();
    expect(await due()).toBe(first);
    // 60 on average; nine in ten thousand draws are further away than 4 standard deviations.
    expect(Math.abs(first - 60)).toBeLessThan(31);
  });
});

test("a stall shows in the latencies of all that was due meanwhile", async () => {
  // Nothing gets a response from 400 to 500 ms. Due every 4 ms, so that 25 of 249 have to wait, the
  // first of them for 100 ms and each next one 4 ms less: a tenth waits from 0 to 100 ms.
  // 95% of all are at or below 50 ms then, and 99% at or below 90 ms. A late machine adds to this.
  const stall = { everyMs: 1000, fromMs: 400, forMs: 100 };
  const { tally } = await undisturbed(
    { stall },
    { rate: 250, durationMs: 1000 },
    (each) => droppedOf(each) === 0,
  );
  const all = latency(tally);
  expect(tally.counts.sent + droppedOf(tally)).toBe(250);
  expect(all.getValueAtPercentile(95)).toBeGreaterThan(44_000);
  expect(all.getValueAtPercentile(99)).toBeGreaterThan(84_000);
  expect(all.maxValue).toBeGreaterThan(94_000);
  // The service time of what was sent in time is as long: nobody waited for the server to send.
  expect(decodeLatency(tally.service ?? "").maxValue).toBeGreaterThan(80_000);
});
