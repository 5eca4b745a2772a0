import type { AxisSummary } from "../../../model/index.ts";
import { px } from "../load/chart-card.tsx";
import { escapeUnseen } from "../../../text/index.ts";
import { markOfSignature } from "../status-class.ts";
import { axisGeometry, type Segment } from "./axis-geometry.ts";

const BAR = { top: 18, bottom: 32 };
const ROW = 15;

/** The sizes in which an axis is drawn: scaled text would be too small on a phone. */
export const axisSizes = [
  { name: "narrow", width: 300 },
  { name: "wide", width: 720 },
] as const;

/** One axis as a line: a segment for each range with its response above, and the values of its changes below. */
export function AxisLine({ axis, size }: { axis: AxisSummary; size: (typeof axisSizes)[number] }) {
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
