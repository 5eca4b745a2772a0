import { groupBy, countEach } from "../../stats/index.ts";
import type {
  Behaviour,
  Depth,
  DepthGroup,
  DepthView,
  Depths,
  Group,
  Likeness,
} from "../../model/index.ts";
import { classOf, outcomeAt, signatureWords, suiteOf } from "../../model/index.ts";
import { type NamedCase, nameGroup } from "./name-group.ts";

/** A case of a group: its rank as an example (less is clearer), whether some target got it only once, and whether its difference may be chance. */
export type MemberCase = NamedCase & { rank: number; once?: boolean; unconfirmed?: boolean };

type Given = {
  groups: readonly Group[];
  /** Cases compared, with those in no group. */
  compared: number;
  targets: number;
  caseOf: (id: string) => MemberCase;
  /** Targets that sometimes timed out where they responded at other times. */
  overloaded?: ReadonlySet<number>;
};

export const depthViews = (given: Given): Depths => ({
  accepted: depthView(given, "accepted"),
  class: depthView(given, "class"),
  exact: depthView(given, "exact"),
});

function depthView(given: Given, depth: Depth): DepthView {
  const { groups, compared, targets, caseOf, overloaded = new Set() } = given;
  const outcomeOf = onceFor((signature) => outcomeAt(signature, depth));
  const sets = groups.map((group) => group.signatures.map(outcomeOf));
  const apart = [...sets.keys()].filter((at) => new Set(sets[at]).size > 1);
  const together = groupBy(apart, (at) => JSON.stringify(sets[at]));
  const joined = [...together.values()].map((parts) =>
    groupOf(
      parts.map((at) => groups[at] as Group),
      parts,
      sets[parts[0] ?? 0] ?? [],
      { caseOf, overloaded },
    ),
  );
  const ordered = namedApart(joined, caseOf)
    .map((group) => ({ group, weight: weightOf(group) }))
    .toSorted((a, b) => Number(a.group.overload) - Number(b.group.overload) || b.weight - a.weight)
    .map(({ group }) => group);
  const differ = joined.reduce((sum, { size }) => sum + size, 0);
  const unconfirmed = apart
    .flatMap((at) => groups[at]?.cases ?? [])
    .filter((id) => caseOf(id).unconfirmed === true).length;
  const agreed = agreementOf(joined, compared, targets);
  return {
    agree: compared - differ,
    differ,
    unconfirmed,
    groups: ordered,
    ...agreed,
    likeness: likenessOf(agreed.agreement, compared),
  };
}

const weightOf = ({ outcomes, size }: Pick<DepthGroup, "outcomes" | "size">): number =>
  size *
  new Set(
    [...new Set(outcomes)].map((each) =>
      /^not 2xx|no response$/.test(each) ? each : classOf(each),
    ),
  ).size;

function onceFor(of: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text) ?? of(text);
    known.set(text, found);
    return found;
  };
}

function groupOf(
  members: readonly Group[],
  parts: number[],
  outcomes: string[],
  { caseOf, overloaded }: Required<Pick<Given, "caseOf" | "overloaded">>,
): DepthGroup {
  const clearest = clearestOf(members, caseOf);
  const cases = members.flatMap((group) => group.cases).map(caseOf);
  const named = nameGroup(cases, clearest?.reason ?? "");
  return {
    outcomes,
    size: cases.length,
    ...named,
    case: clearest?.id ?? "",
    parts,
    overload:
      (named.example && isOverload(members)) ||
      (cases.every(({ once }) => once === true) && isLate(members, overloaded)),
  };
}

/** Groups with the same name get an example each, marked as such. Generated cases share one reason, so their ids distinguish them. */
function namedApart(groups: readonly DepthGroup[], caseOf: Given["caseOf"]): DepthGroup[] {
  const counts = countEach(groups.map(({ name }) => name));
  return groups.map((group) => {
    const { name, example, case: id } = group;
    if (counts.get(name) === 1 || id === "") return group;
    const { reason, generated } = caseOf(id);
    if (example || reason === name) return { ...group, name: `${name}, ${id}` };
    return { ...group, name: `${name}, e.g. ${generated === true ? id : reason}` };
  });
}

/** The example of the exact group with the most cases; one that is valid before others, and hand-chosen before generated. */
function clearestOf(members: readonly Group[], caseOf: Given["caseOf"]): MemberCase | undefined {
  const [first, ...others] = members.map(({ case: id, size }) => ({ each: caseOf(id), size }));
  if (first === undefined || others.length === 0) return first?.each;
  return [first, ...others].toSorted((a, b) => a.each.rank - b.each.rank || b.size - a.size)[0]
    ?.each;
}

/** Suites that unrelated time-outs come from. */
const OVERLOADED_SUITES = 3;

function isOverload(members: readonly Group[]): boolean {
  const suites = new Set(members.flatMap(({ cases }) => cases.map(suiteOf)));
  return (
    suites.size >= OVERLOADED_SUITES &&
    members.every(({ signatures }) => {
      const others = signatures.filter((each) => !isTimeOut(each));
      return others.length < signatures.length && new Set(others.map(classOf)).size === 1;
    })
  );
}

const isLate = (members: readonly Group[], overloaded: ReadonlySet<number>): boolean =>
  members.every(({ signatures }) => {
    const late = [...signatures.keys()].filter((target) => isTimeOut(signatures[target] ?? ""));
    return late.filter((target) => overloaded.has(target)).length * 2 > late.length;
  });

/** For every two targets the cases with the same outcome, and for each the cases in which it alone differs. */
function agreementOf(
  groups: readonly DepthGroup[],
  compared: number,
  targets: number,
): Pick<DepthView, "agreement" | "alone"> {
  const agreement = Array.from({ length: targets }, () => Array<number>(targets).fill(compared));
  const alone = Array<number>(targets).fill(0);
  for (const { outcomes, size } of groups) {
    // Numbers are compared faster than texts, and a comparison of many targets has many pairs.
    const kinds = [...new Set(outcomes)];
    const numbers = outcomes.map((each) => kinds.indexOf(each));
    for (const [a, kind] of numbers.entries()) {
      const row = agreement[a] ?? [];
      for (let b = 0; b < targets; b += 1) if (numbers[b] !== kind) row[b]! -= size;
    }
    for (const only of aloneIn(outcomes)) alone[only] = (alone[only] ?? 0) + size;
  }
  return { agreement, alone };
}

/** The target that differs, where all the others agree; of two targets, both. */
function aloneIn(outcomes: readonly string[]): number[] {
  const kinds = [...new Set(outcomes)];
  if (kinds.length !== 2) return [];
  return kinds.flatMap((kind) => {
    const first = outcomes.indexOf(kind);
    return outcomes.includes(kind, first + 1) ? [] : [first];
  });
}

type Node = { node: number; targets: readonly number[] };

/**
 * Joins the two likest sets of targets until one is left (average linkage); `agreement[a][b]` counts
 * the cases of `compared` in which a and b agree.
 */
export function likenessOf(agreement: readonly (readonly number[])[], compared: number): Likeness {
  const nodes: Node[] = agreement.map((_, target) => ({ node: target, targets: [target] }));
  // Of two nodes, the sum over their pairs of targets: a joined node needs no second look at its members.
  const differ = agreement.map((row) => row.map((agreed) => compared - agreed));
  const merges: Likeness["merges"] = [];
  while (nodes.length > 1) {
    const { at, next, apart } = nearest(nodes, differ);
    const [left, right] = [nodes[at], nodes[next]] as [Node, Node];
    const distance = compared === 0 ? 0 : apart / compared;
    merges.push({ left: left.node, right: right.node, distance });
    nodes[at] = {
      node: agreement.length + merges.length - 1,
      targets: [...left.targets, ...right.targets],
    };
    nodes.splice(next, 1);
    joinRows(differ, at, next);
  }
  const order = [...(nodes[0]?.targets ?? [])];
  const isSame = (a: number, b: number): boolean =>
    compared === 0 || a === b || agreement[a]?.[b] === compared;
  return { order, merges, clusters: clustersOf(order, isSame) };
}

/** The first two nodes that differ in the fewest cases, on average over their pairs of targets. */
function nearest(
  nodes: readonly Node[],
  differ: readonly (readonly number[])[],
): { at: number; next: number; apart: number } {
  const sizes = nodes.map(({ targets }) => targets.length);
  let best = { at: 0, next: 1, apart: Infinity };
  for (const [at, size] of sizes.entries()) {
    const row = differ[at] ?? [];
    for (let next = at + 1; next < sizes.length; next += 1) {
      const apart = (row[next] ?? 0) / (size * (sizes[next] ?? 1));
      if (apart < best.apart) best = { at, next, apart };
    }
  }
  return best;
}

/** Adds the sums of one node to those of another, and removes it. */
function joinRows(differ: number[][], into: number, from: number): void {
  const [kept = [], gone = []] = [differ[into], differ[from]];
  for (const [at, row] of differ.entries()) {
    kept[at] = (kept[at] ?? 0) + (gone[at] ?? 0);
    row[into] = kept[at];
  }
  differ.splice(from, 1);
  for (const row of differ) row.splice(from, 1);
}

function clustersOf(
  order: readonly number[],
  isSame: (a: number, b: number) => boolean,
): number[][] {
  const clusters: number[][] = [];
  for (const target of order) {
    const same = clusters.find(([first = target]) => isSame(first, target));
    if (same === undefined) clusters.push([target]);
    else same.push(target);
  }
  return clusters;
}

const isTimeOut = (signature: string): boolean => signatureWords(signature).includes("timed-out");

/** Fewer unstable cases with time-outs may be the server's behaviour. */
const OVERLOADED_CASES = 3;

/** Targets that sometimes timed out and sometimes responded to the same requests, several of them. */
export function overloadedTargets({ unstable }: Pick<Behaviour, "unstable">): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const { signatures } of unstable)
    for (const [target, each] of signatures.entries())
      if (each.some(isTimeOut) && !each.every(isTimeOut))
        counts.set(target, (counts.get(target) ?? 0) + 1);
  return new Set([...counts].filter(([, n]) => n >= OVERLOADED_CASES).map(([target]) => target));
}
