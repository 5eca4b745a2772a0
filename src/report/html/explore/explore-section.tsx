import { ArrowHead, Fold, PageSection, bulletList } from "../elements.tsx";
import type {
  ExploreSummary,
  AxisSummary,
  BoundarySummary,
  StatesSummary,
} from "../../../model/index.ts";
import { type Links, cutText, chip, evidenceLink } from "../text.tsx";
import { counted, durationText, whole, escapeUnseen, unitAfter } from "../../../text/index.ts";
import {
  divergencesSection,
  examplesSection,
  randomSection,
  statesSection,
} from "../../explore-section.ts";
import { PartView } from "../section-view.tsx";
import { AxisBands, AxisTicks, axisScale } from "../axis-bands.tsx";
import { transitionText } from "../../states-text.ts";
import { px } from "../load/chart-card.tsx";

/** `folded`: the table of limits and the conclusions have the main results. */
export function ExploreSection(props: { found: ExploreSummary; links: Links; folded?: boolean }) {
  const { found, links, folded } = props;
  const { axes, examples, divergences, unstable, cutShort, states } = found;
  const alike =
    axes.length + examples.length + divergences.length + unstable.length === 0 &&
    states === undefined;
  return (
    <PageSection id="explore" title={titleOf(found)} class="explore">
      <p class="quiet">{spentOn(found)}</p>
      {bulletList("short", cutShort, (sentence) => cutText(sentence, 600))}
      {alike && <p>Nothing was found.</p>}
      {states !== undefined && <ExploredStates found={states} links={links} />}
      <Fold folded={folded} title={foldTitle(found)}>
        <ExploredAxes axes={axes} links={links} />
        <PartView section={examplesSection(found)} links={links} />
        <PartView section={divergencesSection(found)} links={links} />
        <PartView section={randomSection(found)} links={links} />
      </Fold>
    </PageSection>
  );
}

function foldTitle({ axes, examples }: ExploreSummary): string {
  const found = examples.reduce((sum, { entries }) => sum + entries.length, 0);
  return `${counted(axes.length, "scale")} and ${counted(found, "smallest example")}`;
}

const titleOf = ({ axes, examples, compared, states }: ExploreSummary): string =>
  states !== undefined && axes.length + examples.length === 0
    ? "What the server remembers, as a state machine"
    : axes.length + examples.length === 0 && compared !== undefined
      ? "Where the targets respond differently"
      : "Boundaries and smallest examples";

function spentOn({ requests, durationMs, compared, targets }: ExploreSummary): string {
  const spent =
    requests === undefined
      ? "The number of requests is not recorded."
      : `Found with ${counted(requests, "request")} to this target in ${durationText(durationMs ?? 0)}.`;
  if (compared === undefined) return spent;
  return `${spent} ${counted(compared, "request")} went to each of ${whole(targets.length)} targets.`;
}

const MOST = 24;

function Boundary({ found, unit, links }: { found: BoundarySummary; unit?: string; links: Links }) {
  const { near, far, known } = found;
  return (
    <li>
      {chip(near.signature)}
      <span>
        {evidenceLink(near.case, links, cutText(near.text, 60))}
        {" │ "}
        {evidenceLink(far.case, links, cutText(far.text, 60))}
        {escapeUnseen(unitAfter(far.text, unit))}
      </span>
      {chip(far.signature)}
      {known !== undefined && <em class="quiet">coincides with {cutText(known, 120)}</em>}
    </li>
  );
}

function renderAxis(axis: AxisSummary, links: Links) {
  const { title, sentence, unit, boundaries, stretches } = axis;
  const scale = axisScale(axis);
  const [first, last] = [stretches[0]?.from, stretches.at(-1)?.to];
  const ends = [first, last && { ...last, text: last.text + unitAfter(last.text, unit) }].flatMap(
    (each) => each ?? [],
  );
  return (
    <figure class="axis">
      <figcaption>{cutText(title, 100)}</figcaption>
      <div>
        {last !== undefined && (
          <>
            <AxisBands line={axis} scale={scale} />
            <AxisTicks places={[...ends, ...boundaries.map(({ near }) => near)]} scale={scale} />
          </>
        )}
        <p class="told">{cutText(sentence, 600)}</p>
        {boundaries.length > 0 && (
          <ul class="boundaries">
            {boundaries.slice(0, MOST).map((found) => (
              <Boundary found={found} links={links} {...(unit !== undefined && { unit })} />
            ))}
            {boundaries.length > MOST && <li>and {whole(boundaries.length - MOST)} more</li>}
          </ul>
        )}
      </div>
    </figure>
  );
}

function ExploredAxes({ axes, links }: { axes: readonly AxisSummary[]; links: Links }) {
  if (axes.length === 0) return null;
  return (
    <div class="part">
      <h3>Boundaries</h3>
      <p class="quiet">
        Each line runs from the start of an axis to its end; the two values at a change are
        adjacent, and lead to what was sent and what came back.
      </p>
      {axes.map((axis) => renderAxis(axis, links))}
    </div>
  );
}

const LINE = 15;
const BOX = { left: 190, width: 340, head: 24 };
const WIDTH = 720;
/** Characters of a line inside a box, and next to an arc. */
const INSIDE = 54;
const ASIDE = 27;

const ExploredStates = ({ found, links }: { found: StatesSummary; links: Links }) => (
  <PartView section={statesSection(found)} links={links}>
    {found.states.length > 0 && <StatesPicture found={found} />}
  </PartView>
);

type Placed = { name: string; lines: string[]; top: number; height: number };

/** Boxes below each other; what leads to the next one is between them, every other step is an arc beside. */
function StatesPicture({ found }: { found: StatesSummary }) {
  const boxes = placed(found);
  const last = boxes.at(-1);
  const height = (last?.top ?? 0) + (last?.height ?? 0) + 6;
  const says = escapeUnseen(found.sentence);
  return (
    <svg class="machine" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={says}>
      <title>{says}</title>
      <ArrowHead id="state-arrow" />
      {boxes.map(({ name, lines, top, height: size }) => (
        <g>
          <rect x={BOX.left} y={top} width={BOX.width} height={size} rx="8" />
          <text class="name" x={BOX.left + 12} y={top + 17}>
            {escapeUnseen(name)}
          </text>
          <TextLines lines={lines} x={BOX.left + 12} top={top + BOX.head + 10} />
        </g>
      ))}
      {found.edges.map((edge, nth) => renderEdge(edge, nth, boxes))}
    </svg>
  );
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

const TextLines = ({ lines, x, top }: { lines: readonly string[]; x: number; top: number }) => (
  <>
    {lines.map((line, at) => (
      <text x={x} y={px(top + at * LINE)}>
        {escapeUnseen(line)}
      </text>
    ))}
  </>
);

/** The lines of an arc or a box: one for each letter, so that none is too wide. */
const linesOf = (steps: StatesSummary["edges"][number]["steps"], most: number): string[] =>
  steps.flatMap(({ letters, response }) =>
    letters.map((letter) => cut(transitionText({ letters: [letter], response }), most)),
  );

function placed({ states, edges }: StatesSummary): Placed[] {
  let top = 4;
  return states.map(({ name, loops }, at) => {
    const lines = linesOf(loops, INSIDE);
    const height = BOX.head + lines.length * LINE + 6;
    const box = { name, lines, top, height };
    const below = edges.find(({ from, to }) => from === at && to === at + 1);
    top += height + 34 + linesOf(below?.steps ?? [], INSIDE).length * LINE;
    return box;
  });
}

function renderEdge(
  { from, to, steps }: StatesSummary["edges"][number],
  nth: number,
  boxes: readonly Placed[],
) {
  const [start, end] = [boxes[from], boxes[to]];
  if (start === undefined || end === undefined) return null;
  if (to === from + 1) {
    const x = BOX.left + 20;
    const top = start.top + start.height;
    return (
      <g>
        <path d={`M${x} ${top}V${end.top}`} marker-end="url(#state-arrow)" />
        <TextLines lines={linesOf(steps, INSIDE)} x={x + 10} top={top + 20} />
      </g>
    );
  }
  const isBack = to < from;
  const side = isBack ? BOX.left : BOX.left + BOX.width;
  const reach = (isBack ? -1 : 1) * (26 + (nth % 3) * 12);
  const [y1, y2] = [middleOf(start, -6), middleOf(end, 6)];
  const lines = linesOf(steps, ASIDE);
  const textTop = (y1 + y2) / 2 - ((lines.length - 1) * LINE) / 2 + (nth % 2) * LINE;
  return (
    <g>
      <path
        d={`M${side} ${px(y1)}C${side + reach} ${px(y1)} ${side + reach} ${px(y2)} ${side} ${px(y2)}`}
        marker-end="url(#state-arrow)"
      />
      <TextLines lines={lines} x={isBack ? 4 : side + 40} top={textTop} />
    </g>
  );
}

const middleOf = ({ top, height }: Placed, by: number): number => top + height / 2 + by;
