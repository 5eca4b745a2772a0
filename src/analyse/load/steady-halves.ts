import { halvesOf } from "../../stats/index.ts";
import type { RoundFacts } from "./round-facts.ts";

/** A round whose halves differ by more is not stationary. */
const TREND_TOLERANCE = 0.1;
/** Standard deviations of a count that count as noise. */
const SIGMAS = 3;
/** This many intervals must remain after leaving out the beginning. */
const LEAST_INTERVALS = 8;

/** `trend` is undefined if the first half has no responses. */
type Halves = { trend: number | undefined; held: boolean };

/**
 * The second half of a round compared with the first: −0.5 is half as many responses. Every round begins
 * on new connections, so no response can arrive before one latency has passed: that part is left out.
 * Differences within the noise of a count, or of one batch of all connections, are not a trend.
 */
export function steadyHalves({
  offered,
  tally,
  latency,
}: Pick<RoundFacts, "offered" | "tally" | "latency">): Halves {
  const { everyMs, answered } = tally.intervals;
  const rest = answered.slice(Math.ceil(latency.p99 / 1000 / everyMs));
  const [first, second] = halvesOf(rest.length < LEAST_INTERVALS ? answered : rest);
  const mean = (first + second) / 2;
  const difference = second - first;
  const batch = offered.model === "closed" ? 2 * offered.connections * offered.pipelining : 0;
  const noise = Math.max(SIGMAS * Math.sqrt(first + second), batch);
  const small = Math.abs(difference) <= Math.max(TREND_TOLERANCE * mean, noise);
  const trend = first === 0 ? undefined : difference / first;
  return { trend: mean === 0 ? 0 : trend, held: small };
}
