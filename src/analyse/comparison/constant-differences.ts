import {
  outcomeAt,
  signatureWords,
  type ConstantDifference,
  type Group,
} from "../../model/index.ts";

/** The usual codes must hold for this share of all responses in these cases. */
const USUAL = 0.9;
/** In fewer cases than this, a difference is not called constant. */
const FEWEST = 10;

/**
 * Differences of exact codes that are nearly always the same: 200 against 201 for every accepted
 * request. One entry for each status class.
 */
export function constantDifferences(groups: readonly Group[]): ConstantDifference[] {
  const byClass = new Map<string, Group[]>();
  for (const group of groups) {
    const classes = new Set(group.signatures.map((each) => outcomeAt(each, "class")));
    const [only] = classes;
    if (only === undefined || classes.size > 1 || !/^\dxx$/.test(only)) continue;
    byClass.set(only, [...(byClass.get(only) ?? []), group]);
  }
  return [...byClass].flatMap(([name, alike]) => constantOf(name, alike) ?? []);
}

function constantOf(name: string, groups: readonly Group[]): ConstantDifference | undefined {
  const cases = groups.reduce((sum, { size }) => sum + size, 0);
  const targets = groups[0]?.signatures.length ?? 0;
  const each = Array.from({ length: targets }, (_, at) => usualCode(groups, at));
  const usual = each.reduce((sum, { count }) => sum + count, 0);
  if (cases < FEWEST || usual < USUAL * cases * targets) return undefined;
  const codes = [...new Set(each.map(({ code }) => code))];
  if (codes.length < 2) return undefined;
  return {
    class: name,
    cases,
    usual: codes
      .map((code) => {
        const those = each.flatMap((one, at) => (one.code === code ? [at] : []));
        const always = those.every((at) => each[at]?.count === cases);
        return { code, always, targets: those };
      })
      .toSorted((a, b) => a.targets.length - b.targets.length),
  };
}

/** The most frequent last code of a target in these cases, and in how many it came. */
function usualCode(groups: readonly Group[], at: number): { code: string; count: number } {
  const counts = new Map<string, number>();
  for (const { signatures, size } of groups) {
    const code = signatureWords(signatures[at] ?? "").at(-1) ?? "";
    counts.set(code, (counts.get(code) ?? 0) + size);
  }
  const [[code, count] = ["", 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return { code, count };
}
