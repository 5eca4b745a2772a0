import type { PairedRatio } from "../model/comparison.ts";

const MOST_PLACES = 6;

/** "2.71 × [2.58, 2.84]"; without known bounds "2.71 × [0, ∞]". */
export function ratioFigure({ ratio, low, high }: Pick<PairedRatio, "ratio" | "low" | "high">) {
  if (high === undefined) return `${ratio.toFixed(placesOf(ratio))} × [0, ∞]`;
  const places = Math.max(placesOf(ratio), nearOne(low), nearOne(high));
  return `${ratio.toFixed(places)} × [${low.toFixed(places)}, ${high.toFixed(places)}]`;
}

/** About three digits: 271, 27.1, 2.71, 0.27, 0.027. */
export function placesOf(ratio: number): number {
  if (ratio >= 100) return 0;
  if (ratio >= 10) return 1;
  return Math.min(MOST_PLACES, Math.max(2, 1 - Math.floor(Math.log10(ratio))));
}

/** So many that a bound beside 1 is not written as 1: 1.002 and not 1.00. */
function nearOne(bound: number): number {
  const distance = Math.abs(bound - 1);
  if (distance === 0 || distance >= 0.005) return 0;
  return Math.min(MOST_PLACES, Math.ceil(-Math.log10(distance)));
}
