import type { Speed, SpeedPair, SpeedRank, SpeedTarget } from "../../model/index.ts";
import { centreOf, ROUNDS_NEEDED } from "../../stats/index.ts";

/** Not comparable targets are explained by at most this many reasons. */
const MOST_REASONS = 2;

/**
 * Targets by responses per second, the fastest first, each with an interval. Neighbours that the rounds cannot
 * distinguish share a rank, unless more targets are faster than the second of them. A target that cannot be compared with any other is listed separately.
 */
export function rankSpeed(
  targets: readonly SpeedTarget[],
  pairs: readonly SpeedPair[],
): Pick<Speed, "ranking" | "apart"> {
  const pairsOf = new Map<number, SpeedPair[]>(targets.map(({ target }) => [target, []]));
  for (const pair of pairs)
    for (const target of new Set([pair.a, pair.b])) pairsOf.get(target)?.push(pair);
  const apart = targets.flatMap(({ target }) => {
    const own = pairsOf.get(target) ?? [];
    if (own.some(({ notComparable }) => notComparable.length === 0)) return [];
    const reasons = [...new Set(own.flatMap(({ notComparable }) => notComparable))];
    return [{ target, reasons: reasons.slice(0, MOST_REASONS) }];
  });
  const fasterThan = new Map(
    targets.map(({ target }) => [target, fasterOf(target, pairsOf.get(target) ?? [])]),
  );
  const ranking: SpeedRank[] = [];
  const ranked = targets.filter(({ target }) => apart.every((other) => other.target !== target));
  for (const each of inOrder(ranked, fasterThan)) {
    const before = ranking.at(-1);
    const previous = before && verdictOf(pairsOf.get(before.target) ?? [], each.target);
    const faster = ranking.filter(({ target }) => fasterThan.get(each.target)?.has(target));
    const tied = previous === "cannot-tell" || previous === "no-difference";
    ranking.push({
      target: each.target,
      rank: before !== undefined && tied ? rankBeside(before, faster) : ranking.length + 1,
      perSecond: each.perSecond,
      ...intervalOf(each),
      limited: each.limited,
      ...(previous !== undefined && { previous }),
    });
  }
  return { ranking, apart };
}

/**
 * The rank of a target that the rounds cannot distinguish from the one before: the same, unless more targets of the ranking are
 * faster than that allows. Without this, a chain of such neighbours would share one rank, whatever its ends are.
 */
const rankBeside = (before: SpeedRank, faster: readonly SpeedRank[]): number =>
  Math.max(before.rank, 1 + faster.length);

/** By the median of all rounds, but no target before a neighbour that the paired rounds show to be faster. */
function inOrder(
  targets: readonly SpeedTarget[],
  fasterThan: ReadonlyMap<number, Set<number>>,
): SpeedTarget[] {
  const ordered = targets.toSorted((a, b) => b.perSecond - a.perSecond);
  let isMoved = true;
  for (let pass = 1; isMoved && pass < ordered.length; pass += 1) {
    isMoved = false;
    for (const [at, one] of ordered.entries()) {
      const next = ordered[at + 1];
      if (next === undefined || !fasterThan.get(one.target)?.has(next.target)) continue;
      ordered.splice(at, 2, next, one);
      isMoved = true;
    }
  }
  return ordered;
}

/** The targets that the paired rounds show to be faster than this one. */
const fasterOf = (target: number, pairs: readonly SpeedPair[]): Set<number> =>
  new Set(
    pairs.flatMap(({ a, b, throughput }) => {
      if (throughput?.verdict === "less" && a === target) return [b];
      return throughput?.verdict === "more" && b === target ? [a] : [];
    }),
  );

function intervalOf({ eachPerSecond }: SpeedTarget): { low?: number; high?: number } {
  if (eachPerSecond.length < ROUNDS_NEEDED || eachPerSecond.some((each) => each <= 0)) return {};
  const { low, high } = centreOf(eachPerSecond.map(Math.log));
  return { low: Math.exp(low), high: Math.exp(high) };
}

/** The verdict on a target and its neighbour, from the pairs of the first. */
function verdictOf(pairs: readonly SpeedPair[], neighbour: number): SpeedRank["previous"] {
  const pair = pairs.find(({ a, b }) => a === neighbour || b === neighbour);
  const verdict = pair?.throughput?.verdict;
  if (verdict === undefined) return "not-comparable";
  return verdict === "more" || verdict === "less" ? "different" : verdict;
}
