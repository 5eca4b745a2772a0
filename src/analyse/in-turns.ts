/** The first of each group, in order of their first members, then the second of each, and so on. */
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
