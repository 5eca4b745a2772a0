import { describe } from "vitest";

/**
 * Whether this run includes statistical tests: with many seeds, experiments or requests. `npm run test:all` does ("1"), `.ci/run`
 * takes a tenth of their number ("part"), `npm test` a sample; both skip what needs all of it. What was not tried is printed.
 */
const PART = process.env["WITNESS_STATISTICS"] === "part";
const STATISTICS = process.env["WITNESS_STATISTICS"] === "1";

/** A statistical test: `describe`, or a skip with the reason and the count printed. */
export function statistics(name: string, count: string, tests: () => void): void {
  if (!STATISTICS) console.log(`skipped: ${name}, ${count}: WITNESS_STATISTICS=1 measures it`);
  describe.skipIf(!STATISTICS)(name, tests);
}

/** Whether exhaustive tests that take minutes run completely, for which even `npm run test:all` has no time. */
export const EVERYTHING = process.env["WITNESS_ALL_CASES"] === "1";

/**
 * How many of something are tried: all in a statistical run (`some` of an exhaustive test), else a
 * sample, which is printed.
 */
export function sampled(
  what: string,
  {
    all,
    some = all,
    sample,
    part = Math.max(sample, Math.ceil(some / 10)),
  }: { all: number; some?: number; part?: number; sample: number },
): number {
  const tried = PART ? part : STATISTICS ? some : sample;
  if (EVERYTHING || tried === all) return all;
  const by = tried >= some ? "WITNESS_ALL_CASES=1" : "WITNESS_STATISTICS=1";
  console.log(`${tried} of ${all} ${what}: ${by} tries all`);
  return tried;
}
