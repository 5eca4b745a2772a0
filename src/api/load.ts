import { z } from "zod";
import { readOptions } from "./read-options.ts";
import { runResult, type RunResult } from "./run-result.ts";
import { controlOf, sendFlags } from "./send-flags.ts";
import { SendShape, timeoutMs } from "./send-options.ts";
import { readTarget, type TargetInput } from "./target-input.ts";

const Options = z.strictObject({
  ...SendShape,
  /** Connections at a time: 10; with `ratePerSecond` the most it may open. */
  connections: z.int().min(1).max(100_000).optional(),
  /** Requests under way on each connection: 1. */
  pipelining: z.int().min(1).max(1000).default(1),
  /** How long a round lasts: 5000. */
  durationMs: z.number().min(1).default(5000),
  /** How many rounds: 3; of a sweep, how many steps: 13. */
  rounds: z.int().min(1).max(1000).optional(),
  /** Sent before the first round, and discarded: 2000. */
  warmupMs: z.number().min(0).default(2000),
  /** Processes that send: 1. */
  processes: z.int().min(1).max(16).default(1),
  /** Requests due each second, whether or not earlier ones have come back. */
  ratePerSecond: z.number().positive().optional(),
  /** Spacing of `ratePerSecond`. */
  arrivals: z.enum(["even", "poisson"]).default("even"),
  /** Double connections (or the rate) step by step until it brings nothing more. */
  sweep: z.boolean().default(false),
  /** How long to wait for an answer: 10,000. */
  timeoutMs: timeoutMs(10_000),
});
/** What `load` can be told; all of it has the defaults of `witness load`. */
export type LoadOptions = z.input<typeof Options>;

/** Measures throughput and latency with the stated request: `witness load`. Figures are in `summary.load`. */
export async function load(target: TargetInput, options: LoadOptions = {}): Promise<RunResult> {
  const wanted = readOptions(Options, options, "load");
  const { conductLoad } = await import("../cli/conduct-load.ts");
  const { loadOptions } = await import("../cli/load-flags.ts");
  const offered = loadOptions({
    pipelining: wanted.pipelining,
    duration: wanted.durationMs,
    warmup: wanted.warmupMs,
    processes: wanted.processes,
    arrivals: wanted.arrivals,
    timeout: wanted.timeoutMs,
    ...(wanted.connections !== undefined && { connections: wanted.connections }),
    ...(wanted.rounds !== undefined && { rounds: wanted.rounds }),
    ...(wanted.ratePerSecond !== undefined && { rate: wanted.ratePerSecond }),
    ...(wanted.sweep && { sweep: true as const }),
  });
  const at = await readTarget(target);
  return runResult(await conductLoad(at, offered, sendFlags(wanted), controlOf(wanted)));
}
