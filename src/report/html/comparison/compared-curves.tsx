import { line } from "d3-shape";
import type { Comparison } from "../../../model/comparison.ts";
import { latencyText } from "../../../text/times.ts";
import { ChartAxes, ChartCard, type ChartSize, px, wholePage } from "../load/chart-card.tsx";
import { latencyGeometry } from "../load/latency-chart.tsx";
import { namedPercentiles, percentileText, samePercentile } from "../load/latency-axis.ts";
import { spreadOut, textWidth } from "../load/ticks.ts";

type Speed = NonNullable<Comparison["speed"]>;
type Curve = { label: string; target: number; points: Speed["targets"][number]["curve"] };

const KINDS = 12;
const LEADER = 16;
const LABEL_LIMIT = 14;

/** The class of a target's line: six colours, then the same ones dashed. */
const lineOf = (target: number): string => `t${target % KINDS}`;

const path = line<{ x: number; y: number }>(
  ({ x }) => px(x),
  ({ y }) => px(y),
);

function Key({ curves }: { curves: readonly Curve[] }) {
  return (
    <ul class="key">
      {curves.map(({ label, target }) => (
        <li>
          <svg width={26} height={10} aria-hidden="true">
            <path class={`line target ${lineOf(target)}`} d="M1 5h24" />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}

const short = (label: string): string =>
  label.length > LABEL_LIMIT ? `${label.slice(0, LABEL_LIMIT - 1)}…` : label;

/** Room at the right for the names of the curves, if the chart is wide enough to have any. */
function withNames(size: ChartSize, curves: readonly Curve[]): ChartSize {
  if (size.name === "narrow") return size;
  const longest = Math.max(...curves.map(({ label }) => textWidth(short(label))));
  return { ...size, plot: { ...size.plot, right: size.plot.right - LEADER - longest } };
}

function Curves({ curves, size }: { curves: Curve[]; size: ChartSize }) {
  const plotted = withNames(size, curves);
  const { plot } = plotted;
  const { axis, lines, xTicks } = latencyGeometry(curves, plotted);
  const names = curves.map(({ label, target }, at) => {
    const end = lines[at]?.at(-1) ?? { x: plot.right, y: plot.bottom };
    return { text: short(label), target, end, x: plot.right + LEADER, y: end.y };
  });
  return (
    <>
      <ChartAxes
        size={plotted}
        x={xTicks.map(({ at, label }) => ({ at, label }))}
        y={axis.ticks}
        xTitle="percentile of the responses"
        yTitle={axis.title}
        upright
      />
      {curves.map(({ target }, at) => (
        <path class={`line target ${lineOf(target)}`} d={path(lines[at] ?? []) ?? ""} />
      ))}
      {size.name !== "narrow" &&
        spreadOut(names, plot).map(({ x, y, text, end }) => (
          <>
            <path
              class="leader"
              d={`M${px(end.x + 2)} ${px(end.y)}H${px(plot.right)}L${px(x - 2)} ${px(y)}`}
            />
            <text class="name" x={px(x)} y={px(y + 4)}>
              {text}
            </text>
          </>
        ))}
    </>
  );
}

function tableOf(curves: readonly Curve[]) {
  const named = [0.95, ...namedPercentiles(8)].toSorted((a, b) => a - b);
  const at = ({ points }: Curve, percentile: number) =>
    points.find((point) => samePercentile(point.percentile, percentile))?.us;
  const rows = named
    .filter((percentile) => curves.some((curve) => at(curve, percentile) !== undefined))
    .map((percentile) => [
      percentileText(percentile),
      ...curves.map((curve) => {
        const us = at(curve, percentile);
        return us === undefined ? "–" : latencyText(us);
      }),
    ]);
  return { head: ["percentile", ...curves.map(({ label }) => label)], rows };
}

const saysOf = (curves: readonly Curve[]): string =>
  curves
    .map(({ label, points }) => {
      const half = points.find(({ percentile }) => samePercentile(percentile, 0.5));
      const most = points.at(-1);
      return `${label}: ${half ? `half within ${latencyText(half.us)}, ` : ""}the slowest ${latencyText(most?.us ?? 0)}`;
    })
    .join("; ");

/** Latency over percentile, a line for each target. */
export function ComparedCurves({ speed, names }: { speed: Speed; names: readonly string[] }) {
  const curves = speed.targets.flatMap(({ target, curve }): Curve[] =>
    curve.length === 0 ? [] : [{ target, points: curve, label: names[target] ?? "" }],
  );
  if (curves.length === 0) return null;
  return (
    <ChartCard
      id="compared-latency"
      title="Latency by percentile"
      about="The share of responses that took at most this long. Each step to the right shows a tenth of the remaining responses."
      says={saysOf(curves)}
      doubts={null}
      names={<Key curves={curves} />}
      sizes={wholePage}
      draw={(size) => <Curves curves={curves} size={size} />}
      table={tableOf(curves)}
    />
  );
}
