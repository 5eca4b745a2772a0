import { WitnessError } from "./errors.ts";

/** Nine digits fit into every common integer type. The largest first id leaves room for the planned ids of one run. */
export const FRESH_ID_MIN = 100_000_000;
export const FRESH_ID_MAX = 999_999_999;
export const FIRST_ID_MAX = FRESH_ID_MAX - 10_000_000;

const FRESH_IDS = FRESH_ID_MAX - FRESH_ID_MIN + 1;

/** The id of a fresh number in a run whose ids start at `firstId`: another one for each number of the table below. */
export const freshId = (firstId: number, number: number): number =>
  FRESH_ID_MIN + ((firstId - FRESH_ID_MIN + number) % FRESH_IDS);

/** A range of fresh numbers: `size` of them from `from` on, and who draws them. */
export type FreshRange = { from: number; size: number; by: string };

/**
 * The table of fresh numbers: every value that a run sends as a new one is made from a number of one of these ranges.
 * Records store numbers, so that an older record keeps its values whatever the table says. A field with few values makes
 * the same one from numbers a million or so apart: the ranges beside the plan do not begin at a round number.
 */
export const FRESH_RANGES = {
  checks: {
    from: 0,
    size: 20_000,
    by: "the first contact, checks of the target, replays of cases",
  },
  planned: { from: 20_000, size: 99_980_000, by: "the plan, then exploration and inference" },
  load: { from: 100_000_000, size: 360_000_000, by: "the load generators" },
  resumed: {
    from: 460_600_000,
    size: 389_000_000,
    by: "a resumed run: its checks, and what it sends of the plan",
  },
  moreChecks: {
    from: 850_800_000,
    size: 10_000_000,
    by: "checks and replays, where theirs are used up",
  },
  agents: { from: 870_700_000, size: 10_000_000, by: "what agents of a fleet send again" },
  readiness: { from: 885_900_000, size: 9_000_000, by: "readiness checks of a served target" },
  doctor: { from: 895_000_000, size: 5_000_000, by: "the recorder, measured by the doctor" },
} as const satisfies Record<string, FreshRange>;

export type FreshRangeName = keyof typeof FRESH_RANGES;

export const rangeEnd = ({ from, size }: FreshRange): number => from + size;

export const isIn = (name: FreshRangeName, number: number): boolean => {
  const range = FRESH_RANGES[name];
  return number >= range.from && number < rangeEnd(range);
};

/** The name of the range of a number; undefined if there is none. */
export const rangeOf = (number: number): FreshRangeName | undefined =>
  (Object.keys(FRESH_RANGES) as FreshRangeName[]).find((name) => isIn(name, number));

/** One of `of` equal parts of a range, from 0. @throws WitnessError if there is no such part. */
export function partOf(range: FreshRange, nth: number, of: number): FreshRange {
  const size = Math.floor(range.size / of);
  if (nth >= of || size < 1)
    throw new WitnessError("fresh-values", `no fresh values are left for ${range.by}`, {
      hint: "begin a new run",
      exitCode: 70,
    });
  return { ...range, from: range.from + nth * size, size };
}

/** Each process takes half of what those before it left, so that none has to know how many numbers another used. */
export function halfOf(range: FreshRange, nth: number): FreshRange {
  const left = Math.floor(range.size / 2 ** nth);
  return partOf({ ...range, from: rangeEnd(range) - left, size: left }, 0, 2);
}

/** The ids of cases with a constant start (`malformed-json/deleted-14`): the load leaves them out. */
const CONSTANT_START = { from: 120_000_000, size: 10_000_000 };

/** The numbers of the load, without those that it leaves out. */
export const LOAD_NUMBERS: FreshRange = {
  ...FRESH_RANGES.load,
  size: FRESH_RANGES.load.size - CONSTANT_START.size,
};

/** The number of `LOAD_NUMBERS` from which on as many are left out. */
export const leftOutFrom = (firstId: number): number =>
  (CONSTANT_START.from - firstId + FRESH_IDS) % FRESH_IDS;

export const loadId = (firstId: number, number: number, leftOut = leftOutFrom(firstId)): number =>
  freshId(firstId, number < leftOut ? number : number + CONSTANT_START.size);
