import { axisPercent, axisScale, wholeOf } from "../axis-bands.tsx";
import { scaleLog } from "d3-scale";
import type { SpeedRank, PairedRatio, ComparedAxis, Place } from "../../../model/index.ts";
import { rate } from "../../../text/index.ts";
import { spacedTicks, textWidth } from "../load/labels.ts";

const HEIGHT = 20;
const MIDDLE = HEIGHT / 2;

/** Where an interval is drawn, from 0 to 1, and on which sides it goes on beyond the axis. */
type Span = { at: number; from?: number; to?: number; openLeft?: boolean; openRight?: boolean };

export function Interval(props: {
  span: Span;
  lines: readonly number[];
  line: "grid" | "one";
  hollow?: boolean;
}) {
  const { at, from = at, to = at, openLeft, openRight } = props.span;
  return (
    <svg class="interval" width="100%" height={HEIGHT} aria-hidden="true">
      {props.lines.map((share) => (
        <line
          class={props.line}
          x1={axisPercent(share)}
          x2={axisPercent(share)}
          y1={0}
          y2={HEIGHT}
        />
      ))}
      {to > from && (
        <line class="span" x1={axisPercent(from)} x2={axisPercent(to)} y1={MIDDLE} y2={MIDDLE} />
      )}
      {openLeft && <path class="arrow" d={`M7 ${MIDDLE - 5}L1 ${MIDDLE}L7 ${MIDDLE + 5}`} />}
      {openRight && (
        <svg x="100%" overflow="visible">
          <path class="arrow" d={`M-7 ${MIDDLE - 5}L-1 ${MIDDLE}L-7 ${MIDDLE + 5}`} />
        </svg>
      )}
      <circle
        class={props.hollow ? "point hollow" : "point"}
        cx={axisPercent(at)}
        cy={MIDDLE}
        r={4.5}
      />
    </svg>
  );
}

/** The row with the labels of the axis, below or above the rows with intervals. */
export const IntervalAxis = (props: { ticks: readonly { share: number; label: string }[] }) => (
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

/** The minimum width of an axis, in pixels: its labels must fit side by side. */
export const NARROWEST_AXIS = 240;
const AROUND = 1.12;

/** `share` is a place from 0 at the left to 1 at the right; values beyond are at the edge. */
export type IntervalScale = {
  share: (value: number) => number;
  ticks: { share: number; label: string }[];
};

export function rateScale(
  ranks: readonly Pick<SpeedRank, "perSecond" | "low" | "high">[],
): IntervalScale {
  const values = ranks
    .flatMap(({ perSecond, low = perSecond, high = perSecond }) => [perSecond, low, high])
    .filter((each) => each > 0);
  if (values.length === 0) return { share: () => 0, ticks: [] };
  const [low, high] = [Math.min(...values) / AROUND, Math.max(...values) * AROUND];
  // Powers of ten, then halves, first.
  const weight = (value: number): number => [1, 5, 2].indexOf(Number(String(value)[0]));
  const { scale, ticks } = logScale(low, high, roundRates(low, high), weight, rate);
  return { share: (perSecond) => scale(Math.max(perSecond, low)), ticks };
}

/** A logarithmic scale, with the ticks whose labels fit: the ones with the least weight first. */
function logScale(
  low: number,
  high: number,
  values: readonly number[],
  weight: (value: number) => number,
  labelOf: (value: number) => string,
) {
  const scale = scaleLog().domain([low, high]).range([0, 1]).clamp(true);
  const ticks = values
    .toSorted((a, b) => weight(a) - weight(b))
    .map((value) => {
      const [label, share] = [labelOf(value), scale(value)];
      return { at: placed(share, label), label, share };
    });
  return { scale, ticks: spacedTicks(ticks).map(({ share, label }) => ({ share, label })) };
}

/** The side of a label that is at its tick; undefined for its middle. Near an end, the label must not leave the axis. */
function anchorOf(share: number): "start" | "end" | undefined {
  if (share < 0.06) return "start";
  return share > 0.94 ? "end" : undefined;
}

/** The middle of a label on the narrowest axis, in pixels. */
export function placed(share: number, label: string): number {
  const half = textWidth(label) / 2;
  const at = share * NARROWEST_AXIS;
  return { start: at + half, middle: at, end: at - half }[anchorOf(share) ?? "middle"];
}

function roundRates(low: number, high: number): number[] {
  const all: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1)
    for (const digit of [1, 1.5, 2, 3, 5, 7])
      all.push(Number((digit * 10 ** power).toPrecision(2)));
  const within = all.filter((each) => each >= low && each <= high);
  const coarse = within.filter((each) => /^[125]0*$/.test(String(each)));
  return coarse.length >= 2 ? coarse : within;
}

const NAMED = [
  0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 5, 10, 20,
  50, 100, 1000,
];
const LEAST: [low: number, high: number] = [0.8, 1.25];
const AROUND_RATIOS = 1.08;

type Shown = Pick<PairedRatio, "ratio" | "low" | "high" | "bound">;

/** A logarithmic axis for all the intervals; it always includes 1. */
export function ratioScale(ratios: readonly Shown[]): IntervalScale {
  const ends = ratios.flatMap(({ ratio, low, high }) => [
    ratio,
    ...(low > 0 ? [low] : []),
    high ?? ratio,
  ]);
  const [low, high] = [
    Math.min(LEAST[0], ...ends) / AROUND_RATIOS,
    Math.max(LEAST[1], ...ends) * AROUND_RATIOS,
  ];
  const named = NAMED.filter((each) => each >= low && each <= high);
  // 1 first, then the ends: what does not fit next to these has no label.
  const rank = (value: number): number =>
    value === 1 ? -1 : 1 - Math.abs(Math.log(value)) / Math.log(high / low);
  const { scale, ticks } = logScale(low, high, named, rank, (value) => `${value} ×`);
  return { share: (ratio) => (ratio <= 0 ? 0 : scale(ratio)), ticks };
}

/** The drawn range of an interval, and the sides on which it continues. */
export function spanOf({ ratio, low, high, bound }: Shown, { share }: IntervalScale) {
  const openLeft = low <= 0 || bound === "at-most";
  const openRight = high === undefined || bound === "at-least";
  return {
    from: openLeft ? 0 : share(low),
    to: openRight ? 1 : share(high ?? ratio),
    at: share(ratio),
    openLeft,
    openRight,
  };
}

/** The place where all targets begin, and the one that any of them reached furthest from it. */
export function endsOf({ targets }: ComparedAxis): [from: Place, to: Place] | undefined {
  const stretches = targets.flatMap((each) => each.stretches);
  const [first] = stretches;
  if (first === undefined) return undefined;
  const distance = ({ at }: Place): bigint => {
    const way = wholeOf(at) - wholeOf(first.from.at);
    return way < 0n ? -way : way;
  };
  const to = stretches
    .map((each) => each.to)
    .reduce((furthest, each) => (distance(each) > distance(furthest) ? each : furthest));
  return [first.from, to];
}

export function sharedScale(axis: ComparedAxis): (at: string) => number {
  const [from, to] = endsOf(axis) ?? [];
  if (from === undefined || to === undefined) return () => 0;
  return axisScale({ scale: axis.scale, stretches: [{ from, to }] });
}
