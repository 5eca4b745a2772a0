/** With more targets, a table counts their outcomes instead of a column for each. */
export const MOST_COLUMNS = 15;

/** `30 × 2xx, 20 × 4xx`: the most frequent outcome first. */
export function countsText(outcomes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const each of outcomes) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${count} × ${outcome}`)
    .join(", ");
}
