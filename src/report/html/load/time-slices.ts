import type { LoadView } from "../../../model/index.ts";

type Round = LoadView["overTime"][number];

/** Responses per second over a part of a round, and their mean latency if there were any. */
export type Slice = { fromMs: number; toMs: number; perSecond: number; meanUs: number | undefined };

/** The intervals of a round, neighbours merged so that there are at most `most`. */
export function slicesOf({ everyMs, perSecond, meanUs }: Round, most: number): Slice[] {
  const together = Math.max(1, Math.ceil(perSecond.length / most));
  const slices: Slice[] = [];
  for (let at = 0; at < perSecond.length; at += together) {
    const rates = perSecond.slice(at, at + together);
    const responses = rates.reduce((sum, rate) => sum + rate, 0);
    const latency = rates.reduce((sum, rate, next) => sum + rate * (meanUs[at + next] ?? 0), 0);
    slices.push({
      fromMs: at * everyMs,
      toMs: (at + rates.length) * everyMs,
      perSecond: responses / rates.length,
      meanUs: responses === 0 ? undefined : latency / responses,
    });
  }
  return slices;
}

/**
 * Rounds side by side between `left` and `right`, with a width proportional to their duration, and gaps
 * between them.
 */
export function roundExtents(
  durationsMs: readonly number[],
  left: number,
  right: number,
): { left: number; right: number }[] {
  const count = Math.max(1, durationsMs.length);
  const gap = count === 1 ? 0 : Math.min(14, ((right - left) * 0.15) / (count - 1));
  const total = durationsMs.reduce((sum, ms) => sum + ms, 0);
  const perMs = (right - left - gap * (count - 1)) / Math.max(1, total);
  let from = left;
  return durationsMs.map((ms) => {
    const panel = { left: from, right: from + ms * perMs };
    from = panel.right + gap;
    return panel;
  });
}
