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
  /** The last of what it has written. */
  output: Untrusted.optional(),
  /** It was not serving suites: no case is searched for. */
  during: z.enum(["load", "exploration"]).optional(),
  /** Ids of the cases that do it, in order: one, or a sequence of which none does it by itself. Empty where that is not known. */
  cases: z.array(z.string()),
  /** What is different about the last of them. */
  reason: z.string().optional(),
  /** They were sent again alone, each time to a new process: how often, and how often it ended or hung. */
  tried: z.int().min(0),
  times: z.int().min(0),
  /** Where it is not known: what was in progress, or got the last responses. */
  suspects: z.array(z.string()).optional(),
  /** The cause was found at an earlier death. */
  again: z.literal(true).optional(),
  /** Other cases that were cut off with it, and sent again to a new process. */
  sentAgain: z.int().min(0),
});
export type Death = z.infer<typeof Death>;
