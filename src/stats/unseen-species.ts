import type { UnseenEstimate } from "../model/index.ts";
import { chancePercent, counted, whole } from "../text/index.ts";

const AHEAD = 10_000;

/** The estimate from how often each behaviour of a property was drawn. */
export function unseenEstimate(
  property: string,
  counts: ReadonlyMap<string, number>,
): UnseenEstimate {
  const drawn = [...counts.values()].reduce((sum, each) => sum + each, 0);
  const seen = { property, drawn, behaviours: counts.size };
  const estimate = unseenSpecies(counts.values());
  if (estimate === undefined) return seen;
  const { discovery, discoveryAtMost, unseenAtLeast } = estimate;
  const ahead = predictNew(estimate, Math.min(AHEAD, FURTHEST * drawn));
  return { ...seen, discovery, discoveryAtMost, unseenAtLeast, ahead };
}

export function unseenText(estimate: UnseenEstimate): string {
  const { property, drawn, behaviours, discovery, discoveryAtMost = 1, ahead } = estimate;
  const seen = `${property}: ${counted(behaviours, "behaviour")} in ${whole(drawn)} uniform draws`;
  if (discovery === undefined) return `${seen}; too little was drawn for an estimate`;
  const chance = `the next one is new with a probability of ${chancePercent(discovery)}, at most ${chancePercent(discoveryAtMost)}`;
  if (ahead === undefined) return `${seen}; ${chance}`;
  const expected = Math.round(ahead.expected);
  const more = `${counted(expected, "new behaviour")} ${expected === 1 ? "is" : "are"} expected`;
  return `${seen}; ${chance}; in the next ${whole(ahead.draws)} generated requests, ${more} [${whole(ahead.from)}, ${whole(ahead.to)}]`;
}

type SpeciesEstimate = {
  drawn: number;
  species: number;
  once: number;
  twice: number;
  /** The probability that the next draw is a new species, by Good and Turing, and its upper limit. */
  discovery: number;
  discoveryAtMost: number;
  /** Species that exist but were not drawn: a lower bound, by Chao. */
  unseenAtLeast: number;
};

type NewSpecies = { draws: number; expected: number; from: number; to: number };

/** With fewer draws, nothing is estimated. */
const FEWEST_DRAWS = 50;
/** One-sided 95% of a normal distribution; two-sided 95%. */
const Z_ONE = 1.645;
const Z_TWO = 1.96;
/** With no event in n draws, its probability is below 3/n with a confidence of 95%. */
const RULE_OF_THREE = 3;
/** Predictions are limited to this many times the sample. */
const FURTHEST = 10;

/**
 * Estimates from the numbers of species that were drawn once and twice, as STADS does for fuzzing (Böhme, ACM TOSEM 27(2), 2018).
 * The discovery probability is that of Good (Biometrika 40, 1953), the number of unseen species the bias-corrected Chao1 (Chao,
 * Biometrics 43, 1987). Undefined where too little was drawn: few draws, or most species drawn only once.
 */
export function unseenSpecies(counts: Iterable<number>): SpeciesEstimate | undefined {
  const all = [...counts];
  const drawn = all.reduce((sum, count) => sum + count, 0);
  const once = all.filter((count) => count === 1).length;
  const twice = all.filter((count) => count === 2).length;
  if (drawn < FEWEST_DRAWS || once > drawn / 2) return undefined;
  return {
    drawn,
    species: all.length,
    once,
    twice,
    discovery: once / drawn,
    discoveryAtMost: Math.min(1, mostOnce(once) / drawn),
    unseenAtLeast: once < 2 ? 0 : (((drawn - 1) / drawn) * once * (once - 1)) / (2 * (twice + 1)),
  };
}

const mostOnce = (once: number): number =>
  once === 0 ? RULE_OF_THREE : once + Z_ONE ** 2 / 2 + Z_ONE * Math.sqrt(once + 0.75);

/**
 * How many new species `draws` further draws find, with an interval of at least 95%. The expected number is from Shen, Chao and
 * Lin (Ecology 84, 2003), which STADS uses; it rests on Chao1, a lower bound, so its own interval covers the truth too rarely.
 * The upper end is therefore the steepest growth that fits the sample: n draws find about n^a species, where a is the share of
 * species drawn once (Karlin, J. Math. Mech. 17, 1967). Undefined beyond ten times the sample.
 */
export function predictNew(sample: SpeciesEstimate, draws: number): NewSpecies | undefined {
  if (draws > FURTHEST * sample.drawn) return undefined;
  const { drawn, once, species, unseenAtLeast } = sample;
  const expected =
    unseenAtLeast === 0
      ? 0
      : unseenAtLeast * (1 - (1 - once / (drawn * unseenAtLeast + once)) ** draws);
  const most = mostOnce(once);
  const power = Math.min(1, most / (species + most - once));
  const steepest = (most / power) * ((1 + draws / drawn) ** power - 1);
  return {
    draws,
    expected,
    from: Math.max(0, Math.floor(Math.min(expected, once) / 2 - Z_TWO * Math.sqrt(expected))),
    to: Math.ceil(steepest),
  };
}
