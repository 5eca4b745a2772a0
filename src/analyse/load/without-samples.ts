import type { Tally } from "../../model/index.ts";

/** If the generator checks its connections later than this, it misses responses. */
const LATE_SHARE = 0.1;
const LATE_US = 100_000;

/**
 * How the load ends after a round without any response; undefined if there was one. `no-samples`:
 * the target did not respond. `not-measured`: it did, but only after the end of the round or beyond
 * a limit of witness, or the generator was too late to know.
 */
export function endWithoutSamples(
  { counts, drained, generators }: Pick<Tally, "counts" | "drained" | "generators">,
  timeoutMs: number,
): "no-samples" | "not-measured" | undefined {
  if (counts.answered > 0) return undefined;
  const longestUs = Math.max(LATE_US, LATE_SHARE * timeoutMs * 1000);
  const late = generators.some(({ loopDelayP99Us }) => loopDelayP99Us > longestUs);
  const limited = (counts.unanswered["too-large"] ?? 0) > 0;
  return late || limited || drained.answered > 0 ? "not-measured" : "no-samples";
}
