import { z } from "zod";
import { LatencyFigures } from "./load-summary.ts";

export const TargetIndex = z.int().min(0);

/** Two targets over paired rounds: Hodges-Lehmann estimate and exact signed-rank interval of the logarithms. */
export const PairedRatio = z.strictObject({
  ratio: z.number().positive(),
  low: z.number().min(0),
  /** Absent if there are too few rounds for a bound. */
  high: z.number().positive().optional(),
  rounds: z.int().min(1),
  /** Exact, at least 0.95 if there are enough rounds. */
  confidence: z.number(),
  /** The smallest difference that these rounds would have detected (80% power), as a share: 0.04 is 4%. */
  detectable: z.number().optional(),
  verdict: z.enum(["more", "less", "no-difference", "cannot-tell"]),
  /** The ratio has a bound on one side only: a target was limited by the generator. */
  bound: z.enum(["at-least", "at-most"]).optional(),
  /** `go is faster than express: 2.71 × [2.58, 2.84]`. */
  text: z.string(),
});
export type PairedRatio = z.infer<typeof PairedRatio>;

const SpeedPair = z.strictObject({
  /** The ratios are a's figures to b's. */
  a: TargetIndex,
  b: TargetIndex,
  /** Why these two are not comparable; the ratios are then absent. */
  notComparable: z.array(z.string()),
  throughput: PairedRatio.optional(),
  p50: PairedRatio.optional(),
  p99: PairedRatio.optional(),
  cpuPerRequest: PairedRatio.optional(),
});
export type SpeedPair = z.infer<typeof SpeedPair>;

const SpeedTarget = z.strictObject({
  target: TargetIndex,
  rounds: z.int(),
  perSecond: z.number(),
  latencyUs: LatencyFigures,
  cpuUsPerRequest: z.number().optional(),
  statuses: z.record(z.string(), z.int()),
  /** Share of this machine's ceiling. */
  reached: z.number().optional(),
  /** Percentile (0 to 1) and microseconds, of all rounds together. */
  curve: z.array(z.strictObject({ percentile: z.number(), us: z.number() })),
  eachPerSecond: z.array(z.number()),
  /** The generator was its limit: its figures are lower bounds. */
  limited: z.boolean(),
  doubts: z.array(z.string()),
});
export type SpeedTarget = z.infer<typeof SpeedTarget>;

const SpeedRank = z.strictObject({
  target: TargetIndex,
  /** From 1. Neighbours that the rounds cannot tell apart share it, unless more targets are faster than the second. */
  rank: z.int().min(1),
  /** The median over the rounds, and the interval of the centre; absent with too few rounds. */
  perSecond: z.number(),
  low: z.number().optional(),
  high: z.number().optional(),
  limited: z.boolean(),
});
export type SpeedRank = z.infer<typeof SpeedRank>;

export const Speed = z.strictObject({
  offer: z.string(),
  rounds: z.int(),
  warmupMs: z.int(),
  durationMs: z.int(),
  targets: z.array(SpeedTarget),
  pairs: z.array(SpeedPair),
  ranking: z.array(SpeedRank),
  /** Targets that are comparable with no other, or have no rounds, and why. */
  apart: z.array(z.strictObject({ target: TargetIndex, reasons: z.array(z.string()) })),
  notes: z.array(z.string()),
});
export type Speed = z.infer<typeof Speed>;
