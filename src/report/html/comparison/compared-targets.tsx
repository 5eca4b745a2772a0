import type { ComparedTarget } from "../../../model/index.ts";
import {
  ClassBar,
  type ClassKey,
  type Classes,
  Legend,
  shownClasses,
  statusClasses,
  sumClasses,
} from "../status-class.tsx";
import { diedText, startText } from "../../run-words.ts";
import { momentText } from "../../../text/index.ts";
import { MOST_CELLS } from "../scripts/grouping.ts";
import type { PageFacts } from "./page-facts.ts";
import { BlockTable, PageSection } from "../elements.tsx";
import { cutText } from "../text.tsx";

const LONGEST_REASON = 300;

const words: Record<ComparedTarget["accepts"], string> = {
  held: "✓ Held",
  "not-held": "✗ Not held",
  "not-judged": "– Not judged",
  "not-shown": "– Not shown",
  unreachable: "– Unreachable",
  "not-probed": "– Not probed",
};

/** Counts under the names of the page; others count as other. */
function classesOf(counts: ComparedTarget["classes"]): Classes {
  const classes = sumClasses([]);
  for (const [name, cases] of Object.entries(counts)) {
    const known = statusClasses.find(({ key, label }) => key === name || label === name);
    classes[known?.key ?? "other"] += cases;
  }
  return classes;
}

function Name({ target, name }: { target: ComparedTarget; name: string }) {
  const href = runPageHref(target.run);
  return (
    <th role="rowheader" scope="row">
      {href === undefined ? name : <a href={href}>{name}</a>}
      <span class="about url">{cutText(target.baseUrl, 120)}</span>
    </th>
  );
}

const renderFlag = () => <span class="flag">the run is incomplete</span>;

function renderVerdict(target: ComparedTarget, folded: boolean) {
  const word = <b>{words[target.accepts]}</b>;
  const reason = target.accepts !== "held" && (
    <span class="about">{cutText(target.stated, LONGEST_REASON)}</span>
  );
  if (folded && reason !== false)
    return (
      <details class="why paper">
        <summary>
          {word} {!target.complete && renderFlag()}
        </summary>
        {reason}
      </details>
    );
  return (
    <>
      {word}
      {reason}
    </>
  );
}

type RowProps = {
  target: ComparedTarget;
  name: string;
  classes: Classes;
  own: boolean;
  folded: boolean;
};

function Row(props: RowProps) {
  const { target, classes } = props;
  return (
    <tr role="row">
      <Name {...props} />
      <td role="cell" class={`stated ${target.accepts}`}>
        {renderVerdict(target, props.folded)}
        {[diedText(target), startText(target)].filter(Boolean).map((text) => (
          <span class="about">{text}</span>
        ))}
        {!target.complete && !(props.folded && target.accepts !== "held") && renderFlag()}
        {props.own && (
          <span class="about">
            {momentText(target.startedAt)}, seed {target.seed}
          </span>
        )}
      </td>
      <td role="cell" class="wide">
        <ClassBar classes={classes} of={props.name} />
      </td>
    </tr>
  );
}

/** Runs that began within this time, in ms, show the masthead's start. */
const ONE_START = 10 * 60_000;

const HEAD = ["Target", "Stated by the specification", "Cases by the class of the last response"];

/** Unstable cases are not compared, so that none is counted here. */
const isCompared = ({ key }: { key: ClassKey }): boolean => key !== "unstable";

export function ComparedTargets({ facts }: { facts: PageFacts }) {
  const { targets } = facts.comparison;
  const classes = targets.map((target) => classesOf(target.classes));
  const totals = sumClasses(classes);
  const [first] = targets;
  const own = targets.some(
    ({ startedAt, seed }) =>
      seed !== first?.seed ||
      Math.abs(Date.parse(startedAt) - Date.parse(first.startedAt)) > ONE_START,
  );
  return (
    <PageSection id="targets" title="Targets">
      <p class="quiet">The names link to the report of each run, if it is next to this one.</p>
      <BlockTable class="compared" labelledBy="targets" head={HEAD.map((title) => ({ title }))}>
        {targets.map((target, at) => (
          <Row
            target={target}
            name={facts.names[at] ?? ""}
            classes={classes[at] ?? totals}
            own={own}
            folded={targets.length > MOST_CELLS}
          />
        ))}
      </BlockTable>
      <div class="under-table">
        <Legend keys={shownClasses(totals).filter(isCompared)} totals={totals} />
      </div>
    </PageSection>
  );
}

/**
 * The path of the report of a run, relative to the comparison. Only for plain relative paths: a
 * folder's name comes from outside, and must not become an address.
 */
export function runPageHref(run: string): string | undefined {
  const plain = /^(?:[\w.-]+\/)*[\w.-]+$/.test(run);
  return plain ? `${run}/report.html` : undefined;
}
