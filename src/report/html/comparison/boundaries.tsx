import { whoText } from "../../comparison-words.ts";
import { groupBy } from "../../../stats/index.ts";
import { PageSection, joinNodes } from "../elements.tsx";
import type { AxisCell, BoundarySummary, ComparedAxis } from "../../../model/index.ts";
import { classOf } from "../../../model/index.ts";
import { cutText, seenText, evidenceLink } from "../text.tsx";
import { counted } from "../../../text/index.ts";
import { markOfSignature } from "../status-class.tsx";
import { kindsOf, type PageFacts } from "./page-facts.ts";
import { AxisBands, AxisTicks } from "../axis-bands.tsx";
import { CountedOutcomes, matrixClass, MatrixHead } from "./matrix-row.tsx";
import { MOST_CELLS } from "../scripts/grouping.ts";
import { endsOf, sharedScale } from "./axis-scales.tsx";

const MOST_BOUNDARIES = 3;

const renderSide = (word: string, side: BoundarySummary["near"], facts: PageFacts) =>
  evidenceLink(
    side.case,
    facts.links,
    <>
      {word} {cutText(side.signature, 40)}
    </>,
  );

/** Both sides of each change, each a link to its evidence, and known facts about that place. */
function renderFound({ boundaries }: ComparedAxis["targets"][number], facts: PageFacts) {
  const more = boundaries.length - MOST_BOUNDARIES;
  return (
    <>
      {boundaries.slice(0, MOST_BOUNDARIES).map(({ near, far, known }) => (
        <span class="found">
          {renderSide("the last", near, facts)}, {renderSide("the first", far, facts)}
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

function renderLines(axis: ComparedAxis, facts: PageFacts) {
  const scale = sharedScale(axis);
  const sets = groupBy(axis.targets, ({ sentence }) => sentence);
  return (
    <ul class="lines">
      {[...sets.values()].map((lines) => {
        const [line] = lines;
        if (line === undefined) return null;
        return (
          <li data-t={lines.map(({ target }) => target).join(" ")}>
            <b>
              {whoText(
                lines.map(({ target }) => target),
                facts.names,
              )}
            </b>
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
                  {(each === line || lines.length <= MOST_BOUNDARIES) && renderFound(each, facts)}
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

/** Each boundary, and the count of further ones, on a line of its own: other breaks come before a length in brackets and before the response. */
function renderCellText(text: string) {
  if (text.length > LONGEST_CELL) return cutText(text, LONGEST_CELL);
  const pairs = text.split(/(?<=,) (?=\S+(?: \([^)]*\))? → |\d+ more$)/);
  return (
    <>
      {joinNodes(
        pairs.map((pair) => {
          const [value = "", ...others] = pair.split(/ (?=\()|(?<= →) /);
          const rest = others.map((part) => <span class="whole">{seenText(part)}</span>);
          return <span class="whole">{joinNodes([seenText(value), ...rest], " ")}</span>;
        }),
        " ",
      )}
    </>
  );
}

function renderRow(axis: ComparedAxis, facts: PageFacts) {
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
                {renderCellText(fittingText(cell.text, names.length))}
              </b>
            ))}
          </span>
        )}
      </summary>
      <div class="inside">{renderLines(axis, facts)}</div>
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
    <PageSection id="boundaries" title="Boundaries">
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
        {[...unlike, ...alike].map((axis) => renderRow(axis, facts))}
      </div>
    </PageSection>
  );
}

/** The width of a cell, in rem: the cells share the width beside the axes. An id of 16 digits stays on one line for up to four targets. */
export const boundaryWidth = (targets: number): string =>
  `${Math.min(13.2, Math.max(3.4, 44 / targets)).toFixed(1)}rem`;

/** The size of their text: ten characters, such as `1,048,576` or `too-large,`, fit into a line of a cell where that leaves it legible. */
const boundaryFont = (targets: number): string =>
  `${Math.min(0.74, Math.max(0.6, Number.parseFloat(boundaryWidth(targets)) / 6.2)).toFixed(2)}rem`;

/** The same on a sheet of A4, which is narrower, with smaller text. */
const boundaryPaperWidth = (targets: number): string =>
  `${Math.min(9.5, 30 / targets).toFixed(1)}rem`;

/** Rem that a digit of a cell takes, on the screen and on paper. */
const DIGIT = 0.47;
const PAPER_DIGIT = 0.44;

/** Ids too long for their cell as the power of two next to them, which no line break cuts: `2^31−1 → 422`. */
export function fittingText(text: string, targets: number): string {
  const most = Math.floor(
    Math.min(
      Number.parseFloat(boundaryWidth(targets)) / DIGIT,
      Number.parseFloat(boundaryPaperWidth(targets)) / PAPER_DIGIT,
    ),
  );
  return shortReason(text).replaceAll(/(?<![\d,.^])-?\d{5,}(?![\d,.^])/g, (digits) =>
    digits.length < most ? digits : (powerText(BigInt(digits)) ?? digits),
  );
}

/** The reason is enough where a target was not explored at all: all of its cells have it. */
const shortReason = (text: string): string =>
  text === "not walked (not explored)" ? "not explored" : text;

/** Negative ones as short as positive ones: `1−2^53` for −(2^53−1). */
function powerText(value: bigint): string | undefined {
  const size = value < 0n ? -value : value;
  for (const end of [0n, 1n, -1n]) {
    const bits = (size + end).toString(2);
    if (!/^10+$/.test(bits)) continue;
    const power = `2^${bits.length - 1}`;
    if (value < 0n && end === 1n) return `1−${power}`;
    if (end === 0n) return value < 0n ? `−${power}` : power;
    return value < 0n ? `−${power}−1` : `${power}${end === 1n ? "−1" : "+1"}`;
  }
  return undefined;
}
