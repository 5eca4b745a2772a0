import { uniformInt } from "pure-rand/distribution/uniformInt";
import { mersenne } from "pure-rand/generator/mersenne";

const PERMUTATIONS = 2000;
const SEED = 1;

type LossGroup = { sent: number; lost: number };

/**
 * The probability of losses at least as uneven among the groups of each stratum, if every request is lost alike: Pearson's
 * statistic, summed over the strata, with its distribution by random permutation (Good, Permutation Tests, 2000).
 */
export function unevenLosses(strata: readonly LossGroup[][]): number {
  const random = mersenne(SEED);
  const sums = (groups: readonly LossGroup[]) => ({
    lost: groups.reduce((sum, { lost }) => sum + lost, 0),
    sent: groups.reduce((sum, { sent }) => sum + sent, 0),
  });
  const unevenness = (groups: readonly LossGroup[], counts: readonly number[]): number => {
    const { lost, sent } = sums(groups);
    return groups.reduce((sum, group, at) => {
      const expected = (lost * group.sent) / sent;
      return expected === 0 ? sum : sum + ((counts[at] ?? 0) - expected) ** 2 / expected;
    }, 0);
  };
  const permuted = (groups: readonly LossGroup[]): number[] => {
    const { lost, sent } = sums(groups);
    const counts = groups.map(() => 0);
    for (const drawn of distinct(lost, sent, random)) {
      let at = 0;
      for (let end = groups[0]?.sent ?? 0; drawn >= end; end += groups[at]?.sent ?? sent) at += 1;
      counts[at] = (counts[at] ?? 0) + 1;
    }
    return counts;
  };
  const total = (countsOf: (groups: readonly LossGroup[]) => number[]): number =>
    strata.reduce((sum, groups) => sum + unevenness(groups, countsOf(groups)), 0);
  const found = total((groups) => groups.map(({ lost }) => lost));
  let asUneven = 1;
  for (let nth = 0; nth < PERMUTATIONS; nth += 1)
    if (total(permuted) >= found - 1e-9) asUneven += 1;
  return asUneven / (PERMUTATIONS + 1);
}

/** So many different numbers below `most`. */
function distinct(count: number, most: number, random: ReturnType<typeof mersenne>): Set<number> {
  const found = new Set<number>();
  while (found.size < Math.min(count, most)) found.add(uniformInt(random, 0, most - 1));
  return found;
}
