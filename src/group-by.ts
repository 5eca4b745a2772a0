export function groupBy<T, Key>(
  entries: Iterable<T>,
  keyOf: (entry: T) => Key,
): Map<Key, [T, ...T[]]> {
  const groups = new Map<Key, [T, ...T[]]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return groups;
}

/** The sums of the figures with the same key, in the order of their first. */
export function sumBy<Key>(entries: Iterable<readonly [Key, number]>): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const [key, figure] of entries) sums.set(key, (sums.get(key) ?? 0) + figure);
  return sums;
}

/** How often each is among these. */
export const countEach = <T>(all: readonly T[]): Map<T, number> =>
  sumBy(all.map((each) => [each, 1] as const));

/** The first of each group, in the order of their first members, then the second of each, and so on. */
export function inTurns<T>(items: readonly T[], groupOf: (item: T) => string): T[] {
  const taken = new Map<string, number>();
  const turns = items.map((item) => {
    const group = groupOf(item);
    const turn = taken.get(group) ?? 0;
    taken.set(group, turn + 1);
    return { item, turn };
  });
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ item }) => item);
}
