import { DEPTHS, type Depth, type DepthGroup, outcomeAt } from "../../../model/index.ts";
import { counted, escapeUnseen, whole } from "../../../text/index.ts";
import { depthHeadline } from "../../comparison-words.ts";
import { groupBy, sum } from "../../../stats/index.ts";
import { GroupRow, suitesOf } from "./group-row.tsx";
import { MatrixHead, matrixClass } from "./matrix-row.tsx";
import type { PageFacts } from "./page-facts.ts";
import { PageSection } from "../elements.tsx";
import { cutText, firstCharacters, seenText } from "../text.tsx";
import { MOST_CELLS, MOST_OPEN } from "../scripts/grouping.ts";
import { markOfSignature } from "../status-class.tsx";

export function BehaviourMatrix({ facts }: { facts: PageFacts }) {
  const { behaviour } = facts.comparison;
  const { names } = facts;
  const { groups } = behaviour.depths.class;
  const usual = groups.filter(({ overload }) => !overload);
  const overloaded = groups.filter(({ overload }) => overload);
  const left = behaviour.groups.length - facts.shown.length;
  return (
    <PageSection id="behaviour" title="Where they differ">
      {DEPTHS.map((depth) => (
        <p class="headline by-depth" data-depth={depth} hidden={depth !== "class"}>
          {cutText(depthHeadline(behaviour, depth, names), 600)}
        </p>
      ))}
      <p class="quiet">
        {counted(groups.length, "group")}: cases with the same status classes are one; groups of
        many cases and classes come first. A row opens to the exact responses, the requests, and the
        commands that send them again. A 4xx is a response like any other.
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
        {renderRows(usual.slice(0, MOST_OPEN), facts)}
        {renderRest(usual.slice(MOST_OPEN), facts)}
      </div>
      <p class="quiet" id="nothing" hidden />
      {renderOverload(overloaded, facts)}
      {renderAlikeByClass(facts)}
      {left > 0 && (
        <p class="quiet">and {counted(left, "more set")} of exact responses, in comparison.json</p>
      )}
      {renderGroupNames(facts)}
    </PageSection>
  );
}

const renderRows = (groups: readonly DepthGroup[], facts: PageFacts) => (
  <>
    {groups.map((group) => (
      <GroupRow group={group} facts={facts} />
    ))}
  </>
);

/** The groups beyond the first ones, in folds by the suite that most of their cases are from. */
function renderRest(rest: readonly DepthGroup[], facts: PageFacts) {
  const { groups } = facts.comparison.behaviour;
  const suiteOf = (group: DepthGroup): string => {
    const suites = suitesOf(group.parts.map((at) => groups[at]));
    return Object.entries(suites).toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? "";
  };
  const bySuite: [suite: string, groups: readonly DepthGroup[]][] =
    rest.length <= MOST_OPEN ? [["", rest]] : [...groupBy(rest, suiteOf)];
  return bySuite.map(
    ([suite, some]) =>
      some.length > 0 && (
        <details class="rest">
          <summary>
            {suite !== "" && <>{cutText(suite, 60)}: </>}
            {counted(some.length, "more group")},{" "}
            {counted(sum(some.map(({ size }) => size)), "case")}
          </summary>
          {renderRows(some, facts)}
        </details>
      ),
  );
}

function renderOverload(groups: readonly DepthGroup[], facts: PageFacts) {
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
      {renderRows(groups, facts)}
    </div>
  );
}

const MOST_ON_PAPER = 20;

/** Exact groups that are equal by class: in a fold, because they do not differ at the default depth. */
function renderAlikeByClass(facts: PageFacts) {
  const { depths } = facts.comparison.behaviour;
  const inGroups = new Set(depths.class.groups.flatMap(({ parts }) => parts));
  const alike = depths.exact.groups.filter(({ parts }) => !parts.some((at) => inGroups.has(at)));
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
        {renderRows(alike, facts)}
      </div>
    </details>
  );
}

function cellWidth(targets: number): string {
  if (targets <= 4) return "6.6rem";
  if (targets <= 6) return "5.4rem";
  return targets <= 9 ? "4.4rem" : "3.4rem";
}

const depths: readonly (readonly [Depth, string])[] = [
  ["accepted", "2xx or not"],
  ["class", "same class"],
  ["exact", "same exact response"],
];

const renderSelect = (title: string, id: string, none: string, names: readonly string[]) => (
  <label>
    {title}{" "}
    <select id={id}>
      <option value="">{none}</option>
      {names.map((name, at) => (
        <option value={at}>{escapeUnseen(firstCharacters(name, 60))}</option>
      ))}
    </select>
  </label>
);

const FilterForm = (props: {
  suiteNames: readonly string[];
  names: readonly string[];
  depth: Depth;
}) => (
  <form id="filter" role="search" aria-label="Filter the page" hidden>
    <label>
      Filter <input type="search" id="filter-text" placeholder="words, case or status: /" />
    </label>
    {renderSelect("Suite", "filter-suite", "every suite", props.suiteNames)}
    {renderSelect("Reference", "filter-reference", "none", props.names)}
    <fieldset id="filter-depth">
      <legend>Equal means</legend>
      {depths.map(([depth, words]) => (
        <label class="check">
          <input type="radio" name="depth" value={depth} checked={depth === props.depth} /> {words}
        </label>
      ))}
    </fieldset>
    <fieldset
      id="filter-targets"
      class={props.names.length > MOST_CELLS ? "many" : ""}
      hidden={props.names.length <= 2}
    >
      <legend>Between</legend>
      {props.names.map((name, at) => (
        <label class="check">
          <input type="checkbox" value={at} checked disabled={props.names.length <= 2} /> {name}
        </label>
      ))}
    </fieldset>
    <output id="filter-count" aria-live="polite" />
    <output id="differ-from" hidden />
  </form>
);

/** For the page's script: names of the groups of all depths by the exact groups in them, and all outcomes. */
function renderGroupNames(facts: PageFacts) {
  const { depths } = facts.comparison.behaviour;
  const groups = [...depths.accepted.groups, ...depths.class.groups];
  const joined = new Map(
    groups
      .filter(({ parts }) => parts.length > 1)
      .map((group) => [group.parts.join(" "), group] as const),
  );
  return (
    <>
      <ul id="group-names" hidden>
        {[...joined].map(([key, { name, example }]) => (
          <li data-k={key} {...(example && { class: "example" })}>
            {cutText(name, 220)}
          </li>
        ))}
      </ul>
      <ul id="outcomes" hidden>
        {facts.outcomes.map((outcome) => (
          <li class={markOfSignature(outcome)} data-c={outcomeAt(outcome, "class")}>
            {seenText(firstCharacters(outcome, 60))}
          </li>
        ))}
      </ul>
    </>
  );
}
