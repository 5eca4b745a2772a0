import type { UnseenEstimate } from "../model/index.ts";
import { chancePercent, counted, whole } from "../text/index.ts";
import { FURTHEST, predictNew, unseenSpecies } from "./unseen-species.ts";

/** The horizon of a prediction, if the sample is large enough for it. */
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
  return {
    ...seen,
    discovery,
    discoveryAtMost,
    unseenAtLeast,
    ...(ahead !== undefined && { ahead }),
  };
}

/** The same in words. */
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
