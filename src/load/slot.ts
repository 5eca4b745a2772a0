import type { Interface } from "../model/interface.ts";
import type { BaseUrl } from "../contract/base-url.ts";
import type { Offered } from "../model/load.ts";
import type { IdSequence } from "./request-ring.ts";
import type { SlotTally } from "./slot-tally.ts";

/** One slot as a generator is asked for it. */
export type SlotOptions = {
  target: BaseUrl;
  interface: Interface;
  offered: Offered;
  durationMs: number;
  timeoutMs: number;
  insecure: boolean;
  ids: IdSequence;
  /** Seed of the arrivals, where they are drawn. */
  seed: number;
  /** When the first evenly spaced request is due, as a share of the gap between two (0 to 1). */
  phase: number;
  /** Ends the slot before its time. */
  signal: AbortSignal;
  /** Gets the tally as soon as there is one, to look at while it fills. */
  follow?: (tally: SlotTally) => void;
};

const LEAST_DRAIN_MS = 1000;
const MOST_DRAIN_MS = 5000;

/** How long what is in flight at the end is waited for: far longer than the p99 of the slot. */
export const drainMs = (tally: SlotTally): number =>
  Math.min(
    MOST_DRAIN_MS,
    Math.max(LEAST_DRAIN_MS, (3 * tally.latencies().getValueAtPercentile(99)) / 1000),
  );

/** Resolves when `done` or the signal says so, or time is up; looks every few milliseconds. */
export function settled(done: () => boolean, withinMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const deadline = performance.now() + withinMs;
    const look = (): void => {
      if (done() || signal.aborted || performance.now() >= deadline) resolve();
      else setTimeout(look, 5);
    };
    look();
  });
}

/** Resolves after so long, or when the signal says so. */
export function elapsed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener("abort", over);
    if (signal.aborted) over();
  });
}
