import { expect, test } from "vitest";
import type { Speed, SpeedRank } from "../model/index.ts";
import { rivalText } from "./comparison-words.ts";

const rankOf = (target: number, perSecond: number): SpeedRank => ({
  target,
  rank: target + 1,
  perSecond,
  limited: false,
});

const speedOf = (rounds: number, verdict: "less" | "cannot-tell"): Speed => ({
  offer: "",
  rounds: 6,
  warmupMs: 0,
  durationMs: 0,
  targets: [],
  pairs: [
    {
      a: 0,
      b: 1,
      notComparable: [],
      throughput: { ratio: 0.9, low: 0.8, rounds, confidence: 0.96, verdict, text: "TEXT" },
    },
  ],
  ranking: [],
  apart: [],
  notes: [],
});

test("where the ratio is of other rounds than the rates, or ranks against them, says so", () => {
  const [go, hono] = [rankOf(0, 100), rankOf(1, 90)];
  const names = ["go", "hono"];
  expect(rivalText(speedOf(6, "cannot-tell"), go, hono, names)).toBe("go, hono: TEXT");
  expect(rivalText(speedOf(5, "cannot-tell"), go, hono, names)).toBe(
    "go, hono: TEXT; the rates are medians of all rounds",
  );
  expect(rivalText(speedOf(6, "less"), hono, go, names)).toBe(
    "TEXT; ranked by these paired rounds, the rates are medians",
  );
});
