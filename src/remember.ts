/** Computes something for each object once. */
export function oncePer<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new WeakMap<Key, { made: Made }>();
  return (key) => {
    const found = known.get(key) ?? { made: make(key) };
    known.set(key, found);
    return found.made;
  };
}

/** The first item of each key, without those whose key is `taken`. */
export function distinctBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => unknown,
  taken: Iterable<unknown> = [],
): Item[] {
  const seen = new Set(taken);
  return items.filter((item) => {
    const key = keyOf(item);
    return !seen.has(key) && Boolean(seen.add(key));
  });
}
