import { expect, test } from "vitest";
import type { NewNote, RequestResult } from "../model/index.ts";
import { ControlErrors } from "./control-errors.ts";

const answered = (status: number): RequestResult =>
  ({ outcome: "answered", status, response: { headers: [] } }) as unknown as RequestResult;

/** Lost on a kept connection, and sent again by the client. */
const RESENT = -1;

const control = (status: number): Parameters<ControlErrors["add"]>[0] =>
  status === RESENT ? { answers: [answered(201)], resent: 1 } : { answers: [answered(status)] };

/** What is noted of controls with these statuses, one every 100 ms and every sixty results. */
function noted(
  statuses: readonly number[],
  before?: number,
  explained?: Parameters<ControlErrors["note"]>[1],
  held?: Parameters<ControlErrors["note"]>[2],
): NewNote[] {
  const notes: NewNote[] = [];
  const errors = new ControlErrors(before === undefined ? before : { sent: before, errors: 0 });
  for (const [nth, status] of statuses.entries())
    errors.add(control(status), { atMs: 100 * nth, results: 60 * nth });
  errors.note({ note: (note) => notes.push(note) }, explained, held);
  return notes;
}

/** Results got an error at last after so many others. */
const noiseWith = (last: number) => ({
  sinceMs: () => Infinity,
  lastOf: () => last,
  lost: ["reset"],
});

const good = Array<number>(60).fill(201);

test("an error that some controls got for a while, and others between them did not", () => {
  const spell = [502, 201, 502, 502, 201, 502, 201, 201, 502];
  expect(noted([...good, ...spell, ...good])).toEqual([
    {
      kind: "surroundings",
      code: "errors-for-a-while",
      word: "502",
      request: 3601,
      fromMs: 6000,
      forMs: 800,
      failed: 5,
      asked: 9,
    },
  ]);
});

test.each(["xxxxx..xxxx.", "xxxxx.x.xxx.."])(
  "one that half of all requests get, with controls that are sent again until one is good: %s",
  (row) => {
    const spell = [...row].map((each) => (each === "x" ? 500 : 201));
    expect(noted([...good.slice(0, 11), ...spell], 300)).toHaveLength(1);
  },
);

test("controls that were lost on kept connections for a while, as other requests were on new ones", () => {
  const statuses = [...good, RESENT, 201, RESENT, RESENT, 201, RESENT, RESENT, 201, ...good];
  expect(noted(statuses)).toEqual([]);
  const held = { noise: noiseWith(60 * 66), results: 60 * statuses.length };
  expect(noted(statuses, undefined, undefined, held)).toMatchObject([
    { code: "errors-for-a-while", word: "reset", failed: 5 },
  ]);
});

test("an error that no later result got is over, though few controls came after it", () => {
  const statuses = [
    ...good,
    ...Array.from({ length: 12 }, (_, nth) => (nth % 2 === 0 ? 502 : 201)),
    201,
    201,
  ];
  const results = 60 * statuses.length;
  const staysWith = (last: number): unknown =>
    noted(statuses, undefined, undefined, { noise: noiseWith(last), results }).map(
      (note) => "stays" in note && note.stays,
    );
  expect(staysWith(results - 200)).toEqual([undefined]);
  expect(staysWith(results)).toEqual([true]);
});

test("times in which every request got it are told otherwise", () => {
  const ban = [502, 502, 502, 201, 201, 201, 201];
  const statuses = [...good, ...ban, ...ban, ...ban];
  expect(noted(statuses)).toHaveLength(1);
  const times = [0, 1, 2].map((nth) => ({
    got: "502",
    fromMs: 6000 + 700 * nth,
    toMs: 6200 + 700 * nth,
  }));
  expect(noted(statuses, undefined, { words: [], times })).toEqual([]);
});

test.each([
  ["three errors", [...good, 502, 201, 502, 201, 502, ...good]],
  ["an error that all controls got for a while", [...good, ...Array<number>(9).fill(502), ...good]],
  [
    "two times in which all controls got it",
    [...good, ...Array<number>(9).fill(503), 201, 201, ...Array<number>(9).fill(503), ...good],
  ],
  [
    "errors over the whole run",
    Array.from({ length: 200 }, (_, nth) => (nth % 3 === 0 ? 502 : 201)),
  ],
  ["refusals", [...good, 409, 201, 409, 201, 409, 201, 409, ...good]],
] as const)("%s are no such time", (_, statuses) => {
  expect(noted(statuses)).toEqual([]);
});

test("a closed connection in a time of resets is told by that time", () => {
  const closed = { answers: [{ outcome: "closed" } as unknown as RequestResult] };
  const told = (times: Parameters<ControlErrors["note"]>[1]): number => {
    const errors = new ControlErrors();
    for (let nth = 0; nth < 120; nth += 1) {
      const isLost = nth >= 20 && nth < 30 && nth % 2 === 0;
      errors.add(isLost ? closed : control(201), { atMs: 100 * nth, results: 60 * nth });
    }
    return errors.note({ note: () => {} }, times, { results: 0 }).length;
  };
  expect(told({ words: [], times: [] })).toBe(1);
  expect(told({ words: [], times: [{ got: "reset", fromMs: 1900, toMs: 3100 }] })).toBe(0);
});
