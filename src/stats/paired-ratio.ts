import type { PairedRatio } from "../model/index.ts";
import { type Centre, centreOf, CONFIDENCE } from "./exact-ranks.ts";
import { type ComparedFigure, ratioText, type WordlessRatio } from "./ratio-text.ts";

/** A target by its name, with one of its figures in each round. */
export type PairedTarget = { name: string; each: EachRound };

/** `margin` is the share up to which a difference counts as none; 0.05 by default. */
type PairedRatioOptions = { margin?: number; bound?: RatioBound | undefined };

const MARGIN = 0.05;

/**
 * The ratio of a's figure to b's over paired rounds. Rounds without both figures are left out,
 * which the text says. Undefined if no round is left.
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

/** A single round gives no bound on either side. If no difference can be found, none is detectable. */
function intervalOf({ low, high, confidence, detectable }: Centre) {
  if (confidence === 0) return { low: 0, confidence: 1 };
  return {
    low: Math.exp(low),
    high: Math.exp(high),
    confidence,
    ...(confidence >= CONFIDENCE && { detectable: Math.expm1(detectable) }),
  };
}

/** One figure of one target in each round; undefined or 0 if the round has none. */
type EachRound = readonly (number | undefined)[];

/** The natural logarithms of a / b by round, and how many rounds have none. */
type PairedRounds = { logRatios: number[]; leftOut: number };

/** Pairs the rounds of two targets. A round without both figures is left out. */
function pairRounds(a: EachRound, b: EachRound): PairedRounds {
  const rounds = Math.max(a.length, b.length);
  const logRatios = Array.from({ length: rounds }, (_, round) => logRatio(a[round], b[round]));
  const known = logRatios.filter((each) => each !== undefined);
  return { logRatios: known, leftOut: rounds - known.length };
}

function logRatio(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  const ratio = Math.log(a / b);
  return Number.isFinite(ratio) ? ratio : undefined;
}

/** The side on which a ratio is known, if it is not known on both. */
export type RatioBound = NonNullable<PairedRatio["bound"]>;

/**
 * What a ratio of throughputs a / b means when the generator was the limit: such a target handles
 * at least the measured rate. Undefined when neither was limited. Also undefined when both were:
 * then the ratio is unknown on both sides, and the two are not comparable.
 */
export function boundOf(aLimited: boolean, bLimited: boolean): RatioBound | undefined {
  if (aLimited === bLimited) return undefined;
  return aLimited ? "at-least" : "at-most";
}

/**
 * The verdict from the interval of a logarithm of a ratio. `margin` is the share up to which a
 * difference counts as none: 0.05 is from 1 / 1.05 to 1.05. If a ratio is known on one side only,
 * the verdict never depends on the other side.
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
