import { expect, test } from "vitest";
import type { PairedRatio, SpeedPair, SpeedTarget } from "../../model/index.ts";
import { rankSpeed } from "./compare-speed.ts";

const figuresOf = (target: number, perSecond: number, limited = false): SpeedTarget => ({
  target,
  rounds: 6,
  perSecond,
  latencyUs: { min: 1, p50: 1, p90: 1, p95: 1, p99: 1, p999: 1, max: 1, mean: 1 },
  statuses: {},
  curve: [],
  eachPerSecond: [0.95, 0.98, 1, 1, 1.02, 1.05].map((each) => each * perSecond),
  limited,
  doubts: [],
});

const pairOf = (a: number, b: number, verdict?: PairedRatio["verdict"]): SpeedPair => ({
  a,
  b,
  notComparable: verdict === undefined ? ["other statuses"] : [],
  ...(verdict !== undefined && {
    throughput: { ratio: 1, low: 1, rounds: 6, confidence: 0.96, verdict, text: verdict },
  }),
});

test("ranks the fastest first, gives targets that cannot be told apart one rank, and lists targets that are not comparable separately", () => {
  const targets = [
    figuresOf(0, 100),
    figuresOf(1, 400, true),
    figuresOf(2, 101),
    figuresOf(3, 999),
    figuresOf(4, 50),
  ];
  const { ranking, apart } = rankSpeed(targets, [
    pairOf(0, 1, "less"),
    pairOf(0, 2, "cannot-tell"),
    pairOf(1, 2, "more"),
    pairOf(0, 3),
    pairOf(1, 3),
    pairOf(2, 3),
    pairOf(3, 4),
    pairOf(0, 4, "more"),
  ]);
  expect(ranking.map(({ target, rank }) => [target, rank])).toEqual([
    [1, 1],
    [2, 2],
    [0, 2],
    [4, 4],
  ]);
  expect(ranking[0]).toMatchObject({ limited: true, perSecond: 400 });
  // Six rounds: the lowest and the highest of them.
  expect(ranking[1]?.low).toBeCloseTo(0.95 * 101, 6);
  expect(ranking[1]?.high).toBeCloseTo(1.05 * 101, 6);
  expect(apart).toEqual([{ target: 3, reasons: ["other statuses"] }]);
});

test("no target is before one that the paired rounds show to be faster, whatever the medians are", () => {
  const { ranking } = rankSpeed(
    [figuresOf(0, 101), figuresOf(1, 100), figuresOf(2, 50)],
    [pairOf(0, 1, "less"), pairOf(0, 2, "more"), pairOf(1, 2, "more")],
  );
  expect(ranking.map(({ target, rank }) => [target, rank])).toEqual([
    [1, 1],
    [0, 2],
    [2, 3],
  ]);
});

test("a target ranks behind every faster one, also at the end of a chain of neighbours with equal speed", () => {
  const { ranking } = rankSpeed(
    [figuresOf(0, 103), figuresOf(1, 102), figuresOf(2, 101), figuresOf(3, 100)],
    [
      pairOf(0, 1, "cannot-tell"),
      pairOf(0, 2, "more"),
      pairOf(0, 3, "more"),
      pairOf(1, 2, "cannot-tell"),
      pairOf(1, 3, "more"),
      pairOf(2, 3, "cannot-tell"),
    ],
  );
  expect(ranking.map(({ target, rank }) => [target, rank])).toEqual([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
});

test("five rounds give no interval", () => {
  const few = { ...figuresOf(0, 10), eachPerSecond: [1, 2, 3, 4, 5] };
  const [first] = rankSpeed([few, figuresOf(1, 5)], [pairOf(0, 1, "cannot-tell")]).ranking;
  expect(first).not.toHaveProperty("low");
});
