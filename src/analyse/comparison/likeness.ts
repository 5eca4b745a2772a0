import type { Likeness } from "../../model/index.ts";

/** A node of the tree: its number, and its targets in order. */
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
