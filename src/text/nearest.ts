import { distance } from "fastest-levenshtein";

/** Words from this length on may differ by two changes: two swapped letters are that many. */
const LONG = 4;

/** The known word that is closest to a mistyped one: few changes of a letter apart. Undefined where none is. */
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

/** What to suggest in place of an unknown word: the nearest one, or all where they are few. */
export function suggestion(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  if (near !== undefined) return `did you mean ${JSON.stringify(near)}?`;
  return `there ${known.length === 1 ? "is" : "are"} ${known.join(", ")}`;
}
