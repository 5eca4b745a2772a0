import {
  classOf,
  type AxisCell,
  type BoundarySummary,
  type ComparedAxis,
} from "../../../model/index.ts";
import { cutText, seenText } from "../cut-text.tsx";
import { evidenceLink } from "../explore/evidence.tsx";
import { counted } from "../../../text/index.ts";
import { markOfSignature } from "../status-class.ts";
import { kindsOf } from "./alike.ts";
import { AxisBands, AxisTicks } from "./axis-bands.tsx";
import { boundaryFont, boundaryPaperWidth, boundaryWidth, fittingText } from "./boundary-cells.ts";
import { CountedOutcomes, matrixClass, MatrixHead } from "./matrix-row.tsx";
import { MOST_CELLS } from "../scripts/grouping.ts";
import type { PageFacts } from "./page-facts.ts";
import { endsOf, sharedScale } from "./shared-scale.ts";

type Line = ComparedAxis["targets"][number];

const MOST_BOUNDARIES = 3;

type Sides = { word: string; side: BoundarySummary["near"]; facts: PageFacts };

const Side = ({ word, side, facts }: Sides) =>
  evidenceLink(
    side.case,
    facts.links,
    <>
      {word} {cutText(side.signature, 40)}
    </>,
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
          {known !== undefined && <>: {cutText(known, 80)}</>}
        </span>
      ))}
      {more > 0 && (
        <span class="found">and {counted(more, "more boundary", "more boundaries")}</span>
      )}
    </>
  );
}

/** Whether all targets agree on an axis. 200 for every value and 201 for every value count as the same. */
const isAlike = ({ cells }: ComparedAxis): boolean =>
  new Set(
    cells.map(({ state, text, outcome }) => (state === "none" ? classOf(outcome ?? "") : text)),
  ).size === 1;

/** A bar for each target that walked the axis; equal ones share a bar. */
function Lines({ axis, facts }: { axis: ComparedAxis; facts: PageFacts }) {
  const scale = sharedScale(axis);
  const sets = new Map<string, Line[]>();
  for (const line of axis.targets)
    sets.set(line.sentence, [...(sets.get(line.sentence) ?? []), line]);
  return (
    <ul class="lines">
      {[...sets.values()].map((lines) => {
        const [line] = lines;
        if (line === undefined) return null;
        return (
          <li data-t={lines.map(({ target }) => target).join(" ")}>
            <b>{namesText(lines, facts.names)}</b>
            <AxisBands line={line} scale={scale} />
            <span>
              {cutText(line.sentence, 260)}
              {lines.map((each) => (
                <span data-t={each.target}>
                  {lines.length > 1 &&
                    each.boundaries.length > 0 &&
                    lines.length <= MOST_BOUNDARIES && (
                      <span class="found">{facts.names[each.target]}:</span>
                    )}
                  {(each === line || lines.length <= MOST_BOUNDARIES) && (
                    <Found line={each} facts={facts} />
                  )}
                </span>
              ))}
            </span>
          </li>
        );
      })}
      <li class="scale">
        <b>{axis.scale === "log" ? "logarithmic" : ""}</b>
        <AxisTicks places={placesOf(axis)} scale={scale} />
      </li>
    </ul>
  );
}

const MOST_NAMES = 6;

function namesText(lines: readonly Line[], names: readonly string[]): string {
  const all = lines.map(({ target }) => names[target] ?? "");
  if (all.length === names.length && all.length > 1) return `all ${all.length}`;
  if (all.length <= MOST_NAMES) return all.join(", ");
  return `${all[0]} and ${counted(all.length - 1, "other")}`;
}

/** The ends of the axis, then the last place before each boundary. */
function placesOf(axis: ComparedAxis) {
  const found = axis.targets.flatMap(({ boundaries }) => boundaries.map(({ near }) => near));
  return [...(endsOf(axis) ?? []), ...found].filter(
    ({ at }, nth, all) => all.findIndex((other) => other.at === at) === nth,
  );
}

/** Coloured by the response after the change. */
const markOf = ({ state, outcome }: AxisCell): string =>
  state === "random" ? "ku" : outcome === undefined ? "none" : markOfSignature(outcome);

const LONGEST_CELL = 48;

/**
 * Each boundary, and the count of further ones, on a line of its own: other breaks come before a length in brackets and
 * before the response.
 */
function CellText({ text }: { text: string }) {
  if (text.length > LONGEST_CELL) return cutText(text, LONGEST_CELL);
  const pairs = text.split(/(?<=,) (?=\S+(?: \([^)]*\))? → |\d+ more$)/);
  return (
    <>
      {pairs.map((pair, at) => {
        const [value = "", ...others] = pair.split(/ (?=\()|(?<= →) /);
        return (
          <>
            {at > 0 && " "}
            <span class="whole">
              {seenText(value)}
              {others.map((part) => (
                <>
                  {" "}
                  <span class="whole">{seenText(part)}</span>
                </>
              ))}
            </span>
          </>
        );
      })}
    </>
  );
}

function Row({ axis, facts }: { axis: ComparedAxis; facts: PageFacts }) {
  const { names } = facts;
  const { cells } = axis;
  const about = [axis.unit, axis.scale === "log" ? "logarithmic axis" : undefined];
  return (
    <details class="row walked" data-v={kindsOf(cells.map(({ text }) => text)).join(" ")}>
      <summary>
        <span class="what">
          {cutText(axis.title, 80)}
          <small>{cutText(about.filter((each) => each !== undefined).join(", "), 60)}</small>
        </span>
        <span class="size" />
        {names.length > MOST_CELLS ? (
          <CountedOutcomes
            outcomes={cells.map(({ text }) => text)}
            markOf={(text) => cells.filter((each) => each.text === text).map(markOf)[0] ?? "none"}
          />
        ) : (
          <span class="cells">
            {cells.map((cell, at) => (
              <b class={markOf(cell)}>
                <i>{names[at]} </i>
                <CellText text={fittingText(cell.text, names.length)} />
              </b>
            ))}
          </span>
        )}
      </summary>
      <div class="inside">
        <Lines axis={axis} facts={facts} />
      </div>
    </details>
  );
}

/** One axis for each row: where the response of each target changes, and the bars behind it. */
export function Boundaries({ facts }: { facts: PageFacts }) {
  const { names, comparison } = facts;
  const { axes } = comparison;
  if (axes.length === 0) return null;
  const [alike, unlike] = [axes.filter(isAlike), axes.filter((axis) => !isAlike(axis))];
  return (
    <section aria-labelledby="boundaries">
      <h2 id="boundaries">Boundaries</h2>
      <p class="quiet">
        Along each axis a request changes in one thing only. A cell is the last value before the
        response changes, and the response after it. A row opens to the whole axis, with links to
        the two requests on either side of each change.
      </p>
      <div
        class={matrixClass(names)}
        style={`--cell:${boundaryWidth(names.length)};--cell-font:${boundaryFont(names.length)};--paper-cell:${boundaryPaperWidth(names.length)}`}
      >
        <MatrixHead names={names} what="Axis" size="" />
        {[...unlike, ...alike].map((axis) => (
          <Row axis={axis} facts={facts} />
        ))}
      </div>
    </section>
  );
}
