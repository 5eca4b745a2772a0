import type { LoadFigures } from "../model/index.ts";

type Step = Pick<LoadFigures, "goodput" | "ceiling">;

/** A ceiling this many times above the highest goodput would flatten the steps: it is named, not drawn. */
const FAR = 3;

/** The scale of goodput against the offered load: it begins at 0. */
export type SweepScale = {
  /** The highest rate drawn. */
  most: number;
  /** For each step this machine's ceiling, if it was measured, not too low, and not far above. */
  ceilings: (number | undefined)[];
  /** The lowest ceiling, if all are too far above to be drawn. */
  farAbove?: number;
};

/** The scale of a drawing of a sweep's steps, the same on a page and on a terminal. */
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
