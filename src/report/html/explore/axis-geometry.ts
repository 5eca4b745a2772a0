import type { AxisSummary, Stretch } from "../../../model/index.ts";
import { axisScale } from "../../axis-scale.ts";
import { spacedTicks, textWidth } from "../load/ticks.ts";

/** The smallest visible range, in pixels. */
const LEAST = 6;
const MOST_ROWS = 3;
const BOLD_WIDTH = 7.4;
const GAP = 12;
/** The length of a shortened number: two of them are wider than a phone. */
const LENGTH = / \([\d,]+ digits\)/g;

/** A range of the drawing, in pixels. */
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
