import type { DocumentRun } from "../model/index.ts";
import { diagramWord } from "./states-text.ts";

type ResourceNode = { path: string; methods: string[]; column: number; row: number };

/** Responses of one path give values to the requests of another: `item_id`. */
type ResourceEdge = { from: ResourceNode; to: ResourceNode; parameters: string[] };

export type ResourceGraph = { nodes: ResourceNode[]; edges: ResourceEdge[]; left: number };

/** More paths fill no screen. */
const MOST = 40;

/**
 * Which paths of a document gave the values in the paths and bodies of others, as this run has found out. A node is beside the first
 * one that gives it a value; several below each other have the same giver. Empty if nothing was given.
 */
export function resourceGraph({ operations, notSent }: DocumentRun): ResourceGraph {
  const all = [...operations, ...notSent];
  const byName = new Map(all.map((each) => [each.name, each]));
  const nodes = new Map<string, ResourceNode>();
  const nodeOf = (path: string): ResourceNode => {
    const methods = all.flatMap((each) => (each.path === path ? [each.method] : []));
    const node = nodes.get(path) ?? { path, methods: [...new Set(methods)], column: -1, row: 0 };
    nodes.set(path, node);
    return node;
  };
  const edges = new Map<string, ResourceEdge>();
  for (const { path, values } of operations)
    for (const { parameter, from } of values) {
      if (from === undefined) continue;
      // A producer that was not chosen has a name only.
      const giver = byName.get(from)?.path ?? from;
      if (giver === path) continue;
      const key = JSON.stringify([giver, path]);
      const edge = edges.get(key) ?? { from: nodeOf(giver), to: nodeOf(path), parameters: [] };
      edges.set(key, edge);
      if (!edge.parameters.includes(parameter)) edge.parameters.push(parameter);
    }
  const placed = place([...nodes.values()], [...edges.values()]).slice(0, MOST);
  const isPlaced = ({ from, to }: ResourceEdge): boolean =>
    placed.includes(from) && placed.includes(to);
  const left = nodes.size - placed.length;
  return { nodes: placed, edges: [...edges.values()].filter(isPlaced), left };
}

/** Gives each node its column and row, and returns them by row. */
function place(
  nodes: readonly ResourceNode[],
  edges: readonly Omit<ResourceEdge, "parameters">[],
): ResourceNode[] {
  let row = 0;
  const placeOne = (node: ResourceNode, column: number): void => {
    if (node.column >= 0) return;
    Object.assign(node, { column, row });
    const before = row;
    for (const { from, to } of edges) if (from === node) placeOne(to, column + 1);
    if (row === before) row += 1;
  };
  for (const node of nodes) if (edges.every(({ to }) => to !== node)) placeOne(node, 0);
  // Paths that give values to each other in a circle.
  for (const node of nodes) placeOne(node, 0);
  return nodes.toSorted((a, b) => a.row - b.row || a.column - b.column);
}

export function flowchartText({ nodes, edges }: ResourceGraph): string {
  const idOf = (node: ResourceNode): string => `r${nodes.indexOf(node)}`;
  return [
    "flowchart LR",
    ...nodes.map(
      (node) =>
        `  ${idOf(node)}["${diagramWord(node.path)}<br>${diagramWord(node.methods.join(", "))}"]`,
    ),
    ...edges.map(
      ({ from, to, parameters }) =>
        `  ${idOf(from)} -->|"${diagramWord(parameters.join(", "))}"| ${idOf(to)}`,
    ),
  ].join("\n");
}
