import type { PairedRatio } from "../model/comparison.ts";

/** From which side a ratio is known, where it is not known from both. */
export type RatioBound = NonNullable<PairedRatio["bound"]>;

/**
 * What a ratio of throughputs a / b says when the generator was the limit: such a target does at
 * least what was measured. Undefined when neither was limited, and also when both were: then the
 * ratio is not known from any side, and the two are not comparable.
 */
export function boundOf(aLimited: boolean, bLimited: boolean): RatioBound | undefined {
  if (aLimited === bLimited) return undefined;
  return aLimited ? "at-least" : "at-most";
}
