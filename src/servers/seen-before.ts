/** Returns whether a value was seen before, among the last `limit` different ones. */
export function seenBefore(limit: number): (value: unknown) => boolean {
  const seen = new Set<unknown>();
  return (value) => {
    if (seen.has(value)) return true;
    seen.add(value);
    if (seen.size > limit) seen.delete(seen.values().next().value);
    return false;
  };
}
