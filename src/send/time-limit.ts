import { performance, type EventLoopUtilization } from "node:perf_hooks";

/** A timeout that fires later than this share of itself, and this long, has missed too much. */
const LATE_SHARE = 0.1;
const LATE_MS = 100;
/**
 * A wait in which the event loop was busy for this share of the time says little about the target,
 */
const BUSY_SHARE = 0.75;
/** unless nothing arrived for this share of the timeout: then there was nothing to read. */
const SILENT_SHARE = 0.5;

/** How well witness itself kept up while it waited. */
export type Wait = {
  /** By how many milliseconds the timer fired late. */
  lateMs: number;
  /** Share of the wait in which the event loop was busy. */
  busyShare: number;
};

/** Measures a wait from now on. */
export class WaitWatch {
  readonly #beganAt: EventLoopUtilization = performance.eventLoopUtilization();

  /** The measurement so far, for a wait that should have ended at `dueMs` (of `performance.now`). */
  end(dueMs: number): Wait {
    return {
      lateMs: Math.max(0, performance.now() - dueMs),
      busyShare: performance.eventLoopUtilization(this.#beganAt).utilization,
    };
  }
}

/**
 * Calls `up` when the time is over, one turn of the event loop late: bytes that arrived while this
 * side was busy are read before.
 */
export function timeLimit(timeoutMs: number, up: (wait: Wait) => void): { clear: () => void } {
  const watch = new WaitWatch();
  const dueMs = performance.now() + timeoutMs;
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    turn = setImmediate(up, watch.end(dueMs));
  }, timeoutMs);
  return {
    clear: () => {
      clearTimeout(timer);
      clearImmediate(turn);
    },
  };
}

/**
 * Why a timeout says nothing about the target, for the record: the timer fired too late, or bytes
 * kept arriving (the last ones `silentMs` ago) that witness was too busy to read.
 */
export function ownSlowness(
  { lateMs, busyShare }: Wait,
  silentMs: number,
  timeoutMs: number,
): { lateMs?: number; busyShare?: number } {
  const isLate = lateMs > Math.max(LATE_MS, LATE_SHARE * timeoutMs);
  const isBusy = busyShare > BUSY_SHARE && silentMs < SILENT_SHARE * timeoutMs;
  return {
    ...(isLate && { lateMs: Math.round(lateMs) }),
    ...(isBusy && { busyShare: Math.round(busyShare * 100) / 100 }),
  };
}
