import { groupBy, sumBy } from "../../stats/index.ts";
import type { Comparison, ConstantDifference, Group } from "../../model/index.ts";
import { classOf, outcomeAt, signatureWords, suiteOf } from "../../model/index.ts";
import type { SharedCase } from "./share-cases.ts";

/**
 * The cases on which targets differ, grouped by their signatures. Ordered by cases times distinct
 * status classes, then by the number of distinct signatures.
 */
export function groupCases(compared: readonly SharedCase[]): Group[] {
  const different = compared.filter((each) => !isAgreed(each));
  return [...groupBy(different, ({ signatures }) => JSON.stringify(signatures)).values()]
    .map(groupOf)
    .toSorted((a, b) => b.size * classesIn(b) - a.size * classesIn(a) || b.distinct - a.distinct);
}

const isAgreed = ({ signatures }: SharedCase): boolean =>
  signatures.every((each) => each === signatures[0]);

const classesIn = ({ signatures }: Group): number => new Set(signatures.map(classOf)).size;

function groupOf(members: SharedCase[]): Group {
  const suites: Record<string, number> = {};
  for (const { id } of members) suites[suiteOf(id)] = (suites[suiteOf(id)] ?? 0) + 1;
  const clearest = clearestOf(members, suites);
  return {
    signatures: clearest?.signatures ?? [],
    size: members.length,
    distinct: new Set(clearest?.signatures).size,
    case: clearest?.id ?? "",
    reason: clearest?.reason ?? "",
    suites,
    cases: members.map(({ id }) => id),
  };
}

export const rankOf = ({ valid, generated }: SharedCase): number =>
  (valid ? 0 : 2) + (generated ? 1 : 0);

/** Valid requests first, then hand-chosen cases; among these, the simplest request of the suite with the most cases of the group. */
function clearestOf(
  members: SharedCase[],
  suites: Readonly<Record<string, number>>,
): SharedCase | undefined {
  const best = Math.min(...members.map(rankOf));
  const ranked = members.filter((each) => rankOf(each) === best);
  const weight = ({ id }: SharedCase): number => suites[suiteOf(id)] ?? 0;
  const most = Math.max(...ranked.map(weight));
  const clear = ranked
    .filter((each) => weight(each) === most)
    .map((each) => ({ each, size: each.size() }));
  const smallest = Math.min(...clear.map(({ size }) => size));
  return clear.find(({ size }) => size === smallest)?.each;
}

type Cases = readonly Pick<SharedCase, "id" | "signatures">[];

/** The compared cases of each suite by target, status class and exact response, in the order in which suites were sent. */
export function suiteClasses(compared: Cases): Comparison["behaviour"]["suites"] {
  const suites = new Map<string, Comparison["behaviour"]["suites"][number]>();
  for (const { id, signatures } of compared) {
    const suite = suiteOf(id);
    const none = () => signatures.map((): Record<string, number> => ({}));
    const known = suites.get(suite) ?? { suite, cases: 0, classes: none(), exact: none() };
    known.cases += 1;
    for (const [at, signature] of signatures.entries()) {
      count(known.classes[at] ?? {}, outcomeAt(signature, "class"));
      count(known.exact[at] ?? {}, signature);
    }
    suites.set(suite, known);
  }
  return [...suites.values()];
}

export function classesOf(compared: readonly SharedCase[], target: number): Record<string, number> {
  const classes: Record<string, number> = {};
  for (const { signatures } of compared) count(classes, classOf(signatures[target] ?? ""));
  return classes;
}

function count(counts: Record<string, number>, word: string): void {
  counts[word] = (counts[word] ?? 0) + 1;
}

/** The usual codes must hold for this share of all responses in these cases. */
const USUAL = 0.9;
/** In fewer cases than this, a difference is not called constant. */
const FEWEST = 10;

/** Differences of exact codes that are nearly always the same: 200 against 201 for every accepted request. One entry for each status class. */
export function constantDifferences(groups: readonly Group[]): ConstantDifference[] {
  const classes = ({ signatures }: Group): string =>
    [...new Set(signatures.map((each) => outcomeAt(each, "class")))].join();
  return [...groupBy(groups, classes)].flatMap(([name, alike]) =>
    /^\dxx$/.test(name) ? (constantOf(name, alike) ?? []) : [],
  );
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

function usualCode(groups: readonly Group[], at: number): { code: string; count: number } {
  const counts = sumBy(
    groups.map(({ signatures, size }) => [signatureWords(signatures[at] ?? "").at(-1) ?? "", size]),
  );
  const [[code, count] = ["", 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return { code, count };
}
