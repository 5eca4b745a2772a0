import type { Shift } from "../stats/index.ts";
import { counted } from "../text/index.ts";

/** How many rounds a ratio is based on: pairs, or numbers here and there. */
export type RoundCounts = { pairs: number } | { here: number; there: number };

/** The maximum that is worth waiting for. */
const MOST = 200;
/** The smallest numbers with bounds: pairs, and rounds here for a number there. */
const FEWEST_PAIRS = 5;
const FEWEST_HERE = [Infinity, 19, 5, 3, 3] as const;
/** With this many there, one here is enough; with fewer, two are. */
const MANY_THERE = 19;

/**
 * "; 14 more rounds would decide": an interval shrinks with the root of the number of rounds, and must become narrower
 * than the distance to the limit. Only the rounds of this run can grow: if a baseline has too few, the text says so.
 */
export function moreRounds(shift: Shift, limit: number, rounds: RoundCounts): string {
  const needed = roundsNeeded(shift, limit, rounds);
  const now = "pairs" in rounds ? rounds.pairs : rounds.here;
  if (needed === undefined) return "; too close to the limit to say how many rounds would decide";
  if (needed === Infinity)
    return `; only a baseline of more rounds than ${"there" in rounds ? rounds.there : 0} could decide`;
  const more = Math.max(1, needed - now);
  if (more > MOST) return "; too close to the limit to say how many rounds would decide";
  return `; ${counted(more, "more round")} would decide`;
}

function roundsNeeded(
  { estimate, bounds }: Shift,
  limit: number,
  rounds: RoundCounts,
): number | undefined {
  if (bounds === undefined) {
    if ("pairs" in rounds) return FEWEST_PAIRS;
    return FEWEST_HERE[rounds.there] ?? (rounds.there >= MANY_THERE ? 1 : 2);
  }
  const width = estimate > limit ? estimate - bounds.low : bounds.high - estimate;
  const distance = Math.abs(estimate - limit);
  if (distance === 0 || width === 0) return undefined;
  const narrower = (distance / width) ** 2;
  if ("pairs" in rounds) return Math.ceil(rounds.pairs / narrower);
  const left = (1 / rounds.here + 1 / rounds.there) * narrower - 1 / rounds.there;
  return left <= 0 ? Infinity : Math.ceil(1 / left);
}
