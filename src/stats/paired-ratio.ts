import type { PairedRatio } from "../model/comparison.ts";
import { CONFIDENCE, type Centre, centreOf } from "./centre.ts";
import { type EachRound, pairRounds } from "./pair-rounds.ts";
import type { RatioBound } from "./ratio-bound.ts";
import { type ComparedFigure, ratioText, type WordlessRatio } from "./ratio-text.ts";
import { ratioVerdict } from "./ratio-verdict.ts";

/** A target by its name, with one of its figures in each round. */
export type PairedTarget = { name: string; each: EachRound };

/** `margin` is the share up to which a difference counts as none; 0.05 if not given. */
export type PairedRatioOptions = { margin?: number; bound?: RatioBound | undefined };

const MARGIN = 0.05;

/**
 * The ratio of a's figure to b's over paired rounds. Rounds in which either has none are left out,
 * which the text says. Undefined when no round is left.
 */
export function pairedRatio(
  what: ComparedFigure,
  a: PairedTarget,
  b: PairedTarget,
  { margin = MARGIN, bound }: PairedRatioOptions = {},
): PairedRatio | undefined {
  const { logRatios, leftOut } = pairRounds(a.each, b.each);
  if (logRatios.length === 0) return undefined;
  const ratio = ratioOf(logRatios, margin, bound);
  const without = leftOut === 0 ? "" : ` (${leftOut} of ${leftOut + ratio.rounds} rounds left out)`;
  return { ...ratio, text: `${ratioText(what, a.name, b.name, ratio)}${without}` };
}

function ratioOf(
  logRatios: readonly number[],
  margin: number,
  bound: RatioBound | undefined,
): WordlessRatio {
  const centre = centreOf(logRatios);
  const verdict = ratioVerdict(centre, margin, bound);
  return {
    ratio: Math.exp(centre.estimate),
    ...intervalOf(centre),
    rounds: logRatios.length,
    verdict,
    ...(bound !== undefined && { bound }),
  };
}

/** A single round bounds the ratio to no side. Where no difference is ever found, none is detectable. */
function intervalOf({ low, high, confidence, detectable }: Centre) {
  if (confidence === 0) return { low: 0, confidence: 1 };
  return {
    low: Math.exp(low),
    high: Math.exp(high),
    confidence,
    ...(confidence >= CONFIDENCE && { detectable: Math.expm1(detectable) }),
  };
}
