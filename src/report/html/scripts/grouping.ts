/** With more targets, a row counts them by outcome. */
export const MOST_CELLS = 15;

export type MatrixDepth = "accepted" | "class" | "exact";
/** An exact response, at every depth of equality, and the class name of its colour. */
export type PageOutcome = Record<MatrixDepth, string> & { mark: string };
/** Cases with the same exact responses; `kinds` are the numbers of these responses, target by target. */
export type CaseSet = { size: number; kinds: readonly number[] };
export type RowGroup<T extends CaseSet> = { words: string[]; leaves: T[]; size: number };

/** The response of a target to the cases of a leaf. */
export const wordAt = (
  outcomes: readonly PageOutcome[],
  leaf: CaseSet,
  target: number,
  depth: MatrixDepth,
): string => outcomes[leaf.kinds[target] ?? 0]?.[depth] ?? "";

/** Groups leaves by the responses of the chosen targets, the most important group first. */
export function groupLeaves<T extends CaseSet>(
  leaves: readonly T[],
  outcomes: readonly PageOutcome[],
  chosen: readonly number[],
  depth: MatrixDepth,
) {
  const sets = new Map<string, RowGroup<T>>();
  const wordsOf = (leaf: T, at: MatrixDepth) =>
    chosen.map((target) => wordAt(outcomes, leaf, target, at));
  for (const leaf of leaves) {
    const words = wordsOf(leaf, depth);
    const key = new Set(words).size < 2 ? "" : words.join("\n");
    const set = sets.get(key) ?? { words, leaves: [], size: 0 };
    sets.set(key, set);
    set.leaves.push(leaf);
    set.size += leaf.size;
  }
  const alike = sets.get("");
  sets.delete("");
  const weightOf = ({ leaves: [first], size }: RowGroup<T>): number =>
    first === undefined
      ? 0
      : size * new Set(wordsOf(first, depth === "accepted" ? "accepted" : "class")).size;
  const groups = [...sets.values()].toSorted((a, b) => weightOf(b) - weightOf(a));
  return { groups, alike, alone: countAlone(groups, chosen) };
}

/** For each target the cases in which it alone responds differently, and all others alike. */
function countAlone(groups: readonly RowGroup<CaseSet>[], chosen: readonly number[]) {
  const alone = new Map<number, number>();
  for (const { words, size } of groups) {
    const different = new Set(words);
    if (different.size !== 2) continue;
    for (const word of different) {
      const target = chosen[words.indexOf(word)];
      if (target !== undefined && words.indexOf(word) === words.lastIndexOf(word))
        alone.set(target, (alone.get(target) ?? 0) + size);
    }
  }
  return alone;
}

/** Texts of a row in lower case: its own, those inside, and the ids of its cases as they are. */
export type RowTexts = { own: string; inside: string; ids: readonly string[] };

/** Why a row has all of these words, in lower case: by its own text (""), or what to write below it; else undefined. */
export function matchOf(
  { own, inside, ids }: RowTexts,
  words: readonly string[],
): string | undefined {
  const hasAll = (text: string): boolean => words.every((word) => text.includes(word));
  if (hasAll(own)) return "";
  const member = ids.find((id) => hasAll(`${own} ${id.toLowerCase()}`));
  if (member !== undefined) return `matches its case ${member}`;
  return hasAll(`${own} ${inside}`) || hasAll(`${own} ${inside} ${ids.join(" ").toLowerCase()}`)
    ? "matches what is inside"
    : undefined;
}
