/** The means of all pairs of values, each with itself included: n (n + 1) / 2 of them, smallest first. */
export function walshAverages(values: readonly number[]): number[] {
  const averages = values.flatMap((one, at) => values.slice(at).map((other) => (one + other) / 2));
  return averages.sort((a, b) => a - b);
}
