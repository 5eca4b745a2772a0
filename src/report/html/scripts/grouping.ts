/** With more targets, a row counts them by outcome. */
export const MOST_CELLS = 15;

/** Groups beyond these are in folds. */
export const MOST_OPEN = 15;

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

const VERBS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  "2xx": ["accepts", "accept"],
  refusal: ["refuses with a success", "refuse with a success"],
  "4xx": ["refuses", "refuse"],
  "not 2xx": ["refuses", "refuse"],
  "no response": ["gives no response", "give no response"],
};

/** With more targets of one outcome, they are counted. */
const MOST_NAMED = 3;

/** A row's finding in words, the rarest outcome first: `strict refuses what the others accept`, or `go gives no response, the others accept`. */
export function differenceText(outcomes: readonly string[], names: readonly string[]): string {
  const places = new Map<string, string[]>();
  for (const [at, outcome] of outcomes.entries())
    places.set(outcome, [...(places.get(outcome) ?? []), names[at] ?? ""]);
  const sets = [...places].sort(([, a], [, b]) => a.length - b.length);
  const parts = sets.map(([outcome, targets], nth) => {
    const isRest = nth > 0 && nth === sets.length - 1 && targets.length > 1;
    const many = targets.length > MOST_NAMED ? `${targets.length} targets` : targets.join(", ");
    const [one, more] = VERBS[outcome] ?? [`gives ${outcome}`, `give ${outcome}`];
    return { who: isRest ? "the others" : many, verb: targets.length === 1 ? one : more, outcome };
  });
  const [first, second] = parts;
  const isPlain = (outcome = "") => ["2xx", "4xx", "refusal"].includes(outcome);
  if (first && second && parts.length === 2 && isPlain(first.outcome) && isPlain(second.outcome))
    return `${first.who} ${first.verb} what ${second.who} ${second.verb}`;
  return parts.map(({ who, verb }) => `${who} ${verb}`).join(", ");
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
