import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { mersenne } from "pure-rand/generator/mersenne";

/**
 * Milliseconds between one request and the next, for a rate: always the same, or drawn so that
 * requests are due at random times (a Poisson process: gaps are exponential). Never ends.
 */
export function* gapsMs(
  arrivals: "even" | "poisson",
  ratePerSecond: number,
  seed: number,
): Generator<number, never> {
  const mean = 1000 / ratePerSecond;
  const random = mersenne(seed);
  for (;;) yield arrivals === "even" ? mean : -Math.log(1 - uniformFloat64(random)) * mean;
}
