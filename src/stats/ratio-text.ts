import type { PairedRatio } from "../model/index.ts";
import { ROUNDS_NEEDED } from "./exact-ranks.ts";

/** The figures that have a ratio of two targets, named as in `comparison.json`. */
export type ComparedFigure = "throughput" | "p50" | "p99" | "cpuPerRequest";

/** The parts of the sentence. */
export type WordlessRatio = Omit<PairedRatio, "text">;

/**
 * The ratio of two named targets in one sentence. "no difference larger than 4%" and "cannot tell:
 * ..." name neither target nor figure: write both next to them.
 */
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

/**
 * The end of the interval that is further from 1, as a share: for [0.8, 1.1] it is 0.25, as 1 / 0.8 is 1.25.
 */
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
