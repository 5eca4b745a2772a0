import type { AxisSummary, BoundarySummary, Stretch } from "../../../model/index.ts";
import { type Links, chip, cutText, evidenceLink } from "../text.tsx";
import { escapeUnseen, unitAfter, whole } from "../../../text/index.ts";
import { px } from "../load/chart-card.tsx";
import { markOfSignature } from "../status-class.tsx";
import { axisScale } from "../../axis-scale.ts";
import { spacedTicks, textWidth } from "../load/labels.ts";

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
  return (
    <figure class="axis">
      <figcaption>{cutText(title, 100)}</figcaption>
      <div>
        {stretches.length > 0 && axisSizes.map((size) => renderAxisLine(axis, size))}
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

const BAR = { top: 18, bottom: 32 };
const ROW = 15;

/** The sizes in which an axis is drawn: scaled text would be too small on a phone. */
export const axisSizes = [
  { name: "narrow", width: 300 },
  { name: "wide", width: 720 },
] as const;

function renderAxisLine(axis: AxisSummary, size: (typeof axisSizes)[number]) {
  const { segments, names, labels } = axisGeometry(axis, size.width);
  const rows = Math.max(0, ...labels.map(({ row }) => row + 1));
  const says = escapeUnseen(`${axis.title}: ${axis.sentence}`);
  return (
    <svg
      class={`axis-line ${size.name}`}
      viewBox={`0 0 ${size.width} ${BAR.bottom + 6 + rows * ROW}`}
      role="img"
      aria-label={says}
    >
      <title>{says}</title>
      <path class="rest" d={`M0 ${(BAR.top + BAR.bottom) / 2}H${size.width}`} />
      {segments.map((segment) => (
        <rect {...boxOf(segment)} class={`stretch ${markOf(segment)}`} />
      ))}
      {segments.slice(1).map(({ from }) => (
        <path class="edge" d={`M${px(from)} ${BAR.top - 4}V${BAR.bottom + 4}`} />
      ))}
      {names.map(({ at, label }) => (
        <text class="response" x={px(at)} y={BAR.top - 6}>
          {escapeUnseen(label)}
        </text>
      ))}
      {labels.map(({ x, row, text, kind }) => (
        <text
          class={kind === "value" ? kind : `quiet ${kind}`}
          x={kind === "end" ? size.width : px(x)}
          y={BAR.bottom + 15 + row * ROW}
        >
          {escapeUnseen(text)}
        </text>
      ))}
    </svg>
  );
}

const boxOf = ({ from, to }: Segment) => ({
  x: px(from),
  y: BAR.top,
  width: px(to - from),
  height: BAR.bottom - BAR.top,
});

const markOf = ({ signatures }: Segment): string =>
  signatures.length > 1 ? "ku" : markOfSignature(signatures[0] ?? "");

/** The smallest visible range, in pixels. */
const LEAST = 6;
const MOST_ROWS = 3;
const BOLD_WIDTH = 7.4;
const GAP = 12;
/** The length of a shortened number: two of them are wider than a phone. */
const LENGTH = / \([\d,]+ digits\)/g;

export type Segment = { from: number; to: number; signatures: readonly string[] };
/**
 * A text from `x` on, in one of the rows below the bar; `end` is aligned with the end of the axis.
 */
export type AxisLabel = { x: number; row: number; text: string; kind: "value" | "start" | "end" };

/** The positions of ranges, their signatures and the values below them on an axis of this width. */
export function axisGeometry(axis: AxisSummary, width: number) {
  const segments = segmentsOf(axis, width);
  const names = segments
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
    .map(({ from, to, signatures }) => {
      const label = signatures.length > 1 ? "at random" : (signatures[0] ?? "");
      const half = (label.length * BOLD_WIDTH) / 2;
      return { at: Math.min(width - half, Math.max(half, (from + to) / 2)), label };
    });
  return { segments, names: spacedTicks(names), labels: valueLabels(axis, segments, width) };
}

function segmentsOf(axis: AxisSummary, width: number): Segment[] {
  const place = axisScale(axis);
  const { stretches } = axis;
  let end = 0;
  return stretches.map(({ from, to, signatures }, at) => {
    const last = at === stretches.length - 1;
    const left = adjoin(stretches[at - 1], stretches[at]) ? end : place(from.at) * width;
    const start = Math.max(end, at === 0 ? 0 : left);
    // The next text needs its own room.
    const most = width - (stretches.length - 1 - at) * LEAST;
    end = last ? width : Math.min(most, Math.max(start + LEAST, place(to.at) * width));
    return { from: Math.min(start, end - LEAST), to: end, signatures };
  });
}

/** Whether the second stretch starts where the first one ends. */
function adjoin(before: Stretch | undefined, after: Stretch | undefined): boolean {
  if (before === undefined || after === undefined) return true;
  const gap = wholeOf(before.to.at) - wholeOf(after.from.at);
  return gap >= -1n && gap <= 1n;
}

const wholeOf = (at: string): bigint => (/^-?\d+$/.test(at) ? BigInt(at) : 0n);

/** Both values of each change with a line between them, and the ends of the axis if they fit. */
function valueLabels(
  { stretches, unit }: AxisSummary,
  segments: Segment[],
  width: number,
): AxisLabel[] {
  const labels: AxisLabel[] = [];
  const put = (wanted: number, whole: string, kind: AxisLabel["kind"]): void => {
    const text = textWidth(whole) > width ? whole.replaceAll(LENGTH, "") : whole;
    // The values are below the drawing as well, in full.
    if (textWidth(text) > width) return;
    const x = Math.max(0, Math.min(width - textWidth(text), wanted));
    const row = freeRow(labels, x, text, kind === "value" ? MOST_ROWS : 1);
    if (row !== undefined) labels.push({ x, row, text, kind });
  };
  for (const [at, after] of stretches.slice(1).entries()) {
    const before = stretches[at];
    if (before === undefined || before.to.at === after.from.at) continue;
    const between = adjoin(before, after) ? "│" : "…";
    const text = `${before.to.text} ${between} ${after.from.text}`;
    put((segments[at]?.to ?? 0) - textWidth(`${before.to.text} `), text, "value");
  }
  const last = stretches.at(-1)?.to.text ?? "";
  put(0, stretches[0]?.from.text ?? "", "start");
  put(width, unit === undefined ? last : `${last} ${unit}`, "end");
  return labels;
}

/** The first of these rows in which a text fits. */
function freeRow(labels: AxisLabel[], x: number, text: string, most: number): number | undefined {
  const clash = (label: AxisLabel): boolean =>
    x < label.x + textWidth(label.text) + GAP && label.x < x + textWidth(text) + GAP;
  for (let row = 0; row < most; row += 1)
    if (!labels.some((label) => label.row === row && clash(label))) return row;
  return undefined;
}
