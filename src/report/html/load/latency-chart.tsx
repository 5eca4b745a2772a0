import { failedChecks } from "../../../stats/index.ts";
import type { CurvePoint, LoadSummary, LoadView } from "../../../model/index.ts";
import { latencyText } from "../../../text/index.ts";
import { ChartAxes, ChartCard, type ChartSize, halfPage, Key, pathOf, px } from "./chart-card.tsx";
import { DoubtMarks, againstLatency } from "./doubts.tsx";

import {
  latencyAxis,
  namedPercentiles,
  nines,
  percentileText,
  samePercentile,
} from "./latency-axis.ts";
import { spacedTicks } from "./labels.ts";

type Curves = LoadView["curves"];
type Place = { x: number; y: number };

const usAt = (points: readonly CurvePoint[], percentile: number): number | undefined =>
  points.find((point) => samePercentile(point.percentile, percentile))?.us;

/** The commonly used percentiles that any of these curves has. */
export const percentilesOf = (curves: readonly Pick<Curves[number], "points">[]): number[] =>
  [0.95, ...namedPercentiles(8)]
    .filter((each) => curves.some(({ points }) => usAt(points, each) !== undefined))
    .toSorted((a, b) => a - b);

export function textAt(points: readonly CurvePoint[], percentile: number): string {
  const us = usAt(points, percentile);
  return us === undefined ? "–" : latencyText(us);
}

/** The positions of the curves of a chart of this size, and the labels of its axes. */
export function latencyGeometry(curves: Curves, { plot }: ChartSize) {
  const all = curves.flatMap(({ points }) => points);
  const upTo = Math.max(0.5, ...all.map(({ percentile }) => nines(percentile)));
  const middles = curves.map(({ points }) => usAt(points, 0.5) ?? points.at(-1)?.us ?? 1);
  const us = all.map((point) => point.us);
  const axis = latencyAxis(
    {
      least: Math.min(...us),
      usual: Math.min(...middles),
      most: Math.max(...us),
      many: curves.length > 2,
    },
    plot,
  );
  const x = (percentile: number): number =>
    plot.left + (nines(percentile) / upTo) * (plot.right - plot.left);
  const [main] = curves;
  const ticks = namedPercentiles(upTo).map((percentile) => {
    const value = curves.length > 2 ? undefined : usAt(main?.points ?? [], percentile);
    return {
      at: x(percentile),
      label: percentileText(percentile),
      ...(value !== undefined && percentile > 0 && { below: latencyText(value) }),
    };
  });
  const [zero, ...rest] = ticks;
  return {
    axis,
    x,
    xTicks: spacedTicks(zero === undefined ? [] : [...rest, zero]),
    lines: curves.map(({ points }) =>
      points.map((point): Place => ({ x: x(point.percentile), y: axis.y(point.us) })),
    ),
  };
}

/** A sweep has no single distribution: its table and the chart of latency by throughput have the figures of each step. */
export function LatencyChart({ load, view }: { load: LoadSummary; view: LoadView }) {
  const figures = load.pooled ?? load.rounds[0];
  const { curves } = view;
  if (figures === undefined || curves.length === 0 || load.options.sweep) return null;
  const open = load.options.offered.model === "open";
  return (
    <ChartCard
      id="load-latency"
      title="Latency by percentile"
      finding={`Half of the responses came within ${latencyText(figures.latencyUs.p50)}, 99% within ${latencyText(figures.latencyUs.p99)}`}
      about="The share of responses that took at most this long."
      doubts={<DoubtMarks checks={againstLatency(failedChecks(figures))} />}
      {...(open && { names: <Key entries={namesOf(curves)} /> })}
      sizes={halfPage}
      draw={(size) => renderCurves(curves, size)}
      table={tableOf(curves)}
    />
  );
}

function tableOf(curves: Curves) {
  const rows = percentilesOf(curves).map((percentile) => [
    percentile === 0 ? "0% (fastest)" : percentileText(percentile),
    ...curves.map(({ points }) => textAt(points, percentile)),
  ]);
  const slowest = curves.map(({ points }) => latencyText(points.at(-1)?.us ?? 0));
  return {
    head: ["percentile", ...curves.map(({ label }) => label)],
    rows: [...rows, ["100% (slowest)", ...slowest]],
  };
}

const namesOf = (curves: Curves) =>
  curves.map(({ label }, at) => ({
    label,
    sample: at === 0 ? ("main" as const) : ("second" as const),
  }));

function renderCurves(curves: Curves, size: ChartSize) {
  const { axis, lines, xTicks } = latencyGeometry(curves, size);
  const marked = xTicks.filter(({ below }) => below !== undefined).map(({ at }) => at);
  return (
    <>
      <ChartAxes
        size={size}
        x={xTicks}
        y={axis.ticks}
        xTitle="percentile of the responses"
        yTitle={axis.title}
        upright
      />
      {lines.toReversed().map((places, back) => (
        <path class={`line ${back === lines.length - 1 ? "main" : "second"}`} d={pathOf(places)} />
      ))}
      {lines[0]
        ?.filter(({ x }) => marked.some((at) => Math.abs(at - x) < 0.05))
        .map(({ x, y }) => (
          <circle class="dot" cx={px(x)} cy={px(y)} r={3} />
        ))}
    </>
  );
}
