import type { AxisSummary, BoundarySummary } from "../../../model/index.ts";
import { type Links, chip, cutText, evidenceLink } from "../text.tsx";
import { escapeUnseen, unitAfter, whole } from "../../../text/index.ts";
import { AxisBands, AxisTicks } from "../axis-bands.tsx";
import { axisScale } from "../../axis-scale.ts";

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

export function ExploredAxes({ axes, links }: { axes: readonly AxisSummary[]; links: Links }) {
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
