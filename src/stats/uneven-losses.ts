import { uniformInt } from "pure-rand/distribution/uniformInt";
import { mersenne } from "pure-rand/generator/mersenne";

const PERMUTATIONS = 2000;
const SEED = 1;

/** Requests that got a response in the end, and sendings of them that were lost before. */
type LossGroup = { kept: number; lost: number };

/**
 * The probability of losses at least as uneven among the groups of each stratum, if every request is lost alike: the statistic G
 * of a likelihood ratio, summed over the strata, with its distribution by random permutation (Good, Permutation Tests, 2000).
 */
export function unevenLosses(strata: readonly LossGroup[][]): number {
  const random = mersenne(SEED);
  const known = strata.map(stratumOf);
  const found = known.reduce((sum, each) => sum + unevenness(each, each.found), 0);
  let asUneven = 1;
  for (let nth = 0; nth < PERMUTATIONS; nth += 1) {
    const total = known.reduce((sum, each) => sum + unevenness(each, permuted(each, random)), 0);
    if (total >= found - 1e-9) asUneven += 1;
  }
  return asUneven / (PERMUTATIONS + 1);
}

/** `ends` are the numbers of requests up to each group. */
type Stratum = { groups: readonly LossGroup[]; ends: number[]; lost: number; found: Counts };
type Counts = Map<number, number>;

function stratumOf(groups: readonly LossGroup[]): Stratum {
  let kept = 0;
  const ends = groups.map((group) => (kept += group.kept));
  const found: Counts = new Map(groups.map(({ lost }, at) => [at, lost]));
  return { groups, ends, lost: groups.reduce((sum, { lost }) => sum + lost, 0), found };
}

/** Half of G; unlike Pearson's statistic, a single loss in a very small group does not decide it. */
function unevenness({ groups, ends, lost }: Stratum, counts: Counts): number {
  const kept = ends.at(-1) ?? 0;
  let sum = 0;
  for (const [at, count] of counts) {
    const expected = (lost * (groups[at]?.kept ?? 0)) / kept;
    if (count > 0) sum += count * Math.log(count / expected);
  }
  return sum;
}

/** A loss belongs to the request after it: each further loss goes to one as likely as its losses plus one (Pólya's urn). */
function permuted({ ends, lost }: Stratum, random: ReturnType<typeof mersenne>): Counts {
  const counts: Counts = new Map();
  const kept = ends.at(-1) ?? 0;
  const drawn: number[] = [];
  for (let nth = 0; nth < lost; nth += 1) {
    const number = uniformInt(random, 0, kept + nth - 1);
    const request = number < kept ? number : (drawn[number - kept] ?? 0);
    drawn.push(request);
    const at = placeOf(request, ends);
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return counts;
}

function placeOf(drawn: number, ends: readonly number[]): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (drawn < (ends[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}
