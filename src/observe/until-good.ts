import { setTimeout as sleep } from "node:timers/promises";
import { untilInterrupted } from "../errors.ts";
import type { Surrounding } from "../model/index.ts";

/** Waits between controls while the target turns requests away, unless it says how long. */
export const WAITS_MS = [250, 500, 1000, 2000];
const GOOD_IN_ROW = 2;
/** A change that lasts longer ends the run; so do changes that last longer together. */
export const MOST_WAIT_MS = 60_000;
export const MOST_WAITS_MS = 300_000;
/** Another version seldom goes away again; what valid requests need may come back. */
const MOST_VERSION_MS = 10_000;
/** What turns an address away, and says not for how long, does so for a shorter time, or for far longer than a run waits. */
const MOST_BAN_MS = 30_000;

/** How long a change is waited for: not at all where the rest of the run would meet so much of it again, `restMs`. */
export function longestWaitMs(
  {
    got,
    refused,
    isOfNew,
    saysWhen,
  }: Pick<Surrounding, "got" | "refused" | "isOfNew"> & { saysWhen?: boolean },
  restMs: number,
): number {
  if (got.startsWith("5")) return MOST_WAIT_MS;
  if (refused !== undefined) return MOST_VERSION_MS;
  if (got === "429" || isOfNew === true) return MOST_WAIT_MS;
  if (restMs > MOST_WAITS_MS) return 0;
  return saysWhen === true ? MOST_WAIT_MS : MOST_BAN_MS;
}

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
