import type { PairedRatio } from "../model/index.ts";
import { type Centre, centreOf, CONFIDENCE, ROUNDS_NEEDED } from "./exact-ranks.ts";

export type PairedTarget = { name: string; each: readonly (number | undefined)[] };

/** The largest share that counts as no difference. */
const MARGIN = 0.05;

/** a's figure to b's over paired rounds; rounds without both are left out, which the text says. */
export function pairedRatio(
  what: ComparedFigure,
  a: PairedTarget,
  b: PairedTarget,
  { margin = MARGIN, bound }: { margin?: number; bound?: RatioBound | undefined } = {},
): PairedRatio | undefined {
  const all = Math.max(a.each.length, b.each.length);
  const logRatios = Array.from({ length: all }, (_, at) => logRatio(a.each[at], b.each[at])).filter(
    (each) => each !== undefined,
  );
  const rounds = logRatios.length;
  if (rounds === 0) return undefined;
  const centre = centreOf(logRatios);
  const verdict = ratioVerdict(centre, margin, bound);
  const interval = intervalOf(centre);
  const ratio = { ratio: Math.exp(centre.estimate), ...interval, rounds, verdict, bound };
  const without = rounds === all ? "" : ` (${all - rounds} of ${all} rounds left out)`;
  return { ...ratio, text: `${ratioText(what, a.name, b.name, ratio)}${without}` };
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

function logRatio(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  const ratio = Math.log(a / b);
  return Number.isFinite(ratio) ? ratio : undefined;
}

/** The side on which a ratio is known, if it is not known on both. */
export type RatioBound = NonNullable<PairedRatio["bound"]>;

/** Where the generator was the limit, a target handles at least the measured rate; undefined for none, and for both: not comparable. */
export function boundOf(aLimited: boolean, bLimited: boolean): RatioBound | undefined {
  if (aLimited === bLimited) return undefined;
  return aLimited ? "at-least" : "at-most";
}

/** `margin` is the share up to which a difference counts as none. A ratio that is known on one side only is not judged by the other. */
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

export type ComparedFigure = "throughput" | "p50" | "p99" | "cpuPerRequest";

export type WordlessRatio = Omit<PairedRatio, "text">;

/** The ratio in one sentence. "no difference larger than 4%" and "cannot tell: ..." name neither target nor figure. */
export function ratioText(
  what: ComparedFigure,
  a: string,
  b: string,
  ratio: WordlessRatio,
): string {
  const { verdict, bound } = ratio;
  if (verdict === "cannot-tell") return `cannot tell: ${doubtText(what, a, b, ratio)}`;
  if (verdict === "no-difference") return `no difference larger than ${percentUp(farEnd(ratio))}`;
  if (bound === undefined) return `${WORDS[what][verdict](a, b)}: ${ratioFigure(ratio)}`;
  return `${nameText(what, a, b)}: ${boundText(bound)} ${ratioFigure(ratio)}`;
}

const WORDS: Record<ComparedFigure, Record<"more" | "less", (a: string, b: string) => string>> = {
  throughput: {
    more: (a, b) => `${a} is faster than ${b}`,
    less: (a, b) => `${a} is slower than ${b}`,
  },
  p50: latencyWords("p50"),
  p99: latencyWords("p99"),
  cpuPerRequest: {
    more: (a, b) => `${a} uses more CPU per request than ${b}`,
    less: (a, b) => `${a} uses less CPU per request than ${b}`,
  },
};

function latencyWords(name: string) {
  return {
    more: (a: string, b: string) => `${name} of ${a} is higher than ${b}'s`,
    less: (a: string, b: string) => `${name} of ${a} is lower than ${b}'s`,
  };
}

function doubtText(what: ComparedFigure, a: string, b: string, ratio: WordlessRatio): string {
  if (ratio.rounds < ROUNDS_NEEDED) return fewRoundsText(ratio);
  if (ratio.bound !== undefined) {
    return `${nameText(what, a, b)} is only known to be ${boundText(ratio.bound)} ${ratioFigure(ratio)}`;
  }
  return `differences under ${percentUp(ratio.detectable ?? farEnd(ratio))} are lost in this machine's noise`;
}

function fewRoundsText({ rounds, ratio }: WordlessRatio): string {
  const few = rounds === 1 ? "1 round is" : `${rounds} rounds are`;
  return `${few} too few, ${ROUNDS_NEEDED} are needed; measured ${ratio.toFixed(placesOf(ratio))} ×`;
}

/** "go / express", "p99 go / express", "CPU per request go / express". */
function nameText(what: ComparedFigure, a: string, b: string): string {
  if (what === "throughput") return `${a} / ${b}`;
  return `${what === "cpuPerRequest" ? "CPU per request" : what} ${a} / ${b}`;
}

const boundText = (bound: "at-least" | "at-most"): string => bound.replace("-", " ");

/** The end of the interval that is further from 1, as a share: for [0.8, 1.1] it is 0.25, as 1 / 0.8 is 1.25. */
const farEnd = ({ low, high }: WordlessRatio): number => Math.max(high ?? Infinity, 1 / low) - 1;

/** Rounded up, so that it claims no larger value: "0.3%", "4%", "11%". */
function percentUp(share: number): string {
  const percent = share * 100;
  const steps = percent < 9.9 ? 10 : 1;
  return `${Math.max(0.1, Math.ceil(percent * steps - 1e-6) / steps)}%`;
}

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

/** Enough digits that a bound next to 1 is not written as 1: 1.002 and not 1.00. */
function nearOne(bound: number): number {
  const distance = Math.abs(bound - 1);
  if (distance === 0 || distance >= 0.005) return 0;
  return Math.min(MOST_PLACES, Math.ceil(-Math.log10(distance)));
}
