import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Listening } from "../listening.ts";
import { startLax } from "./lax-server.ts";

/** `probability`: of a response that is drawn; any other is the first status. Default: 1. */
export type Chance = { seed: number; statuses: number[]; probability?: number };

/**
 * A server that responds at random, whatever the request: each status is as likely as the others
 * where one is drawn. One seed gives one sequence of responses, in the order of requests.
 */
export function startRandom({ seed, statuses, probability = 1 }: Chance): Promise<Listening> {
  const random = xoroshiro128plus(seed);
  return startLax(Infinity, () => {
    const drawn = uniformFloat64(random) < probability;
    const place = Math.floor(uniformFloat64(random) * statuses.length);
    return (drawn ? statuses[place] : statuses[0]) ?? 500;
  });
}
