import { dayText } from "../../../text/index.ts";
import { textWidth, type Tick } from "../load/ticks.ts";
import type { ChartSize } from "../load/chart-card.tsx";

const GAP = 10;

/** Runs side by side, equally wide, with the day below the first run of each day, if it fits. */
export function runPositions(starts: readonly string[], { plot }: ChartSize) {
  const width = (plot.right - plot.left) / Math.max(1, starts.length);
  const at = (run: number): number => plot.left + (run + 0.5) * width;
  const ticks: Tick[] = [];
  let free = -Infinity;
  starts.forEach((start, run) => {
    const label = dayText(start);
    const begins = run === 0 || label !== dayText(starts[run - 1] ?? "");
    const half = textWidth(label) / 2;
    if (!begins || at(run) - half < free) return;
    ticks.push({ at: at(run), label });
    free = at(run) + half + GAP;
  });
  return { at, width, ticks };
}
