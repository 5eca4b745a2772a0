import { DEPTHS, type Depth, type Likeness } from "../../../model/index.ts";
import { counted, sharePercent, whole } from "../../../text/index.ts";
import { depthWords } from "../../comparison-words.ts";
import { PageSection } from "../elements.tsx";
import { isUpright } from "./matrix-row.tsx";
import type { PageFacts } from "./page-facts.ts";
import { cutText } from "../text.tsx";
import { type HierarchyPointNode, cluster, hierarchy } from "d3-hierarchy";

const agreeWords: Record<Depth, string> = {
  accepted: "that agree on 2xx or not",
  class: "with the same class",
  exact: "with the same exact response",
};

const MOST_NAMED = 4;
/** With more targets, the ones that never differ share a row. */
const MOST_ROWS = 15;
/** In a wider table, cells have percent without the sign. */
const MOST_SIGNED = 12;

/** Rounded down: 100 only where no case differs. */
const downText = (share: number, sign: boolean): string =>
  sign ? sharePercent(share) : String(Math.floor(share * 100));

type View = {
  facts: PageFacts;
  depth: Depth;
  /** Targets of each row: one, or several that never differ. */
  sets: readonly (readonly number[])[];
  wide: boolean;
  share: (a: number, b: number) => number;
  shade: (share: number) => number;
};

function viewOf(facts: PageFacts, depth: Depth): View {
  const { depths, compared } = facts.comparison.behaviour;
  const { agreement, likeness } = depths[depth];
  const merged = facts.names.length > MOST_ROWS;
  const sets = merged ? likeness.clusters : likeness.order.map((target) => [target]);
  const share = (a: number, b: number): number =>
    compared === 0 ? 1 : (agreement[a]?.[b] ?? 0) / compared;
  const firsts = sets.map(([first = 0]) => first);
  const apart = firsts.flatMap((a) => firsts.filter((b) => b !== a).map((b) => share(a, b)));
  const [least, most] = [Math.min(1, ...apart), Math.max(0, ...apart)];
  const shade = (each: number): number =>
    most === least ? 1 : Math.round(((each - least) / (most - least)) * 100) / 100;
  return { facts, depth, sets, wide: sets.length > MOST_SIGNED, share, shade };
}

function renderCell(view: View, row: number, column: number) {
  const [one, other] = [view.sets[row] ?? [], view.sets[column] ?? []];
  const [[a = 0], [b = 0]] = [one, other];
  if (a === b)
    return (
      <td class="quiet" data-t={other.join(" ")}>
        ·
      </td>
    );
  const { share, shade, wide, facts } = view;
  const both = share(a, b);
  const pair = `${a} ${b}`;
  const sides = `${one.join(" ")}|${other.join(" ")}`;
  const style = `--s:${shade(both)}`;
  if (wide)
    return (
      <td class="share" style={style} data-both={sides} data-pair={pair}>
        {downText(both, false)}
      </td>
    );
  const words = `compare ${facts.names[a]} with ${facts.names[b]}: ${downText(both, true)} alike`;
  return (
    <td class="share" style={style} data-both={sides}>
      <a href="#behaviour" data-pair={pair} aria-label={words}>
        {downText(both, true)}
      </a>
    </td>
  );
}

function renderMatrix(view: View) {
  const { facts, depth, sets } = view;
  const { likeness } = facts.comparison.behaviour.depths[depth];
  const names = sets.map((set) => setName(set, facts.names));
  // A tree of two has one shape.
  const hasTree = sets.length > 2;
  return (
    <table class="figures">
      <thead>
        <tr>
          {hasTree && <td class="tree-head" />}
          <th scope="col">in percent</th>
          {names.map((name, at) => (
            <th scope="col" data-t={sets[at]?.join(" ")}>
              <span>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sets.map((set, row) => (
          <tr data-t={set.join(" ")}>
            {row === 0 && hasTree && (
              <td class="tree if-all" rowSpan={sets.length}>
                {renderLikenessTree(likenessTree(likeness, sets), sets.length)}
              </td>
            )}
            <th scope="row">{names[row]}</th>
            {sets.map((_, column) => renderCell(view, row, column))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function renderTogether(facts: PageFacts, depth: Depth) {
  const view = viewOf(facts, depth);
  return (
    <div class="by-depth" data-depth={depth} hidden={depth !== "class"}>
      {renderClusters(view.sets, facts, depth)}
      <div
        class={`scroll likeness ${view.wide ? "wide" : ""} ${isUpright(view.sets.length) ? "upright-heads" : ""}`}
        tabIndex={0}
        role="region"
        aria-label={`Agreement of two targets ${depthWords[depth]}, in percent`}
      >
        {renderMatrix(view)}
      </div>
    </div>
  );
}

function setName(set: readonly number[], names: readonly string[]): string {
  const [first = 0, ...others] = set;
  return others.length === 0 ? (names[first] ?? "") : `${names[first]} +${whole(others.length)}`;
}

function renderCluster(set: readonly number[], names: readonly string[]) {
  const members = set.map((at) => names[at]).join(", ");
  if (set.length <= MOST_NAMED) return <p data-t={set.join(" ")}>{members}</p>;
  return (
    <details class="more paper" data-t={set.join(" ")}>
      <summary>{setName(set, names)}</summary>
      <p>{members}</p>
    </details>
  );
}

/** With many targets, the ones that never differ share a row of the table: lists them, the largest cluster first. */
function renderClusters(sets: View["sets"], facts: PageFacts, depth: Depth) {
  const several = sets.filter(({ length }) => length > 1);
  if (several.length === 0) return null;
  return (
    <div class="clusters">
      <p class="all">
        {counted(several.length, "cluster")} of targets {agreeWords[depth]} in every case: each is
        one row below.
      </p>
      {several
        .toSorted((a, b) => b.length - a.length)
        .map((set) => renderCluster(set, facts.names))}
    </div>
  );
}

function renderAlone(facts: PageFacts, at: number) {
  const { class: view } = facts.comparison.behaviour.depths;
  const groups = view.groups
    .filter(({ outcomes }) => isAlone(outcomes, at))
    .toSorted((a, b) => b.size - a.size);
  const more = groups.length - MOST_NAMED;
  return (
    <tr data-t={at} class={view.alone[at] === 0 ? "never" : ""}>
      <th scope="row">{facts.names[at]}</th>
      <td data-alone={at}>{whole(view.alone[at] ?? 0)}</td>
      <td class="text">
        <span class="if-all">
          {groups.slice(0, MOST_NAMED).map((group, nth) => (
            <>
              {nth > 0 && "; "}
              {group.example && "e.g. "}
              <a href={facts.links.toCase(group.case)}>{cutText(group.name, 140)}</a>{" "}
              <span class="quiet">{whole(group.size)}</span>
            </>
          ))}
          {more > 0 && <span class="quiet"> and {counted(more, "more group")}</span>}
        </span>
      </td>
    </tr>
  );
}

function isAlone(outcomes: readonly string[], at: number): boolean {
  const others = new Set(outcomes.filter((_, other) => other !== at));
  return others.size === 1 && !others.has(outcomes[at] ?? "");
}

function renderOnlyOne(facts: PageFacts) {
  const { order } = facts.comparison.behaviour.depths.class.likeness;
  return (
    <div class="only-one">
      <h3 class="part">Responses of only one target</h3>
      <p class="quiet">
        Cases in which one target responds differently from all the others; targets without any are
        left out.
      </p>
      <p class="no-one">There is no such case.</p>
      <div
        class="scroll"
        tabIndex={0}
        role="region"
        aria-label="Cases to which one target alone responds differently"
      >
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">target</th>
              <th scope="col">cases</th>
              <th scope="col" class="text">
                most cases in
              </th>
            </tr>
          </thead>
          <tbody>{order.map((at) => renderAlone(facts, at))}</tbody>
        </table>
      </div>
    </div>
  );
}

export const Agreement = ({ facts }: { facts: PageFacts }) => (
  <PageSection id="agreement" title="Agreement">
    <p class="quiet">
      The share of {counted(facts.comparison.behaviour.compared, "case")} in which two targets
      respond alike.
      {facts.names.length > 2 &&
        " Similar targets are next to each other; the tree joins the most similar ones first."}{" "}
      A cell compares its two targets. The specification does not say which response is right.
    </p>
    {DEPTHS.map((depth) => renderTogether(facts, depth))}
    {facts.names.length > 2 && renderOnlyOne(facts)}
  </PageSection>
);

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
function renderLikenessTree(tree: TreeNode | undefined, rows: number) {
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
