import { classOf, suiteOf, type Group } from "../../model/index.ts";
import type { SharedCase } from "./share-cases.ts";

/**
 * The cases on which targets differ, grouped by their signatures. Ordered by cases times distinct
 * status classes, then by the number of distinct signatures.
 */
export function groupCases(compared: readonly SharedCase[]): Group[] {
  const byVector = new Map<string, SharedCase[]>();
  for (const each of compared) {
    if (isAgreed(each)) continue;
    const key = JSON.stringify(each.signatures);
    const members = byVector.get(key);
    if (members === undefined) byVector.set(key, [each]);
    else members.push(each);
  }
  return [...byVector.values()]
    .map(groupOf)
    .toSorted((a, b) => b.size * classesIn(b) - a.size * classesIn(a) || b.distinct - a.distinct);
}

/** Whether all targets respond to a case with the same signature. */
const isAgreed = ({ signatures }: Pick<SharedCase, "signatures">): boolean =>
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

/** The rank of a case as an example: valid ones first, then hand-chosen ones. */
export const rankOf = ({ valid, generated }: SharedCase): number =>
  (valid ? 0 : 2) + (generated ? 1 : 0);

/**
 * Valid requests first, then hand-chosen cases; among these, the simplest request of the suite with the most cases of the
 * group.
 */
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
