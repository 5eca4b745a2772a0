import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { post } from "../generate/index.ts";
import type { NewNote, RequestResult } from "../model/index.ts";
import { PauseWatch } from "./pause-watch.ts";
import type { Returned } from "./target-supervisor.ts";

const TIMED_OUT: RequestResult = { outcome: "timed-out", phase: "head", detail: "", totalUs: 2e6 };

const responded = (ms: number): RequestResult =>
  ({ outcome: "answered", status: 201, totalUs: 1000 * ms }) as RequestResult;

/** What is noted of plain requests, each with the time of its beginning and how long it took, in milliseconds. */
function noted(spans: readonly (readonly [number, number])[]): NewNote[] {
  const notes: NewNote[] = [];
  const watch = new PauseWatch(() => 0);
  for (const [atMs, ms] of spans) watch.addControl(responded(ms), atMs);
  watch.addControl(TIMED_OUT, 0);
  watch.close();
  watch.note({ note: (note) => notes.push(note) });
  return notes;
}

const usual = Array.from({ length: 100 }, (_, nth) => [nth, 5] as const);
const later = usual.map(([atMs, ms]) => [atMs + 10_000, ms] as const);

test("a time without a response, after which all that were in flight got theirs, is a pause", () => {
  const spans = [...usual, [100, 2900], [104, 2897], [2000, 1001], ...later] as const;
  expect(noted(spans)).toEqual([
    {
      kind: "surroundings",
      code: "pauses",
      request: 101,
      fromMs: 104,
      times: 1,
      longestMs: 2896,
      forMs: 2896,
    },
  ]);
});

const slow = (count: number): (readonly [number, number])[] =>
  Array.from({ length: count }, (_, nth) => [1000 + 500 * nth, 400 + nth]);

test("controls that were slow, and quick before and after, do not depend on the request", () => {
  expect(noted([...usual, ...slow(5), ...later])).toEqual([
    {
      kind: "surroundings",
      code: "slow-at-times",
      request: 101,
      fromMs: 1000,
      slow: 5,
      asked: 205,
      slowUs: 402_000,
      quickUs: 5000,
    },
  ]);
});

test.each([
  ["a few slow controls", [...usual, ...slow(4), ...later]],
  ["a server that became slower, and stayed so", [...usual, ...slow(20)]],
  ["a single slow request", [...usual, [100, 2900], ...later]],
  [
    "slow requests of which others got responses meanwhile",
    [...usual, [100, 2900], [104, 2897], [1500, 5], [2800, 5], ...later],
  ],
  ["a server that always takes so long", usual.map(([atMs]) => [3000 * atMs, 2900] as const)],
  ["a time in which nothing was sent", [...usual, ...later]],
  [
    "two short pauses",
    [...usual, [100, 1200], [104, 1197], [3000, 5], [3100, 1200], [3104, 1197], ...later],
  ],
] as const)("%s is none", (_, spans) => {
  expect(noted(spans)).toEqual([]);
});

/** A plain request, sent at this time, and its result after so many milliseconds. */
function returned(atMs: number, ms: number, isLost = false): Returned {
  const result = { ...(isLost ? TIMED_OUT : responded(ms)), totalUs: 1000 * ms };
  const sent = { id: "valid/plain", reason: "", request: post(["x"]) };
  const sending = { case: sent, suite: "valid", fresh: 0, attempt: 1, tries: 1 };
  const dispatched = { answers: [result], end: "none", timeoutMs: 5000 };
  return { sending, dispatched, atMs } as unknown as Returned;
}

const waits = (count: number): Returned[] =>
  Array.from({ length: count }, (_, nth) => returned(100 + nth, 5000, true));

test.each([
  ["several requests wait, and nothing else gets a response", waits(3), true],
  ["only two wait, which may be their own doing", waits(2), false],
  ["others get a response meanwhile", [...waits(10), returned(3000, 5)], false],
  [
    "others get one at the beginning and after it",
    [...waits(3), returned(90, 20), returned(5200, 5)],
    true,
  ],
])("a time-out is explained by a pause if %s", (_, all, expected) => {
  const watch = new PauseWatch(() => 0);
  for (const each of all) watch.add(each);
  watch.close();
  expect(watch.explains({ fromMs: 100, toMs: 5100 })).toBe(expected);
});

test("a time-out is explained by this process, where it did nothing in that time", async () => {
  const watch = new PauseWatch(() => performance.now());
  const fromMs = performance.now();
  while (performance.now() - fromMs < 600);
  const toMs = performance.now();
  await sleep(150);
  watch.close();
  expect(watch.explains({ fromMs, toMs })).toBe(true);
});
