export function groupBy<T, Key>(entries: Iterable<T>, keyOf: (entry: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return groups;
}
