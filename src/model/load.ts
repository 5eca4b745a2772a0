import { z } from "zod";
import { Outcome } from "./observation.ts";

/** How requests are offered: `closed`, the next one when a response is back; `open`, at a rate of their own. */
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
    /** The most connections that are open at a time: what falls due when all are busy is dropped. */
    connections: z.int().min(1),
  }),
]);
export type Offered = z.infer<typeof Offered>;

/** What the user asked for, as it goes into the run's header. */
export const LoadPlan = z.strictObject({
  offered: Offered,
  processes: z.int().min(1),
  warmupMs: z.int().min(0),
  durationMs: z.int().min(1),
  rounds: z.int().min(1),
  timeoutMs: z.int().min(1),
  /** Each round offers twice as much as the one before, from what `offered` says. */
  sweep: z.boolean(),
  /** Rounds alternate with those of other targets: runs with the same value are paired by round. */
  pairedAs: z.string().optional(),
});
export type LoadPlan = z.infer<typeof LoadPlan>;

/** How often each ending other than a response was met. */
export const WithoutResponse = z.partialRecord(Outcome.exclude(["answered"]), z.int().min(0));
export type WithoutResponse = z.infer<typeof WithoutResponse>;

/** An HDR histogram of microseconds: compressed, base64, as HdrHistogram's V2 encoding has it. */
const EncodedHistogram = z.string();

/** Requests by what became of them. `sent` is the sum of the others: conservation. */
const Counts = z.strictObject({
  sent: z.int().min(0),
  answered: z.int().min(0),
  /** The connection ended, or time was up, before the response was whole. */
  unanswered: WithoutResponse,
  /** Pipelined behind a response that announced the end of the connection: not handled, says RFC 9112, 9.3.2. */
  withdrawn: z.int().min(0),
  /** Under way when the round's time was up. */
  inFlight: z.int().min(0),
});

/** What one generator did in one slot. All of it adds up over processes. */
export const Tally = z.strictObject({
  durationMs: z.number().positive(),
  counts: Counts,
  /** What became of those in flight at the end, for as long as the drain lasted. */
  drained: z.strictObject({
    forMs: z.number().min(0),
    answered: z.int().min(0),
    /** For how long the requests that got one had been under way when the slot ended, in all. */
    waitedUs: z.number().min(0),
    /** Ended without a response meanwhile. */
    ended: z.int().min(0),
    /** Without a response: still waited for when the drain was over, or given up in it. */
    silent: z.int().min(0),
  }),
  /** Responses that no request was waiting for. */
  unasked: z.int().min(0),
  /** Open model, due and not sent: every connection was busy; the generator came too late. */
  dropped: z.strictObject({ busy: z.int().min(0), late: z.int().min(0) }),
  /**
   * By status code: how many responses within the slot, and the latency of every request that was
   * sent in it: those with a response in the drain are among them, else slow ones would be missing.
   */
  statuses: z.record(
    z.string(),
    z.strictObject({ count: z.int().min(0), latency: EncodedHistogram }),
  ),
  /** Exact sum of the latencies of responses within the slot, which a histogram only has to three digits. */
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
  /** Open model: requests under way, integrated over the slot. */
  underWayUs: z.number().optional(),
  /** Responses in each interval of the slot, and the sum of their latencies. */
  intervals: z.strictObject({
    everyMs: z.int().min(1),
    answered: z.array(z.int()),
    latencySumUs: z.array(z.number()),
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

/** The target's processes during a round, as the operating system saw them. */
export const TargetUse = z.strictObject({
  processes: z.int().min(1),
  name: z.string(),
  cpuUs: z.int().min(0),
  /** Most resident memory of all of them together, sampled. */
  peakRssBytes: z.int().min(0),
});
export type TargetUse = z.infer<typeof TargetUse>;

/** One timed slot of load on one target. Facts only: its checks are derived when it is read. */
export const Round = z.strictObject({
  type: z.literal("round"),
  /** From 1; 0 is the warm-up, whose figures are discarded. */
  nth: z.int().min(0),
  offered: Offered,
  /** Milliseconds since the run began. */
  atMs: z.number(),
  tally: Tally,
  target: TargetUse.optional(),
});
export type Round = z.infer<typeof Round>;

/** What the generator reaches on this machine, offered the same, against a server that does nothing. */
export const Ceiling = z.strictObject({
  type: z.literal("ceiling"),
  offered: Offered,
  /** The server closed connections after so many responses, as the target does. */
  closesAfter: z.int().min(1).optional(),
  atMs: z.number(),
  tally: Tally,
});
export type Ceiling = z.infer<typeof Ceiling>;

/** Where the load came from and went to. */
export const LoadSite = z.strictObject({
  type: z.literal("load-site"),
  cores: z.int(),
  /** The target's address is one of this machine. */
  local: z.boolean(),
  /** Why the target's processes are not watched, where they are not. */
  unwatched: z.string().optional(),
});
export type LoadSite = z.infer<typeof LoadSite>;
