import { beforeEach, expect, test } from "vitest";
import type { DoctorCheck } from "../model/doctor.ts";
import type { Tally } from "../model/index.ts";
import type { Truth } from "../servers/index.ts";
import { emptyLatency, encodeLatency } from "../stats/index.ts";
import { failed, compareWithTruth, type Terms } from "./compare-with-truth.ts";

const histogram = (us: number, count: number): string => {
  const latency = emptyLatency();
  latency.recordValueWithCount(us, count);
  return encodeLatency(latency);
};

/** A server that sent 100 responses of 200 in one second, and dropped five. */
const given = (): Truth => ({
  connections: 10,
  read: 105,
  answered: 100,
  dropped: 5,
  truncated: 0,
  left: 0,
  extra: 0,
  abandoned: 0,
  unlike: 0,
  repeated: 0,
  head: "",
  statuses: {
    200: { count: 60, delay: histogram(10_000, 60) },
    404: { count: 40, delay: histogram(10_000, 40) },
  },
  delaySumUs: 1_000_000,
  activeMs: 1000,
});

/** The same, measured right: two responses came after time was up. */
const seen = (): Tally => ({
  durationMs: 980,
  counts: { sent: 105, answered: 98, unanswered: { closed: 5 }, withdrawn: 0, inFlight: 2 },
  drained: { forMs: 10, answered: 2, waitedUs: 5000, ended: 0, silent: 0 },
  unasked: 0,
  dropped: { busy: 0, late: 0 },
  statuses: {
    200: { count: 59, latency: histogram(10_100, 59) },
    404: { count: 39, latency: histogram(10_100, 39) },
  },
  latencySumUs: 989_800,
  receivedBytes: 1,
  connections: { opened: 10, failed: {}, openingUs: 0 },
  intervals: { everyMs: 20, answered: [], latencySumUs: [] },
  generators: [],
});

let truth: Truth;
let tally: Tally;
beforeEach(() => {
  truth = given();
  tally = seen();
});

const STRICT: Terms = { places: 2, loose: false, few: false };
const LOOSE: Terms = { places: 2, loose: true, few: false };
const missed = (terms = STRICT): DoctorCheck["name"][] =>
  failed(compareWithTruth(tally, truth, terms)).map(({ name }) => name);

test("what was measured right holds", () => {
  expect(missed()).toEqual([]);
  expect(missed(LOOSE)).toEqual([]);
  const { truth: given, measured } = compareWithTruth(tally, truth, STRICT);
  expect(given).toMatchObject({ answered: 100, unanswered: 5, perSecond: 100 });
  expect(measured).toMatchObject({ answered: 100, unanswered: 5, perSecond: 100 });
});

test.each<[string, () => void, DoctorCheck["name"][]]>([
  ["one response too few", () => (truth.answered += 1), ["answered"]],
  ["one response too many", () => (truth.answered -= 1), ["answered"]],
  ["one more was sent", () => (tally.counts.sent += 1), ["conservation", "unanswered"]],
  ["one more was dropped", () => (truth.dropped += 1), ["unanswered"]],
  [
    "one is called lost that was never sent",
    () => (tally.counts.unanswered.reset = 1),
    ["conservation", "unanswered"],
  ],
  [
    "one gave no sign until the end",
    () => (tally.drained.silent = 1),
    ["conservation", "unanswered"],
  ],
  [
    "one response counts for another status",
    () => (
      (tally.statuses["200"] = { count: 61, latency: histogram(10_000, 61) }),
      (tally.statuses["404"] = { count: 37, latency: histogram(10_000, 37) })
    ),
    ["statuses"],
  ],
  [
    "a status that was never sent",
    () => (tally.statuses["500"] = { count: 1, latency: histogram(10_000, 1) }),
    ["statuses"],
  ],
  ["a response that nobody asked for was taken for one", () => (truth.extra += 3), ["unasked"]],
  ["an id came twice", () => (truth.repeated += 1), ["requests"]],
  ["a request was not the stated one", () => (truth.unlike += 1), ["requests"]],
  [
    "requests were in flight for longer than there was time",
    () => (tally.latencySumUs *= 2),
    ["matching"],
  ],
])("a count that is off by so little is found: %s", (_name, change, expected) => {
  change();
  expect(missed()).toEqual(expected);
  expect(missed(LOOSE)).toEqual(expected);
  expect(
    compareWithTruth(tally, truth, STRICT)
      .checks.filter(({ held }) => !held)
      .every(({ kind }) => kind === "count"),
  ).toBe(true);
});

const measuredAt = (us: number): void => {
  tally.statuses = {
    200: { count: 59, latency: histogram(us, 59) },
    404: { count: 39, latency: histogram(us, 39) },
  };
};

test("5% or 0.3 ms: 10.4 ms are near to 10, 10.6 are not", () => {
  measuredAt(10_400);
  expect(missed()).toEqual([]);
  measuredAt(10_600);
  expect(missed()).toEqual(["p50", "p99", "status-p50", "status-p50"]);
  measuredAt(9400);
  expect(missed()).toEqual(["p50", "p99", "status-p50", "status-p50"]);
});

test("where counts decide, twice as long is noise, and four times as long is a mismatch", () => {
  measuredAt(20_000);
  expect(missed(LOOSE)).toEqual([]);
  measuredAt(40_000);
  expect(missed(LOOSE)).toEqual(["p50", "p99", "status-p50", "status-p50"]);
  measuredAt(2500);
  expect(missed(LOOSE)).toEqual(["p50", "status-p50", "status-p50"]);
});

test("latencies of two statuses that are exchanged are found by status only", () => {
  const exchanged = (one: number, other: number) =>
    [histogram(one, 50), histogram(other, 50)] as const;
  const [fast, slow] = exchanged(5000, 25_000);
  truth.statuses = { 201: { count: 50, delay: fast }, 202: { count: 50, delay: slow } };
  tally.drained = { ...tally.drained, answered: 0 };
  tally.counts = { ...tally.counts, answered: 100, inFlight: 0 };
  tally.statuses = { 201: { count: 50, latency: slow }, 202: { count: 50, latency: fast } };
  expect(missed(LOOSE)).toEqual(["status-p50", "status-p50"]);
});

test("a throughput that is off by more than a tenth is a clock that is off", () => {
  truth.activeMs = 800;
  expect(missed()).toEqual(["throughput"]);
});

test("requests that were refused or reset may not have been read by the server", () => {
  tally.counts = { ...tally.counts, sent: 108, unanswered: { closed: 5, refused: 3 } };
  expect(missed()).toEqual([]);
  tally.counts = { ...tally.counts, unanswered: { closed: 8 } };
  expect(missed()).toEqual(["unanswered"]);
});
