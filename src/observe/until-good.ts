import { setTimeout as sleep } from "node:timers/promises";
import { untilInterrupted } from "../errors.ts";

/** Waits between controls while the target turns requests away, unless it says how long. */
export const WAITS_MS = [250, 500, 1000, 2000];
const GOOD_IN_ROW = 2;

type Waiting = {
  signal: AbortSignal;
  leftMs: () => number;
  /** How long the target said to wait. */
  saidMs?: () => number | undefined;
  /** Sends a control: whether it is good. `gone`: nothing listens any more, and others look after that. */
  ask: () => Promise<boolean | "gone">;
};

/** Waits until controls are good again. `late`: there was no time for that. */
export async function untilGood(waiting: Waiting): Promise<"good" | "late" | "aborted" | "gone"> {
  const { signal, leftMs, saidMs, ask } = waiting;
  for (let [nth, good] = [0, 0]; good < GOOD_IN_ROW; nth += 1) {
    const usualMs = WAITS_MS[Math.min(nth, WAITS_MS.length - 1)] ?? 0;
    const waitMs = good > 0 ? 0 : (saidMs?.() ?? usualMs);
    if (waitMs > leftMs()) return "late";
    await untilInterrupted(sleep(waitMs), signal).catch(() => {});
    if (signal.aborted) return "aborted";
    const asked = await ask();
    if (asked === "gone") return "gone";
    good = asked ? good + 1 : 0;
  }
  return "good";
}
