import { z } from "zod";
import { Untrusted } from "./untrusted.ts";

/** Memory that the target was seen with, and how much it may use, in bytes. */
export const MemoryExcess = z.strictObject({ bytes: z.int().min(0), limitBytes: z.int().min(0) });
export type MemoryExcess = z.infer<typeof MemoryExcess>;

/** A process of a served target was started, and responds. */
export const ServedStart = z.strictObject({
  type: z.literal("served-start"),
  /** First, second, ... process of this run, from 1. */
  nth: z.int().min(1),
  /** From its start to the first response to a valid request. */
  readyMs: z.int().min(0),
});
export type ServedStart = z.infer<typeof ServedStart>;

/** A served target has ended, or hung until it was ended, with what was found out about the cause. */
export const Death = z.strictObject({
  type: z.literal("death"),
  /**
   * `hung`: a valid request got no response within the timeout, with no other request in progress.
   */
  kind: z.enum(["ended", "hung"]),
  /** Which process of the run it was, from 1. */
  nth: z.int().min(1),
  /** Milliseconds since the run began. */
  atMs: z.number(),
  exitCode: z.int().optional(),
  signal: z.string().optional(),
  /** It used more memory than it may: that is why it was ended. */
  memory: MemoryExcess.optional(),
  /** The end of its output. */
  output: Untrusted.optional(),
  /** It was not serving suites: no case is searched for. */
  during: z.enum(["load", "exploration"]).optional(),
  /**
   * Ids of the cases that cause it, in order: one, or a sequence of which none causes it alone. Empty if they are not
   * known.
   */
  cases: z.array(z.string()),
  /** The reason of the last of them. */
  reason: z.string().optional(),
  /** They were sent again alone, each time to a new process: how often, and how often it ended or hung. */
  tried: z.int().min(0),
  times: z.int().min(0),
  /** If the cause is not known: the cases that were in progress, or got the last responses. */
  suspects: z.array(z.string()).optional(),
  /** The cause was found at an earlier death. */
  again: z.literal(true).optional(),
  /** Other cases that were cut off with it, and sent again to a new process. */
  sentAgain: z.int().min(0),
});
export type Death = z.infer<typeof Death>;

/** The processes of a target on this machine at one moment. */
export const Usage = z.strictObject({
  type: z.literal("usage"),
  /** Milliseconds since the run began. */
  atMs: z.number(),
  processes: z.int().min(1),
  /** Resident memory of all of them. */
  rssBytes: z.int().min(0),
  /** Processor time of the living processes since they began. */
  cpuUs: z.int().min(0),
  /** Open file descriptors. */
  files: z.int().min(0),
  threads: z.int().min(0),
});
export type Usage = z.infer<typeof Usage>;

/** A case makes the memory of the target grow, which was repeated. */
export const Growth = z.strictObject({
  type: z.literal("growth"),
  case: z.string(),
  reason: z.string(),
  /** It was sent again alone: how often, and how often memory grew. */
  tried: z.int().min(1),
  times: z.int().min(1),
  /** Of the last time: before, the most, and 2 s later. */
  beforeBytes: z.int().min(0),
  peakBytes: z.int().min(0),
  afterBytes: z.int().min(0),
});
export type Growth = z.infer<typeof Growth>;
