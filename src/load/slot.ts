import type { Interface, Offered } from "../model/index.ts";
import type { BaseUrl } from "../contract/index.ts";
import type { IdSequence } from "./request-ring.ts";
import type { SlotTally } from "./slot-tally.ts";

/** One slot as a generator receives it. */
export type SlotOptions = {
  target: BaseUrl;
  interface: Interface;
  offered: Offered;
  durationMs: number;
  timeoutMs: number;
  insecure: boolean;
  ids: IdSequence;
  /** Seed of the arrivals, if they are random. */
  seed: number;
  /** When the first evenly spaced request is due, as a share of the gap between two (0 to 1). */
  phase: number;
  /** Ends the slot early. */
  signal: AbortSignal;
  /** Resolves when the slot must begin: everything is prepared until then. */
  ready?: () => Promise<unknown>;
  /** Receives the tally immediately, to read while it fills. */
  follow?: (tally: SlotTally) => void;
};

const LEAST_DRAIN_MS = 1000;
const MOST_DRAIN_MS = 5000;

/** How long the drain waits for requests in flight: far longer than the p99 of the slot. */
export const drainMs = (tally: SlotTally): number =>
  Math.min(
    MOST_DRAIN_MS,
    Math.max(LEAST_DRAIN_MS, (3 * tally.latencies().getValueAtPercentile(99)) / 1000),
  );

/**
 * Resolves when `done` is true, the signal aborts, or the time is over; checks every few
 * milliseconds.
 */
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

/** Resolves after this time, or when the signal aborts. */
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
