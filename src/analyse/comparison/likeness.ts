import type { Likeness } from "../../model/comparison-depth.ts";

/** A node of the tree: its number, and its targets in order. */
type Node = { node: number; targets: readonly number[] };

/**
 * Joins the two likest sets of targets until one is left (average linkage); `agreement[a][b]` counts
 * the cases of `compared` in which a and b agree.
 */
export function likenessOf(agreement: readonly (readonly number[])[], compared: number): Likeness {
  const distance = (a: number, b: number): number =>
    compared === 0 ? 0 : 1 - (agreement[a]?.[b] ?? 0) / compared;
  let nodes: Node[] = agreement.map((_, target) => ({ node: target, targets: [target] }));
  const merges: Likeness["merges"] = [];
  while (nodes.length > 1) {
    const [left, right, apart] = nearest(nodes, distance);
    merges.push({ left: left.node, right: right.node, distance: apart });
    const joined = {
      node: agreement.length + merges.length - 1,
      targets: [...left.targets, ...right.targets],
    };
    nodes = nodes.flatMap((each) => (each === left ? joined : each === right ? [] : each));
  }
  const order = [...(nodes[0]?.targets ?? [])];
  return { order, merges, clusters: clustersOf(order, distance) };
}

function nearest(
  nodes: readonly Node[],
  distance: (a: number, b: number) => number,
): [left: Node, right: Node, apart: number] {
  let best: [Node, Node, number] | undefined;
  for (const [at, left] of nodes.entries())
    for (const right of nodes.slice(at + 1)) {
      const apart = average(left.targets, right.targets, distance);
      if (best === undefined || apart < best[2]) best = [left, right, apart];
    }
  if (best === undefined) throw new Error("fewer than two targets have no neighbours");
  return best;
}

function average(
  left: readonly number[],
  right: readonly number[],
  distance: (a: number, b: number) => number,
): number {
  let sum = 0;
  for (const a of left) for (const b of right) sum += distance(a, b);
  return sum / (left.length * right.length);
}

function clustersOf(
  order: readonly number[],
  distance: (a: number, b: number) => number,
): number[][] {
  const clusters: number[][] = [];
  for (const target of order) {
    const same = clusters.find(([first = target]) => distance(first, target) === 0);
    if (same === undefined) clusters.push([target]);
    else same.push(target);
  }
  return clusters;
}
