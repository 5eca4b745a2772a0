import type { Changes, LatencyFigures, LoadFigures, RunLoad, RunRatio } from "../model/index.ts";
import { counted, number, textsOf, whole } from "../text/index.ts";
import { outcomesText, placesOf } from "../stats/index.ts";

export const latencyColumns: readonly (readonly [string, (us: LatencyFigures) => number])[] = [
  ["p50", (us) => us.p50],
  ["p90", (us) => us.p90],
  ["p95", (us) => us.p95],
  ["p99", (us) => us.p99],
  ["p99.9", (us) => us.p999],
  ["max", (us) => us.max],
  ["mean", (us) => us.mean],
];

/** "0.93 × [0.86, 1.01]", "at least 1.20 × [1.10, 1.31]"; without an interval "0.93 × (no interval)". */
export function runRatioText({ ratio, low, high, bound }: RunRatio): string {
  const side = bound === undefined ? "" : `${bound.replace("-", " ")} `;
  const figure = ratio.toFixed(placesOf(ratio));
  if (low === undefined || high === undefined) return `${side}${figure} × (no interval)`;
  return `${side}${figure} × [${low.toFixed(placesOf(low))}, ${high.toFixed(placesOf(high))}]`;
}

/** "28,410/s", "≥ 28,410/s" if the generator was the limit. */
export const throughputText = ({ perSecond, limited }: RunLoad): string =>
  `${limited ? "≥ " : ""}${number(perSecond)}/s`;

/** "none of 1,034", "3 of 1,034", "not the same cases". */
export function changesText({ changed, compared }: Changes): string {
  if (compared === 0) return "not the same cases";
  return `${changed.length === 0 ? "none" : whole(changed.length)} of ${whole(compared)}`;
}

/** "12 cases are new, 3 were not sent": cases that were not compared; empty if all were. */
export function notComparedText({ added, missing }: Changes): string {
  return textsOf(
    added > 0 && `${counted(added, "case")} not sent before`,
    missing > 0 && `${counted(missing, "case")} not sent again`,
  ).join(", ");
}

type Step = Pick<LoadFigures, "goodput" | "ceiling">;

/** A ceiling this many times above the highest goodput would flatten the steps: it is named, not drawn. */
const FAR = 3;

export type SweepScale = {
  most: number;
  /** For each step this machine's ceiling, if it was measured, not too low, and not far above. */
  ceilings: (number | undefined)[];
  /** The lowest ceiling, if all are too far above to be drawn. */
  farAbove?: number;
};

export function sweepScale(steps: readonly Step[]): SweepScale {
  const highest = Math.max(1, ...steps.map(({ goodput }) => goodput));
  const measured = steps.map(({ ceiling }) =>
    ceiling === undefined || ceiling.tooLow === true ? undefined : ceiling.perSecond,
  );
  const known = measured.filter((each) => each !== undefined);
  const least = Math.min(...known);
  if (known.length > 0 && least > FAR * highest)
    return { most: highest, ceilings: measured.map(() => undefined), farAbove: least };
  return { most: Math.max(highest, ...known), ceilings: measured };
}

/** "reset ×3, hung ×1": requests without a response. */
export const noResponseText = ({ unanswered, hung }: LoadFigures): string =>
  [outcomesText(unanswered), hung > 0 ? `hung ×${whole(hung)}` : ""].filter(Boolean).join(", ");
