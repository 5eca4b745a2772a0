/** A time-out that fires later than this share of itself, and this long, has missed too much. */
const LATE_SHARE = 0.1;
const LATE_MS = 100;

/**
 * Calls `up` when the time is over, one turn of the event loop late: what arrived while this side
 * was busy is read before. `up` gets by how many milliseconds the timer fired late.
 */
export function timeLimit(timeoutMs: number, up: (lateMs: number) => void): { clear: () => void } {
  const dueMs = performance.now() + timeoutMs;
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    const lateMs = Math.max(0, performance.now() - dueMs);
    turn = setImmediate(up, lateMs);
  }, timeoutMs);
  return {
    clear: () => {
      clearTimeout(timer);
      clearImmediate(turn);
    },
  };
}

/** Whole milliseconds, where a time-out fired so late that it says nothing of the target. */
export function tooLate(lateMs: number, timeoutMs: number): number | undefined {
  return lateMs > Math.max(LATE_MS, LATE_SHARE * timeoutMs) ? Math.round(lateMs) : undefined;
}
