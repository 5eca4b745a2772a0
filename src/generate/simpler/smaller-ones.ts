/** Those of the candidates that are smaller than `size`, each of them once, in their order. */
export function* smallerOnes<T>(
  candidates: Iterable<T>,
  size: number,
  sizeOf: (candidate: T) => number,
): Generator<T> {
  const seen = new Set<string>();
  for (const candidate of candidates) {
    const text = JSON.stringify(candidate);
    if (seen.has(text) || sizeOf(candidate) >= size) continue;
    seen.add(text);
    yield candidate;
  }
}
