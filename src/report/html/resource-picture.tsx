import { counted, escapeUnseen } from "../../text/index.ts";
import { resourceGraph, type ResourceGraph } from "../resource-graph.ts";
import type { DocumentRun } from "../../model/index.ts";
import { ArrowHead, PageSection } from "./elements.tsx";

const BOX = { width: 230, height: 42 };
const STEP = { x: BOX.width + 120, y: BOX.height + 14 };
const MOST = { path: 32, parameter: 18 };

const cut = (text: string, most: number): string => {
  const seen = escapeUnseen(text);
  return seen.length > most ? `${seen.slice(0, most - 1)}…` : seen;
};

type Node = ResourceGraph["nodes"][number];
const leftOf = ({ column }: Node): number => 2 + column * STEP.x;
const topOf = ({ row }: Node): number => 2 + row * STEP.y;
const middleOf = (node: Node): number => topOf(node) + BOX.height / 2;

/** Which paths give values to the requests of others; nothing where none does. */
export function ResourcePicture({ document }: { document: DocumentRun }) {
  const { nodes, edges, left } = resourceGraph(document);
  if (nodes.length === 0) return null;
  const width = Math.max(...nodes.map(leftOf)) + BOX.width + 4;
  const height = Math.max(...nodes.map(topOf)) + BOX.height + 4;
  const says = edges
    .map(({ from, to, parameters }) => `${from.path} gives ${parameters.join(", ")} to ${to.path}`)
    .join("; ");
  return (
    <PageSection id="resources" title="Which paths give values to others">
      <div class="scroll">
        <svg
          class="machine"
          style={`width: ${width}px; max-width: none`}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={escapeUnseen(says)}
        >
          <ArrowHead id="gives" />
          {edges.map(renderEdge)}
          {nodes.map(renderNode)}
        </svg>
      </div>
      {left > 0 && <p class="quiet">{counted(left, "more path")} in the table of operations</p>}
    </PageSection>
  );
}

function curve(from: Node, to: Node): string {
  const [x1, y1, x2, y2] = [leftOf(from) + BOX.width, middleOf(from), leftOf(to), middleOf(to)];
  const reach = Math.max(50, Math.abs(x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + reach} ${y1} ${x2 - reach} ${y2} ${x2} ${y2}`;
}

const renderEdge = ({ from, to, parameters }: ResourceGraph["edges"][number]) => (
  <g>
    <path d={curve(from, to)} marker-end="url(#gives)" />
    <text x={leftOf(to) - 6} y={middleOf(to) - 5} text-anchor="end">
      {cut(parameters.join(", "), MOST.parameter)}
    </text>
  </g>
);

const renderNode = (node: Node) => (
  <g>
    <rect x={leftOf(node)} y={topOf(node)} {...BOX} rx="8" />
    <text class="name" x={leftOf(node) + 10} y={topOf(node) + 18}>
      {cut(node.path, MOST.path)}
    </text>
    <text x={leftOf(node) + 10} y={topOf(node) + 34}>
      {cut(node.methods.join(", "), MOST.path)}
    </text>
  </g>
);
