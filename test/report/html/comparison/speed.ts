import { rankSpeed } from "../../../../src/analyse/comparison/compare-speed.ts";
import type { Comparison, PairedRatio } from "../../../../src/model/index.ts";

type Speed = NonNullable<Comparison["speed"]>;

const ROUNDS = 10;

function ratio(
  ratio: number,
  low: number,
  high: number | undefined,
  words: string,
  bound?: "at-least" | "at-most",
): PairedRatio {
  const verdict = words.includes("cannot")
    ? "cannot-tell"
    : words.includes("no difference")
      ? "no-difference"
      : ratio > 1
        ? "more"
        : "less";
  return {
    ratio,
    low,
    ...(high === undefined ? {} : { high }),
    rounds: ROUNDS,
    confidence: 0.9512,
    detectable: 0.043,
    verdict,
    ...(bound === undefined ? {} : { bound }),
    text: words,
  };
}

const curve = (base: number): Speed["targets"][number]["curve"] =>
  [0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9999].map((percentile) => ({
    percentile,
    us: Math.round(base * (0.7 + 0.3 / Math.sqrt(1 - percentile))),
  }));

const figures = (target: number, perSecond: number, p50: number): Speed["targets"][number] => ({
  target,
  rounds: ROUNDS,
  perSecond,
  latencyUs: {
    min: Math.round(p50 * 0.7),
    p50,
    p90: p50 * 2,
    p95: p50 * 3,
    p99: p50 * 4,
    p999: p50 * 9,
    max: p50 * 30,
    mean: p50 * 1.2,
  },
  ...(target === 2 ? {} : { cpuUsPerRequest: p50 / 8 }),
  statuses: target === 1 ? { "201": 240_110, "503": 12 } : { "201": 240_110 },
  reached: target === 1 ? 0.83 : 0.31,
  curve: curve(p50),
  eachPerSecond: Array.from({ length: ROUNDS }, (_, at) => perSecond * (1 + ((at % 5) - 2) / 100)),
  limited: target === 1,
  doubts:
    target === 1 ? ["limited by the generator: it reached 83% of this machine's ceiling"] : [],
});

/** Ten paired rounds of four servers: one faster, one not comparable, one limited by the generator. */
export function speedOfFour(): Speed {
  const speed: Omit<Speed, "ranking" | "apart"> = {
    offer: "10 connections",
    rounds: ROUNDS,
    warmupMs: 2000,
    durationMs: 5000,
    notes: ["lenient was limited by the generator: its ratios have a bound on one side only."],
    targets: [
      figures(0, 24_310, 390),
      figures(1, 28_410, 310),
      figures(2, 10_480, 910),
      figures(3, 22_950, 410),
    ],
    pairs: [
      {
        a: 0,
        b: 1,
        notComparable: [],
        throughput: ratio(
          0.86,
          0,
          0.88,
          "strict is slower than lenient: at most 0.86 × [-, 0.88]",
          "at-most",
        ),
        p99: ratio(1.21, 1.1, 1.32, "p99 of strict is higher: 1.21 × [1.10, 1.32]"),
      },
      {
        a: 0,
        b: 2,
        notComparable: [],
        throughput: ratio(2.32, 2.2, 2.41, "strict is faster than express: 2.32 × [2.20, 2.41]"),
        p50: ratio(0.43, 0.41, 0.45, "p50 of strict is lower: 0.43 × [0.41, 0.45]"),
        p99: ratio(0.51, 0.4, 0.62, "p99 of strict is lower: 0.51 × [0.40, 0.62]"),
      },
      {
        a: 0,
        b: 3,
        notComparable: [],
        throughput: ratio(
          1.02,
          0.98,
          1.05,
          "no difference larger than 5% between strict and fastify",
        ),
        p99: ratio(
          1.05,
          0.81,
          1.43,
          "cannot tell: differences under 11% are lost in this machine's noise",
        ),
        cpuPerRequest: ratio(
          0.94,
          0.9,
          0.97,
          "strict uses less CPU per request: 0.94 × [0.90, 0.97]",
        ),
      },
      {
        a: 1,
        b: 2,
        notComparable: [],
        throughput: ratio(
          2.71,
          2.58,
          undefined,
          "lenient is faster than express: at least 2.71 × [2.58, -]",
          "at-least",
        ),
      },
      {
        a: 1,
        b: 3,
        notComparable: [
          "lenient responded with 201 ×240,110, 503 ×12, fastify 201 ×240,110: different status mixes",
        ],
      },
      {
        a: 2,
        b: 3,
        notComparable: [],
        throughput: ratio(0.46, 0.43, 0.48, "express is slower than fastify: 0.46 × [0.43, 0.48]"),
      },
    ],
  };
  return { ...speed, ...rankSpeed(speed.targets, speed.pairs) };
}
