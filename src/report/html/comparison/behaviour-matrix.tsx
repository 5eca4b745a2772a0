import { DEPTHS, type DepthGroup } from "../../../model/index.ts";
import { counted, whole } from "../../../text/index.ts";
import { depthHeadline } from "../../comparison/depth-headline.ts";
import { cutText } from "../cut-text.tsx";
import { FilterForm } from "./filter-form.tsx";
import { GroupNames } from "./group-names.tsx";
import { GroupRow, LeafRow } from "./group-row.tsx";
import { matrixClass, MatrixHead } from "./matrix-row.tsx";
import type { PageFacts } from "./page-facts.ts";

/** The matrix: groups of cases by targets, the most important first. */
export function BehaviourMatrix({ facts }: { facts: PageFacts }) {
  const { behaviour } = facts.comparison;
  const { names } = facts;
  const { groups } = behaviour.depths.class;
  const usual = groups.filter(({ overload }) => !overload);
  const left = behaviour.groups.length - facts.shown.length;
  return (
    <section aria-labelledby="behaviour">
      <h2 id="behaviour">Where they differ</h2>
      {DEPTHS.map((depth) => (
        <p class="headline by-depth" data-depth={depth} hidden={depth !== "class"}>
          {cutText(depthHeadline(behaviour, depth, names), 600)}
        </p>
      ))}
      <p class="quiet">
        Cases with the same status classes are one group; groups of many cases and classes come
        first. A row opens to the exact responses, the requests, and the commands that send them
        again. A 4xx is a response like any other.
      </p>
      <FilterForm suiteNames={facts.suiteNames} names={names} depth={behaviour.depth} />
      <p class="agree" id="alike">
        {names.length === 2 ? "Both" : `All ${names.length}`} respond to{" "}
        <b>{whole(behaviour.depths.class.agree)}</b> of {counted(behaviour.compared, "case")} with
        the same class.
      </p>
      <div
        class={matrixClass(names)}
        style={`--cell:${cellWidth(names.length)}`}
        id="matrix"
        data-of={behaviour.compared}
      >
        {usual.length > 0 && <MatrixHead names={names} what="Difference" size="cases" />}
        <Rows groups={usual} facts={facts} />
      </div>
      <p class="quiet" id="nothing" hidden />
      <Overload groups={groups.filter(({ overload }) => overload)} facts={facts} />
      <AlikeByClass facts={facts} />
      {left > 0 && (
        <p class="quiet">and {counted(left, "more set")} of exact responses, in comparison.json</p>
      )}
      <GroupNames facts={facts} />
    </section>
  );
}

const Rows = ({ groups, facts }: { groups: readonly DepthGroup[]; facts: PageFacts }) => (
  <>
    {groups.map((group) => (
      <GroupRow group={group} facts={facts} />
    ))}
  </>
);

function Overload({ groups, facts }: { groups: readonly DepthGroup[]; facts: PageFacts }) {
  if (groups.length === 0) return null;
  return (
    <div
      class={`apart ${matrixClass(facts.names)}`}
      id="overload"
      style={`--cell:${cellWidth(facts.names.length)}`}
    >
      <h3>Time-outs that look like overload</h3>
      <p class="quiet">
        Only time-outs differ here, in cases that have nothing in common, or targets were late that
        responded to other cases only sometimes. A slower rate may show other responses.
      </p>
      <Rows groups={groups} facts={facts} />
    </div>
  );
}

/** More groups stay folded on paper. */
const MOST_ON_PAPER = 20;

/** Exact groups that are equal by class: in a fold, because they do not differ at the default depth. */
function AlikeByClass({ facts }: { facts: PageFacts }) {
  const { depths } = facts.comparison.behaviour;
  const inGroups = new Set(depths.class.groups.flatMap(({ parts }) => parts));
  const alike = facts.shown.filter((at) => !inGroups.has(at));
  const cases = depths.exact.differ - depths.class.differ;
  if (alike.length === 0) return null;
  return (
    <details
      class={alike.length <= MOST_ON_PAPER ? "more paper apart" : "more apart"}
      id="alike-by-class"
    >
      <summary>
        {counted(cases, "case")} with the same class from every target, but different exact
        responses
      </summary>
      <div class={matrixClass(facts.names)} style={`--cell:${cellWidth(facts.names.length)}`}>
        <MatrixHead names={facts.names} what="Difference" size="cases" />
        {alike.map((at) => (
          <LeafRow at={at} facts={facts} />
        ))}
      </div>
    </details>
  );
}

/** The width of a cell, equal in all rows: the more targets, the narrower. */
export function cellWidth(targets: number): string {
  if (targets <= 4) return "6.6rem";
  if (targets <= 6) return "5.4rem";
  return targets <= 9 ? "4.4rem" : "3.4rem";
}
