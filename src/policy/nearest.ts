/** The known word that is closest to a mistyped one: few changes of a letter apart. Undefined where none is. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3));
  let best: { word: string; distance: number } | undefined;
  for (const each of known) {
    const distance = changes(word.toLowerCase(), each.toLowerCase());
    if (distance <= most && (best === undefined || distance < best.distance))
      best = { word: each, distance };
  }
  return best?.word;
}

/** What to suggest in place of an unknown word: the nearest one, or all where they are few. */
export function suggestion(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  if (near !== undefined) return `did you mean ${JSON.stringify(near)}?`;
  return `there ${known.length === 1 ? "is" : "are"} ${known.join(", ")}`;
}

/** Letters to insert, remove, replace or swap with their neighbour. */
function changes(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (before[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
