import { cluster, hierarchy, type HierarchyPointNode } from "d3-hierarchy";
import type { Likeness } from "../../../model/index.ts";

/** A node of the drawn tree: a row of the table, or two nodes joined at a distance. */
export type TreeNode = { distance: number; children?: [TreeNode, TreeNode] };

/** The tree over the rows of the table: a set of targets that never differ is one leaf. */
export function likenessTree(
  { merges, order }: Likeness,
  sets: readonly (readonly number[])[],
): TreeNode | undefined {
  const nodes = new Map<number, TreeNode | undefined>(
    order.map((target) => [
      target,
      sets.some(([first]) => first === target) ? { distance: 0 } : undefined,
    ]),
  );
  for (const [nth, { left, right, distance }] of merges.entries()) {
    const [one, other] = [nodes.get(left), nodes.get(right)];
    const joined =
      one && other ? { distance, children: [one, other] as [TreeNode, TreeNode] } : undefined;
    nodes.set(order.length + nth, joined ?? one ?? other);
  }
  return nodes.get(order.length + merges.length - 1);
}

const WIDTH = 100;

/** The tree of likeness left of the rows, its joints as far left as the targets differ. */
export function LikenessTree({ tree, rows }: { tree: TreeNode | undefined; rows: number }) {
  if (tree === undefined || tree.children === undefined) return null;
  const root = cluster<TreeNode>()
    .size([rows, WIDTH])
    .separation(() => 1)(hierarchy(tree, ({ children }) => children));
  const most = tree.distance || 1;
  const x = ({ data }: HierarchyPointNode<TreeNode>): number =>
    Math.round((1 - data.distance / most) * WIDTH * 0.94 * 100) / 100 + (data.children ? 4 : 6);
  const path = root
    .descendants()
    .flatMap((node) =>
      (node.children ?? []).map((child) => `M${x(node)} ${node.x}V${child.x}H${x(child)}`),
    )
    .join("");
  return (
    <svg viewBox={`0 0 ${WIDTH} ${rows}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
