/**
 * How likely each value of Mann and Whitney's U is for samples of m and n values from one
 * distribution. Exact: the coefficients of the Gaussian binomial, by their product.
 */
export function rankSumProbabilities(m: number, n: number): number[] {
  const most = m * n;
  const ways = Array.from({ length: most + 1 }, (_, u) => Number(u === 0));
  for (let i = 1; i <= m; i += 1) {
    for (let u = most; u >= n + i; u -= 1) ways[u] = (ways[u] ?? 0) - (ways[u - n - i] ?? 0);
    for (let u = i; u <= most; u += 1) ways[u] = (ways[u] ?? 0) + (ways[u - i] ?? 0);
  }
  const all = ways.reduce((total, each) => total + each, 0);
  return ways.map((each) => each / all);
}
