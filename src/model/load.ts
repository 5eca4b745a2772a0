import { z } from "zod";
import { Outcome } from "./observation.ts";

/** How requests are offered: `closed`, the next one after the response; `open`, at a fixed rate. */
export const Offered = z.discriminatedUnion("model", [
  z.strictObject({
    model: z.literal("closed"),
    connections: z.int().min(1),
    pipelining: z.int().min(1),
  }),
  z.strictObject({
    model: z.literal("open"),
    ratePerSecond: z.number().positive(),
    arrivals: z.enum(["even", "poisson"]),
    /** The maximum number of open connections: requests that are due when all are busy are dropped. */
    connections: z.int().min(1),
  }),
]);
export type Offered = z.infer<typeof Offered>;

export const LoadPlan = z.strictObject({
  offered: Offered,
  processes: z.int().min(1),
  warmupMs: z.int().min(0),
  durationMs: z.int().min(1),
  rounds: z.int().min(1),
  timeoutMs: z.int().min(1),
  /** Each round offers twice as much as the one before, starting with `offered`. */
  sweep: z.boolean(),
  /** The requests are part of a mix of operations; `weight`: how often they are of this one. */
  mix: z.strictObject({ weight: z.int().min(1) }).optional(),
  /** Rounds alternate with those of other targets: runs with the same value are paired by round. */
  pairedAs: z.string().optional(),
  /** Rounds alternate with those of this build, until the ratio of the two is decided: `rounds` is the largest number. */
  against: z
    .strictObject({ baseUrl: z.string(), command: z.string().optional(), timeMs: z.int().min(1) })
    .optional(),
});
export type LoadPlan = z.infer<typeof LoadPlan>;

export const WithoutResponse = z.partialRecord(Outcome.exclude(["answered"]), z.int().min(0));
export type WithoutResponse = z.infer<typeof WithoutResponse>;

/** An HDR histogram of microseconds: compressed, base64, in HdrHistogram's V2 encoding. */
const EncodedHistogram = z.string();

/** Requests by their outcome. `sent` is the sum of the others: conservation. */
const Counts = z.strictObject({
  sent: z.int().min(0),
  answered: z.int().min(0),
  /** The connection or the round ended before the response was complete. */
  unanswered: WithoutResponse,
  /** Pipelined after a response that announced the end of the connection: not handled, according to RFC 9112, 9.3.2. */
  withdrawn: z.int().min(0),
  inFlight: z.int().min(0),
});

/** The results of one generator in one slot. All of it adds up over processes. */
export const Tally = z.strictObject({
  durationMs: z.number().positive(),
  counts: Counts,
  /** The outcome of requests in flight at the end, during the drain. */
  drained: z.strictObject({
    forMs: z.number().min(0),
    answered: z.int().min(0),
    /** The total time that the requests with a response had been in flight when the slot ended. */
    waitedUs: z.number().min(0),
    ended: z.int().min(0),
    /** Without a response: still pending at the end of the drain, or abandoned in it. */
    silent: z.int().min(0),
  }),
  unasked: z.int().min(0),
  /** Open model, due but not sent: every connection was busy; the generator came too late. */
  dropped: z.strictObject({ busy: z.int().min(0), late: z.int().min(0) }),
  /** By status: responses within the slot, and latencies, also of the drain: slow ones would be missing otherwise. */
  statuses: z.record(
    z.string(),
    z.strictObject({ count: z.int().min(0), latency: EncodedHistogram }),
  ),
  /** When each status, and each outcome without a response, came first, in milliseconds of the slot. */
  firstMs: z.record(z.string(), z.number().min(0)).optional(),
  /** Exact sum of the latencies of responses within the slot; a histogram has only three digits. */
  latencySumUs: z.number(),
  /** Open model: from sending to the response, where `latency` counts from when it was due. */
  service: EncodedHistogram.optional(),
  /** Open model: from when it was due to when it was sent. */
  late: EncodedHistogram.optional(),
  receivedBytes: z.int().min(0),
  connections: z.strictObject({
    opened: z.int().min(0),
    failed: WithoutResponse,
    /** Sum of the time that connections spent on opening, and on waiting to try again. */
    openingUs: z.number(),
  }),
  /** Open model: exact sum of the service times of responses within the slot. */
  serviceSumUs: z.number().optional(),
  /** Open model: requests in flight, integrated over the slot. */
  underWayUs: z.number().optional(),
  /** Responses in each interval of the slot, and the sum of their latencies. */
  intervals: z.strictObject({
    everyMs: z.int().min(1),
    answered: z.array(z.int()),
    latencySumUs: z.array(z.number()),
    /** Responses in each interval by status, where there are several. */
    statuses: z.record(z.string(), z.array(z.int())).optional(),
  }),
  /** The process that sent: share of time in its event loop, its delays beyond the timer's own. */
  generators: z.array(
    z.strictObject({
      utilisation: z.number(),
      loopDelayP99Us: z.int().min(0),
      cpuUs: z.int().min(0),
    }),
  ),
});
export type Tally = z.infer<typeof Tally>;

export const Shard = z.strictObject({
  agent: z.string(),
  offered: Offered,
  beganMs: z.number(),
  tally: Tally,
});
export type Shard = z.infer<typeof Shard>;

export const TargetUse = z.strictObject({
  processes: z.int().min(1),
  name: z.string(),
  cpuUs: z.int().min(0),
  /** Maximum resident memory of all of them together, sampled. */
  peakRssBytes: z.int().min(0),
});
export type TargetUse = z.infer<typeof TargetUse>;

/** One timed slot of load on one target. Only facts: its checks are derived when reading. */
export const Round = z.strictObject({
  type: z.literal("round"),
  /** From 1; 0 is the warm-up, whose figures are discarded. */
  nth: z.int().min(0),
  offered: Offered,
  atMs: z.number(),
  tally: Tally,
  /** Of a fleet: what each agent sent. `tally` is all of it together. */
  shards: z.array(Shard).optional(),
  target: TargetUse.optional(),
});
export type Round = z.infer<typeof Round>;

/** A slot of load on the build of `LoadPlan.against`: the partner of the round with the same number. */
export const AgainstRound = z.strictObject({
  type: z.literal("against-round"),
  nth: z.int().min(1),
  atMs: z.number(),
  tally: Tally,
  /** Absent where its processes are not known. */
  target: TargetUse.optional(),
  /** How many requests warmed the build up before its first round. */
  warmup: z.int().min(0).optional(),
});
export type AgainstRound = z.infer<typeof AgainstRound>;

/** The rate of the generator on this machine, with the same offered load, against a server that does nothing. */
export const Ceiling = z.strictObject({
  type: z.literal("ceiling"),
  offered: Offered,
  /** The server closed connections after this many responses, as the target does. */
  closesAfter: z.int().min(1).optional(),
  atMs: z.number(),
  tally: Tally,
  shards: z.array(Shard).optional(),
});
export type Ceiling = z.infer<typeof Ceiling>;

/** Why the processes that listen on a port are not watched. `name` is the program that forwards to another process. */
export const Unwatched = z.strictObject({
  why: z.enum(["not-linux", "invisible", "other-user", "container", "forwarder", "several"]),
  port: z.int().optional(),
  name: z.string().optional(),
});
export type Unwatched = z.infer<typeof Unwatched>;

export const Machine = z.strictObject({
  cpu: z.string(),
  cores: z.int(),
  memoryBytes: z.int(),
  node: z.string(),
  platform: z.string(),
});
export type Machine = z.infer<typeof Machine>;

export const LoadSite = z.strictObject({
  type: z.literal("load-site"),
  cores: z.int(),
  local: z.boolean(),
  /** Why the target's processes are not watched, if they are not; in words before format 5. */
  unwatched: z.union([Unwatched, z.string()]).optional(),
  machine: Machine.optional(),
});
export type LoadSite = z.infer<typeof LoadSite>;
