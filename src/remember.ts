/** Computes something for each object once. */
export function oncePer<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new WeakMap<Key, { made: Made }>();
  return (key) => {
    const found = known.get(key) ?? { made: make(key) };
    known.set(key, found);
    return found.made;
  };
}

/** The same for an object that grows: computed again when its size has changed. */
export function oncePerSize<Key extends object, Made>(
  sizeOf: (key: Key) => number,
  make: (key: Key) => Made,
): (key: Key) => Made {
  const known = new WeakMap<Key, { size: number; made: Made }>();
  return (key) => {
    const [size, before] = [sizeOf(key), known.get(key)];
    const found = before?.size === size ? before : { size, made: make(key) };
    known.set(key, found);
    return found.made;
  };
}

/** The most texts of which `oncePerText` keeps what was made: then it begins anew. */
const MOST_TEXTS = 4096;

/** Computes something for each text once. What is made is shared: it must not be changed. */
export function oncePerText<Made>(make: (text: string) => Made): (text: string) => Made {
  const known = new Map<string, Made>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= MOST_TEXTS) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
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
