import { describe, expect, test } from "vitest";
import { PairedRatio } from "../model/comparison-speed.ts";
import type { ComparedFigure, WordlessRatio } from "./paired-ratio.ts";
import { boundOf, pairedRatio, ratioFigure, ratioText, ratioVerdict } from "./paired-ratio.ts";

const go = (...each: (number | undefined)[]) => ({ name: "go", each });
const express = (...each: (number | undefined)[]) => ({ name: "express", each });
const hundreds = (count: number) => Array.from({ length: count }, () => 100);

describe("the ratio of paired rounds", () => {
  test("six rounds: the estimate between them, the interval from the least to the most", () => {
    const ratio = pairedRatio(
      "throughput",
      go(200, 200, 400, 400, 800, 800),
      express(...hundreds(6)),
    );
    // Logarithms to base 2 are 1 1 2 2 3 3: their averages lie symmetrically around 2.
    expect(ratio?.ratio).toBeCloseTo(4);
    expect(ratio?.low).toBeCloseTo(2);
    expect(ratio?.high).toBeCloseTo(8);
    expect(ratio).toMatchObject({ rounds: 6, confidence: 0.96875, verdict: "more" });
    expect(ratio?.text).toBe("go is faster than express: 4.00 × [2.00, 8.00]");
    expect(PairedRatio.parse(ratio)).toEqual(ratio);
  });

  test("the other way round it is the same, turned over", () => {
    const [one, other] = [go(90, 95, 97, 99, 103, 104, 98), express(...hundreds(7))];
    const there = pairedRatio("throughput", one, other);
    const back = pairedRatio("throughput", other, one);
    expect(there?.verdict).toBe("cannot-tell");
    expect(back?.verdict).toBe("cannot-tell");
    expect(1 / (there?.ratio ?? 0)).toBeCloseTo(back?.ratio ?? 0);
    expect(1 / (there?.low ?? 0)).toBeCloseTo(back?.high ?? 0);
    expect(there?.detectable).toBeCloseTo(back?.detectable ?? 0);
    expect(there?.text).toBe(back?.text);
  });

  test("rounds that share a drift: only what is within a round counts", () => {
    const drift = [100, 50, 200, 25, 400, 100, 300];
    const ratio = pairedRatio(
      "throughput",
      go(...drift.map((each) => each * 3)),
      express(...drift),
    );
    expect(ratio?.low).toBeCloseTo(3);
    expect(ratio?.high).toBeCloseTo(3);
    expect(ratio?.detectable).toBeCloseTo(0);
  });

  test("a round without a figure is left out and counted", () => {
    const ratio = pairedRatio(
      "p50",
      go(100, 0, 100, 100, undefined, 100, 100, 100, 100),
      express(200, 200, 200, 200, 200, 200, NaN, 200, 200, 200),
    );
    expect(ratio?.rounds).toBe(6);
    expect(ratio?.text).toBe(
      "p50 of go is lower than express's: 0.50 × [0.50, 0.50] (4 of 10 rounds left out)",
    );
    expect(pairedRatio("p50", go(0, undefined), express(1, 1))).toBeUndefined();
    expect(pairedRatio("p50", go(), express())).toBeUndefined();
  });

  test("five rounds never tell, however clear they look", () => {
    const ratio = pairedRatio("throughput", go(300, 301, 302, 303, 304), express(...hundreds(5)));
    expect(ratio).toMatchObject({ rounds: 5, confidence: 0.9375, verdict: "cannot-tell" });
    expect(ratio).not.toHaveProperty("detectable");
    expect(ratio?.text).toBe("cannot tell: 5 rounds are too few, 6 are needed; measured 3.02 ×");
  });

  test("one round bounds the ratio to no side", () => {
    const ratio = pairedRatio("throughput", go(250), express(100));
    expect(PairedRatio.parse(ratio)).toEqual({
      ratio: expect.closeTo(2.5),
      low: 0,
      rounds: 1,
      confidence: 1,
      verdict: "cannot-tell",
      text: "cannot tell: 1 round is too few, 6 are needed; measured 2.50 ×",
    });
  });

  test("a wider margin turns a doubt into no difference", () => {
    const [one, other] = [go(92, 94, 96, 98, 102, 106), express(...hundreds(6))];
    expect(pairedRatio("throughput", one, other)?.verdict).toBe("cannot-tell");
    const wide = pairedRatio("throughput", one, other, { margin: 0.1 });
    expect(wide?.verdict).toBe("no-difference");
    // 1 / 0.92 is 1.0870.
    expect(wide?.text).toBe("no difference larger than 8.7%");
  });
});

describe("a target that the generator limited", () => {
  test("does at least what was measured", () => {
    expect(boundOf(true, false)).toBe("at-least");
    expect(boundOf(false, true)).toBe("at-most");
    expect(boundOf(false, false)).toBeUndefined();
    expect(boundOf(true, true)).toBeUndefined();
  });

  test("is in the ratio and in its words", () => {
    const [one, other] = [go(200, 200, 400, 400, 800, 800), express(...hundreds(6))];
    const least = pairedRatio("throughput", one, other, { bound: "at-least" });
    expect(least).toMatchObject({ bound: "at-least", verdict: "more" });
    expect(least?.text).toBe("go / express: at least 4.00 × [2.00, 8.00]");
    const most = pairedRatio("throughput", one, other, { bound: "at-most" });
    expect(most?.verdict).toBe("cannot-tell");
    expect(most?.text).toBe(
      "cannot tell: go / express is only known to be at most 4.00 × [2.00, 8.00]",
    );
  });
});

describe("verdicts", () => {
  const ratio = (low: number, high: number) => ({
    low: Math.log(low),
    high: Math.log(high),
    confidence: 0.951,
  });

  test.each([
    { low: 1.01, high: 1.2, verdicts: ["more", "more", "cannot-tell"] },
    { low: 0.8, high: 0.99, verdicts: ["less", "cannot-tell", "less"] },
    { low: 0.96, high: 1.04, verdicts: ["no-difference", "cannot-tell", "cannot-tell"] },
    { low: 1, high: 1, verdicts: ["no-difference", "cannot-tell", "cannot-tell"] },
    { low: 0.96, high: 1.06, verdicts: ["cannot-tell", "cannot-tell", "cannot-tell"] },
    { low: 0.94, high: 1.04, verdicts: ["cannot-tell", "cannot-tell", "cannot-tell"] },
    { low: 1, high: 1.2, verdicts: ["cannot-tell", "cannot-tell", "cannot-tell"] },
  ])("[$low, $high]: as it is, at least, at most", ({ low, high, verdicts }) => {
    const bounds = [undefined, "at-least", "at-most"] as const;
    expect(bounds.map((bound) => ratioVerdict(ratio(low, high), 0.05, bound))).toEqual(verdicts);
  });

  test("none without 95% confidence", () => {
    const centre = { ...ratio(2, 3), confidence: 0.9375 };
    expect(ratioVerdict(centre, 0.05, undefined)).toBe("cannot-tell");
  });
});

describe("words", () => {
  const sure = { rounds: 10, confidence: 0.951, detectable: 0.04 };
  const faster: WordlessRatio = { ...sure, ratio: 2.713, low: 2.58, high: 2.84, verdict: "more" };
  const lower: WordlessRatio = { ...sure, ratio: 0.41, low: 0.38, high: 0.449, verdict: "less" };
  const say = (what: ComparedFigure, ratio: WordlessRatio) =>
    ratioText(what, "go", "express", ratio);

  test.each<[ComparedFigure, WordlessRatio, string]>([
    ["throughput", faster, "go is faster than express: 2.71 × [2.58, 2.84]"],
    ["throughput", lower, "go is slower than express: 0.41 × [0.38, 0.45]"],
    ["p50", faster, "p50 of go is higher than express's: 2.71 × [2.58, 2.84]"],
    ["p99", lower, "p99 of go is lower than express's: 0.41 × [0.38, 0.45]"],
    ["cpuPerRequest", faster, "go uses more CPU per request than express: 2.71 × [2.58, 2.84]"],
    ["cpuPerRequest", lower, "go uses less CPU per request than express: 0.41 × [0.38, 0.45]"],
    ["throughput", { ...faster, bound: "at-least" }, "go / express: at least 2.71 × [2.58, 2.84]"],
    ["p99", { ...lower, bound: "at-most" }, "p99 go / express: at most 0.41 × [0.38, 0.45]"],
    [
      "throughput",
      { ...sure, ratio: 1.01, low: 0.98, high: 1.04, verdict: "no-difference" },
      "no difference larger than 4%",
    ],
    [
      "throughput",
      { ...sure, ratio: 1, low: 1, high: 1, verdict: "no-difference" },
      "no difference larger than 0.1%",
    ],
    [
      "p99",
      { ...sure, detectable: 0.104, ratio: 1.02, low: 0.93, high: 1.1, verdict: "cannot-tell" },
      "cannot tell: differences under 11% are lost in this machine's noise",
    ],
    [
      "cpuPerRequest",
      { ...sure, ratio: 1.02, low: 0.9, high: 1.1, verdict: "cannot-tell", bound: "at-most" },
      "cannot tell: CPU per request go / express is only known to be at most 1.02 × [0.90, 1.10]",
    ],
  ])("%s %j", (what, ratio, text) => {
    expect(say(what, ratio)).toBe(text);
  });

  test.each([
    [271.4, 258.2, 284, "271 × [258, 284]"],
    [27.14, 25.82, 28.4, "27.1 × [25.8, 28.4]"],
    [0.0271, 0.0258, 0.0284, "0.027 × [0.026, 0.028]"],
    [1.01, 1.002, 1.02, "1.010 × [1.002, 1.020]"],
    [0.98, 0.96, 1, "0.98 × [0.96, 1.00]"],
  ])("%d is written with as many places as it needs", (ratio, low, high, text) => {
    expect(ratioFigure({ ratio, low, high })).toBe(text);
  });

  test("no bounds", () => {
    expect(ratioFigure({ ratio: 2.5, low: 0 })).toBe("2.50 × [0, ∞]");
  });
});
