/**
 * Rows that together have every pair of levels of any two factors: a covering array of strength 2. Factors are given by
 * their numbers of levels, and a row has the index of a level for each. At most `most` rows are made, the ones that cover more
 * come first. With one factor, each of its levels is a row.
 *
 * The greedy algorithm of AETG without its random candidates: D. M. Cohen, S. R. Dalal, M. L. Fredman, G. C. Patton, "The AETG
 * System: An Approach to Testing Based on Combinatorial Design", IEEE Transactions on Software Engineering 23 (7), 1997,
 * section 4. Each row begins with a pair that is not covered yet; each further factor takes the level that covers most new pairs
 * with the levels chosen before, the lowest one of equals.
 */
export function pairwise(factors: readonly number[], most: number): number[][] {
  const [only = 0] = factors;
  if (factors.length < 2)
    return Array.from({ length: Math.min(only, most) }, (_, level) => [level]);
  const starts = factors.map((_, at) => factors.slice(0, at).reduce((sum, each) => sum + each, 0));
  const levels = factors.reduce((sum, each) => sum + each, 0);
  // Whether a pair of levels is covered, by their numbers among all levels.
  const covered = new Uint8Array(levels * levels);
  const cell = (one: Chosen, other: Chosen): number =>
    ((starts[one.factor] ?? 0) + one.level) * levels + (starts[other.factor] ?? 0) + other.level;
  const rows: number[][] = [];
  for (const pair of pairsOf(factors)) {
    if (rows.length === most) break;
    if (covered[cell(...pair)] === 1) continue;
    const chosen: Chosen[] = [...pair];
    for (const [factor, count] of factors.entries()) {
      if (pair.some((each) => each.factor === factor)) continue;
      const news = Array.from({ length: count }, (_, level) => {
        const own = { factor, level };
        return chosen.filter((each) => covered[cell(own, each)] === 0).length;
      });
      chosen.push({ factor, level: news.indexOf(Math.max(...news)) });
    }
    for (const one of chosen)
      for (const other of chosen) if (one !== other) covered[cell(one, other)] = 1;
    rows.push(chosen.toSorted((one, other) => one.factor - other.factor).map(({ level }) => level));
  }
  return rows;
}

type Chosen = { factor: number; level: number };

function* pairsOf(factors: readonly number[]): Generator<[Chosen, Chosen]> {
  for (const [factor, count] of factors.entries())
    for (let level = count - 1; level >= 0; level -= 1)
      for (let second = factor + 1; second < factors.length; second += 1)
        for (let other = (factors[second] ?? 0) - 1; other >= 0; other -= 1)
          yield [
            { factor, level },
            { factor: second, level: other },
          ];
}
