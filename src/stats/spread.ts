export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** The middle value, or the mean of the two in the middle; NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

/** Half the range of the values as a share of their median: ±2% is 0.02. 0 for a single one. */
export const spreadOf = (values: readonly number[]): number =>
  values.length < 2 ? 0 : (Math.max(...values) - Math.min(...values)) / 2 / median(values);

/** The sums of the first and the second half. The middle one of an odd number belongs to neither. */
export function halvesOf(values: readonly number[]): [first: number, second: number] {
  const half = Math.floor(values.length / 2);
  return [sum(values.slice(0, half)), sum(values.slice(values.length - half))];
}

/** Entries by a key, in order. */
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
