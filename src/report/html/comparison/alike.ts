/** The first of each kind gets a number from 0; equal texts have equal numbers. */
export function kindsOf(texts: readonly string[]): number[] {
  const kinds = [...new Set(texts)];
  return texts.map((text) => kinds.indexOf(text));
}

/**
 * Indexes with equal texts together, in the order of their first: `[["400", [0, 2]], ["201", [1]]]`.
 */
export function togetherBy(texts: readonly string[]): [text: string, places: number[]][] {
  const together = new Map<string, number[]>();
  for (const [place, text] of texts.entries())
    together.set(text, [...(together.get(text) ?? []), place]);
  return [...together];
}
