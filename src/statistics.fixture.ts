import { describe } from "vitest";

/**
 * Whether this run measures statistics as well: what is true of many seeds, experiments or requests.
 * `.ci/run` does; `npm test` takes a sample, or leaves the measurement out, and says so.
 */
const STATISTICS = process.env["WITNESS_STATISTICS"] === "1";

/** A measurement of statistics: `describe`, or a skip with the reason and the count printed. */
export function statistics(name: string, count: string, tests: () => void): void {
  if (!STATISTICS) console.log(`skipped: ${name}, ${count}: WITNESS_STATISTICS=1 measures it`);
  describe.skipIf(!STATISTICS)(name, tests);
}

/** How many of something are tried: all where statistics are measured, else a sample, which is said. */
export function sampled(what: string, { all, sample }: { all: number; sample: number }): number {
  if (STATISTICS) return all;
  console.log(`${sample} of ${all} ${what}: WITNESS_STATISTICS=1 tries all`);
  return sample;
}
