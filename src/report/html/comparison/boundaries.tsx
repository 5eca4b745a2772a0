import type { ComparedAxis } from "../../../model/comparison.ts";
import type { BoundarySummary } from "../../../model/explore-summary.ts";
import { CutText } from "../cut-text.tsx";
import { EvidenceLink } from "../explore/evidence.tsx";
import { counted } from "../../../text/numbers.ts";
import { kindsOf } from "./alike.ts";
import { AxisBands, AxisTicks } from "./axis-bands.tsx";
import type { PageFacts } from "./page-facts.ts";
import { endsOf, sharedScale } from "./shared-scale.ts";

type Line = ComparedAxis["targets"][number];

const MOST_BOUNDARIES = 3;

type Sides = { word: string; side: BoundarySummary["near"]; facts: PageFacts };

const Side = ({ word, side, facts }: Sides) => (
  <EvidenceLink id={side.case} links={facts.links}>
    {word} <CutText text={side.signature} limit={40} />
  </EvidenceLink>
);

/** Both sides of each change, each a link to its evidence, and known facts about that place. */
function Found({ line, facts }: { line: Line; facts: PageFacts }) {
  const { boundaries } = line;
  const more = boundaries.length - MOST_BOUNDARIES;
  return (
    <>
      {boundaries.slice(0, MOST_BOUNDARIES).map(({ near, far, known }) => (
        <span class="found">
          <Side word="the last" side={near} facts={facts} />,{" "}
          <Side word="the first" side={far} facts={facts} />
          {known !== undefined && (
            <>
              : <CutText text={known} limit={80} />
            </>
          )}
        </span>
      ))}
      {more > 0 && (
        <span class="found">and {counted(more, "more boundary", "more boundaries")}</span>
      )}
    </>
  );
}

/** By target: its kind of line, 0 for none. */
function kindsByTarget({ targets }: ComparedAxis, names: readonly string[]): number[] {
  return kindsOf(names.map((_, at) => targets.find(({ target }) => target === at)?.sentence ?? ""));
}

const isAlike = (axis: ComparedAxis, names: readonly string[]): boolean =>
  new Set(kindsByTarget(axis, names)).size === 1;

function Lines({ axis, facts }: { axis: ComparedAxis; facts: PageFacts }) {
  const { names } = facts;
  const scale = sharedScale(axis);
  const alike = isAlike(axis, names);
  const lines = alike ? axis.targets.slice(0, 1) : axis.targets;
  return (
    <ul class="lines">
      {lines.map((line) => (
        <li {...(!alike && { "data-t": line.target })}>
          <b>{alike ? `all ${names.length}` : names[line.target]}</b>
          <AxisBands line={line} scale={scale} />
          <span>
            <CutText text={line.sentence} limit={260} />
            <Found line={line} facts={facts} />
          </span>
        </li>
      ))}
      <li class="scale">
        <b>{axis.scale === "log" ? "logarithmic" : ""}</b>
        <AxisTicks places={placesOf(axis)} scale={scale} />
      </li>
    </ul>
  );
}

/** The ends of the axis, then the last place before each boundary. */
function placesOf(axis: ComparedAxis) {
  const found = axis.targets.flatMap(({ boundaries }) => boundaries.map(({ near }) => near));
  return [...(endsOf(axis) ?? []), ...found].filter(
    ({ at }, nth, all) => all.findIndex((other) => other.at === at) === nth,
  );
}

/** One axis for each row, with a line for each target: where its response changes. */
export function Boundaries({ facts }: { facts: PageFacts }) {
  const { names, comparison } = facts;
  const { axes } = comparison;
  if (axes.length === 0) return null;
  const [alike, unlike] = [
    axes.filter((axis) => isAlike(axis, names)),
    axes.filter((axis) => !isAlike(axis, names)),
  ];
  return (
    <section aria-labelledby="boundaries">
      <h2 id="boundaries">Boundaries</h2>
      <p class="quiet">
        Along each line a request changes in one thing only; where the band changes, the response
        does. The links next to it lead to the two requests on either side of the change.
      </p>
      {[...unlike, ...alike].map((axis) => (
        <div class="walk" data-v={kindsByTarget(axis, names).join(" ")}>
          <h3>
            <CutText text={axis.title} limit={80} />
            {axis.unit !== undefined && (
              <span class="tally">
                {" "}
                <CutText text={axis.unit} limit={30} />
              </span>
            )}
          </h3>
          <Lines axis={axis} facts={facts} />
        </div>
      ))}
    </section>
  );
}
