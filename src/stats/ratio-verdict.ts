import type { PairedRatio } from "../model/comparison.ts";
import { CONFIDENCE, type Centre } from "./centre.ts";
import type { RatioBound } from "./ratio-bound.ts";

/**
 * What the interval of a logarithm of a ratio says. `margin` is the share up to which a difference
 * counts as none: 0.05 is from 1 / 1.05 to 1.05. Of a ratio that is known from one side only, the
 * verdict never depends on the other side.
 */
export function ratioVerdict(
  centre: Pick<Centre, "low" | "high" | "confidence">,
  margin: number,
  bound: RatioBound | undefined,
): PairedRatio["verdict"] {
  const { low, high, confidence } = centre;
  if (confidence < CONFIDENCE) return "cannot-tell";
  if (low > 0) return bound === "at-most" ? "cannot-tell" : "more";
  if (high < 0) return bound === "at-least" ? "cannot-tell" : "less";
  const within = Math.max(-low, high) <= Math.log1p(margin);
  return within && bound === undefined ? "no-difference" : "cannot-tell";
}
