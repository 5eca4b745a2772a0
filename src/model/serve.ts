import { z } from "zod";
import { duration, InvalidOptionValue, readDuration } from "../options/index.ts";
import { Untrusted } from "./observation.ts";

const StopSignal = z.enum(["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGKILL"]);

const time = duration(1);
const Duration = time.schemas(z).written.superRefine((written, context) => {
  try {
    time.parse(String(written));
  } catch (error) {
    if (!(error instanceof InvalidOptionValue)) throw error;
    context.addIssue({ code: "custom", message: error.problem });
  }
});

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

/** How witness starts and stops a target. `{port}` and `{host}` in the command are those of the base URL. */
export const Serve = z.strictObject({
  command: z.string().min(1),
  /** Working directory; by default the one of witness. */
  cwd: z.string().min(1).optional(),
  /** Additional environment variables. The record has their names, never their values. */
  env: z.record(z.string(), z.string()).optional(),
  /** The port for `{port}`; a free one by default. */
  port: z.int().min(1).max(65_535).optional(),
  /** A regular expression that the output must match before the first request is sent. */
  readyWhen: z.string().min(1).refine(isPattern, "must be a regular expression").optional(),
  /** How long it may take until the target responds to a valid request: `60s` by default. */
  startTimeout: Duration.optional(),
  /** Signal that stops it, `SIGTERM` by default; SIGKILL follows after 10 s. */
  stopSignal: StopSignal.optional(),
  /** Shell command, run after the command has ended, that ends what it started elsewhere, such as a container. */
  stopCommand: z.string().min(1).optional(),
  /** How often it is restarted after it has died or hung: 100 times by default. */
  restart: z.int().min(0).max(10_000).optional(),
});
export type Serve = z.infer<typeof Serve>;

/** The same in the header of a record, with the names of the variables only. */
export const RecordedServe = Serve.omit({ env: true }).extend({
  env: z.array(z.string()).optional(),
  /** Up to 0.6.0, a number was milliseconds. */
  startTimeout: z.union([z.string(), z.number()]).optional(),
});
export type RecordedServe = z.infer<typeof RecordedServe>;

/** Milliseconds of a duration as a record has it. @throws InvalidOptionValue */
export function millisecondsOf(written: string | number): number {
  const text = String(written);
  return Math.round(readDuration(text) ?? time.parse(text));
}

export const MemoryExcess = z.strictObject({ bytes: z.int().min(0), limitBytes: z.int().min(0) });
export type MemoryExcess = z.infer<typeof MemoryExcess>;

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
  /** `hung`: a valid request got no response within the timeout, with no other request in progress. */
  kind: z.enum(["ended", "hung"]),
  /** Which process of the run it was, from 1. */
  nth: z.int().min(1),
  atMs: z.number(),
  exitCode: z.int().optional(),
  signal: z.string().optional(),
  /** It used more memory than it may: that is why it was ended. */
  memory: MemoryExcess.optional(),
  output: Untrusted.optional(),
  /** It was not serving suites: no case is searched for. */
  during: z.enum(["load", "exploration"]).optional(),
  /** Ids of the cases that cause it, in order: one, or a sequence of which none causes it alone. Empty if they are not known. */
  cases: z.array(z.string()),
  reason: z.string().optional(),
  /** They were sent again alone, each time to a new process: how often, and how often it ended or hung. */
  tried: z.int().min(0),
  times: z.int().min(0),
  /** If the cause is not known: the cases that were in progress, or got the last responses. */
  suspects: z.array(z.string()).optional(),
  again: z.literal(true).optional(),
  /** Other cases that were cut off with it, and sent again to a new process. */
  sentAgain: z.int().min(0),
});
export type Death = z.infer<typeof Death>;

export const Usage = z.strictObject({
  type: z.literal("usage"),
  atMs: z.number(),
  processes: z.int().min(1),
  rssBytes: z.int().min(0),
  /** Processor time of the living processes since they began. */
  cpuUs: z.int().min(0),
  files: z.int().min(0),
  threads: z.int().min(0),
});
export type Usage = z.infer<typeof Usage>;

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

/** Resident memory of the target during the search for a leak, after each of several numbers of valid requests. */
export const MemorySearch = z.strictObject({
  type: z.literal("memory-search"),
  atMs: z.number(),
  /** All that were sent, also to find out whether to search; absent in older records. */
  requests: z.int().min(0).optional(),
  /** Empty if nothing suggested a search, or there was no time for it. */
  points: z.array(z.strictObject({ requests: z.int().min(0), bytes: z.int().min(0) })),
});
export type MemorySearch = z.infer<typeof MemorySearch>;
