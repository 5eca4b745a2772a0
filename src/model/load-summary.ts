import { z } from "zod";
import { LoadPlan, LoadSite, Offered, TargetUse, WithoutResponse } from "./load.ts";

/** Microseconds, from an HDR histogram of three significant digits. */
export const LatencyFigures = z.strictObject({
  min: z.int(),
  p50: z.int(),
  p90: z.int(),
  p95: z.int(),
  p99: z.int(),
  p999: z.int(),
  max: z.int(),
  mean: z.number(),
});
export type LatencyFigures = z.infer<typeof LatencyFigures>;

export const LoadCheck = z.strictObject({
  name: z.enum([
    "conservation",
    "unanswered",
    "hung",
    "connections",
    "little",
    "round-length",
    "samples",
    "gaps",
    "generator",
    "loop-delay",
    "lateness",
    "rate",
    "stationary",
    "spread",
    "status-mix",
    "together",
  ]),
  held: z.boolean(),
  /** The measured comparison, in a sentence; if it failed, why to doubt the figures. */
  text: z.string(),
});
export type LoadCheck = z.infer<typeof LoadCheck>;

export const LoadFigures = z.strictObject({
  offered: Offered,
  seconds: z.number(),
  sent: z.int(),
  answered: z.int(),
  unanswered: WithoutResponse,
  withdrawn: z.int(),
  inFlight: z.int(),
  hung: z.int(),
  unasked: z.int(),
  dropped: z.int(),
  /** Responses per second; `goodput` counts those with a status that the same request got before the load. */
  perSecond: z.number(),
  goodput: z.number(),
  /** Closed model: from sending to the complete response. Open model: from when the request was due. */
  latencyUs: LatencyFigures,
  /** Open model: from sending to the complete response. */
  serviceUs: LatencyFigures.optional(),
  /** By status code: responses, their share per second, and their latency. */
  statuses: z.record(
    z.string(),
    z.strictObject({ count: z.int(), perSecond: z.number(), p50Us: z.int(), p99Us: z.int() }),
  ),
  receivedBytes: z.int(),
  connections: z.strictObject({ opened: z.int(), failed: WithoutResponse }),
  /** Second half compared with the first: 0.05 is 5% more responses in the second. Absent if the first has none. */
  trend: z.number().optional(),
  /** Responses per second of the ceiling measured just before, and the reached share of it. */
  ceiling: z
    .strictObject({
      perSecond: z.number(),
      reached: z.number(),
      /** It was measured with connections closed after this many responses, as the target does. */
      closesAfter: z.int().optional(),
      /** The target was faster: the ceiling was measured too low, and no check uses it. */
      tooLow: z.literal(true).optional(),
    })
    .optional(),
  generatorUtilisation: z.number(),
  target: TargetUse.extend({ cpuUsPerRequest: z.number(), cpuShare: z.number() }).optional(),
  checks: z.array(LoadCheck),
});
export type LoadFigures = z.infer<typeof LoadFigures>;

/** `load` in `summary.json`: the offered load, the results, and the doubts about them. */
export const LoadSummary = z.strictObject({
  options: LoadPlan,
  site: LoadSite.omit({ type: true }).extend({ unwatched: z.string().optional() }).optional(),
  /** The generator's rates against a server that does nothing, before the rounds. */
  ceilings: z.array(
    z.strictObject({
      offered: Offered,
      closesAfter: z.int().optional(),
      perSecond: z.number(),
      /** Half the range of its parts, as a share of their median. */
      spread: z.number().optional(),
      p50Us: z.int(),
      p99Us: z.int(),
    }),
  ),
  /** Requests of the warm-ups: the target got them, but no figure includes them. */
  warmup: z.strictObject({ sent: z.int(), answered: z.int() }).optional(),
  /** How often the valid request got which status before the load, and the statuses that count as goodput. */
  statusesBefore: z.record(z.string(), z.int()),
  expectedStatuses: z.array(z.string()),
  rounds: z.array(LoadFigures.extend({ nth: z.int() })),
  /** All rounds together; absent for a sweep, whose rounds differ in the offered load. */
  pooled: LoadFigures.optional(),
  /** Half the range of the rounds' throughput, as a share of its median; absent for a single round. */
  spread: z.number().optional(),
  sweep: z
    .strictObject({
      /** Number of the round at the knee: the last worthwhile one. */
      knee: z.int(),
      doubt: z.string().optional(),
      ended: z.enum(["goodput", "p99", "rounds", "interrupted", "no-samples", "not-measured"]),
      text: z.string(),
    })
    .optional(),
  warnings: z.array(z.string()),
});
export type LoadSummary = z.infer<typeof LoadSummary>;

export type CurvePoint = { percentile: number; us: number };

export type LoadView = {
  /** Of all rounds, in the open model with the service time. */
  curves: { label: string; points: CurvePoint[] }[];
  /** Responses per second over the time of each round. */
  overTime: { nth: number; everyMs: number; perSecond: number[]; meanUs: number[] }[];
  /** Text histogram rows: latency up to `us`, and the number of responses. */
  histogram: { us: number; count: number }[];
};
