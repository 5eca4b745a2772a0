import { anchorOf } from "./rate-scale.ts";

/** The height of a drawn interval, in pixels. */
export const INTERVAL_HEIGHT = 20;
const MIDDLE = INTERVAL_HEIGHT / 2;

/** A place on an axis, from 0 to 1, as a coordinate of a drawing. */
export const axisPercent = (share: number): string => `${Math.round(share * 10_000) / 100}%`;

/** At the right end: the interval goes on beyond the axis. */
export const ArrowBeyond = () => (
  <svg x="100%" overflow="visible">
    <path class="arrow" d={`M-7 ${MIDDLE - 5}L-1 ${MIDDLE}L-7 ${MIDDLE + 5}`} />
  </svg>
);

/** The row with the labels of the axis, below or above the rows with intervals. */
export function IntervalAxis(props: { ticks: readonly { share: number; label: string }[] }) {
  return (
    <li class="scale" aria-hidden="true">
      <span />
      <svg class="interval" width="100%" height={16}>
        {props.ticks.map(({ share, label }) => (
          <text x={axisPercent(share)} y={11} class={anchorOf(share)}>
            {label}
          </text>
        ))}
      </svg>
      <span />
    </li>
  );
}
