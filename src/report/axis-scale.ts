import { scaleLinear } from "d3-scale";
import type { AxisSummary, Place } from "../model/index.ts";

/** Steps of a linear scale: finer than any drawing. */
const STEPS = 1_000_000n;

/**
 * The position of a place on its axis, from 0 at the start to 1 at the end. Exact decimal text of any length. A log
 * scale uses the logarithm of the distance from zero; for hundreds of digits, the logarithm of their number.
 */
export function axisScale({
  stretches,
  scale,
}: Pick<AxisSummary, "scale"> & { stretches: readonly { from: Place; to: Place }[] }): (
  at: string,
) => number {
  const from = wholeOf(stretches[0]?.from.at);
  const to = wholeOf(stretches.at(-1)?.to.at);
  if (from === to) return () => 0;
  const share =
    scale === "linear"
      ? (at: string) => Number(((wholeOf(at) - from) * STEPS) / (to - from)) / Number(STEPS)
      : logShare(from, to);
  return (at) => Math.min(1, Math.max(0, share(at)));
}

/** With more digits than this, a log scale would squeeze all interesting places into a corner. */
const MOST_DIGITS = 30;

function logShare(from: bigint, to: bigint): (at: string) => number {
  const far = Math.max(Math.abs(signedLog(from)), Math.abs(signedLog(to)));
  const scale = scaleLinear();
  const value =
    far <= MOST_DIGITS
      ? signedLog
      : (at: bigint) => Math.sign(signedLog(at)) * Math.log1p(Math.abs(signedLog(at)));
  scale.domain([value(from), value(to)]);
  return (at) => scale(value(wholeOf(at)));
}

export const wholeOf = (at = "0"): bigint => (/^-?\d+$/.test(at) ? BigInt(at) : 0n);

/** log10(1 + |x|) with the sign of x: 0 at 0, and no number is too large. */
function signedLog(value: bigint): number {
  const digits = String((value < 0n ? -value : value) + 1n);
  const leading = digits.slice(0, 15);
  const log = Math.log10(Number(leading)) + digits.length - leading.length;
  return value < 0n ? -log : log;
}
