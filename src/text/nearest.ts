// Not in words.ts: what the start of the command line loads needs no package for it.
import { distance } from "fastest-levenshtein";

/** Words from this length on may differ by two changes: two swapped letters count as two. */
const LONG = 4;

/** The known word that is closest to a mistyped one, with a few changed letters at most. Undefined if there is none. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const most = word.length < LONG ? 1 : Math.max(2, Math.floor(word.length / 3));
  let best: { word: string; changes: number } | undefined;
  for (const each of known) {
    const changes = distance(word.toLowerCase(), each.toLowerCase());
    if (changes <= most && (best === undefined || changes < best.changes))
      best = { word: each, changes };
  }
  return best?.word;
}

/** Suggestion for an unknown word: the nearest one, or all if there are few. */
export function suggestion(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  if (near !== undefined) return `did you mean ${JSON.stringify(near)}?`;
  return known.length === 1 ? `use ${known[0]}` : `use one of ${known.join(", ")}`;
}
