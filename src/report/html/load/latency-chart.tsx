import { certainKnee, failedChecks } from "../../../stats/index.ts";
import type { CurvePoint, LoadSummary, LoadView } from "../../../model/index.ts";
import { latencyText } from "../../../text/index.ts";
import { ChartAxes, ChartCard, type ChartSize, halfPage, Key, pathOf, px } from "./chart-card.tsx";
import { DoubtMarks, againstLatency, offeredNumber } from "./doubts.tsx";

import {
  latencyAxis,
  namedPercentiles,
  nines,
  percentileText,
  axisNumber,
  samePercentile,
} from "./latency-axis.ts";
import { spacedTicks, spreadOut, textWidth } from "./labels.ts";

type Curves = LoadView["curves"];
type Place = { x: number; y: number };

const usAt = (points: readonly CurvePoint[], percentile: number): number | undefined =>
  points.find((point) => samePercentile(point.percentile, percentile))?.us;

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

export function LatencyChart({ load, view }: { load: LoadSummary; view: LoadView }) {
  const figures = load.pooled ?? load.rounds[(load.sweep?.knee ?? 1) - 1];
  const { curves } = view;
  if (figures === undefined || curves.length === 0) return null;
  const open = load.options.offered.model === "open";
  return (
    <ChartCard
      id="load-latency"
      title="Latency by percentile"
      finding={
        load.options.sweep
          ? undefined
          : `Half of the responses came within ${latencyText(figures.latencyUs.p50)}, 99% within ${latencyText(figures.latencyUs.p99)}`
      }
      about={
        load.options.sweep
          ? "A line for each step: the share of responses that took at most this long."
          : "The share of responses that took at most this long."
      }
      says={saysOf(curves)}
      doubts={!load.options.sweep && <DoubtMarks checks={againstLatency(failedChecks(figures))} />}
      {...(open && !load.options.sweep && { names: <Key entries={namesOf(curves)} /> })}
      sizes={halfPage}
      draw={(size) =>
        load.options.sweep ? renderStepCurves(load, curves, size) : renderFewCurves(curves, size)
      }
      table={tableOf(curves)}
    />
  );
}

function saysOf(curves: Curves): string {
  const one = ({ label, points }: Curves[number]): string => {
    const named = namedPercentiles(4)
      .flatMap((percentile) => {
        const us = usAt(points, percentile);
        return us === undefined || percentile === 0
          ? []
          : [`${percentileText(percentile)} within ${latencyText(us)}`];
      })
      .join(", ");
    return `${label}: ${named}, the slowest ${latencyText(points.at(-1)?.us ?? 0)}`;
  };
  return curves.map(one).join("; ");
}

function tableOf(curves: Curves) {
  const named = [0.95, ...namedPercentiles(8)].toSorted((a, b) => a - b);
  const rows = named
    .map((percentile) => ({
      percentile,
      values: curves.map(({ points }) => usAt(points, percentile)),
    }))
    .filter(({ values }) => values.some((us) => us !== undefined))
    .map(({ percentile, values }) => [
      percentile === 0 ? "0% (fastest)" : percentileText(percentile),
      ...values.map((us) => (us === undefined ? "–" : latencyText(us))),
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

function renderFewCurves(curves: Curves, size: ChartSize) {
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

/**
 * A curve for each step of a sweep, labelled at its right with the offered load; the one at the knee is
 * emphasised.
 */
function renderStepCurves(load: LoadSummary, curves: Curves, size: ChartSize) {
  const plotted = narrower(size);
  const { plot } = plotted;
  const { axis, lines, xTicks } = latencyGeometry(curves, plotted);
  const steps = stepsOf(load, curves).map((step, at) => {
    const end = lines[at]?.at(-1) ?? { x: plot.right, y: plot.bottom };
    return { ...step, end, x: plot.right + LEADER, y: end.y };
  });
  return (
    <>
      <ChartAxes
        size={plotted}
        x={xTicks}
        y={axis.ticks}
        xTitle="percentile of the responses"
        yTitle={axis.title}
        upright
      />
      {lines.map((places, at) => (
        <path class={`line step ${steps[at]?.kind}`} d={pathOf(places)} />
      ))}
      {spreadOut(steps, plot).map(({ x, y, text, kind, end }) => (
        <>
          <path
            class="leader"
            d={`M${px(end.x + 2)} ${px(end.y)}H${px(plot.right)}L${px(x - 2)} ${px(y)}`}
          />
          <text class={`name ${kind}`} x={px(x)} y={px(y + 4)}>
            {text}
          </text>
        </>
      ))}
    </>
  );
}

const kinds = ["before", "at-knee", "past"];

function stepsOf(load: LoadSummary, curves: Curves) {
  const knee = certainKnee(load.sweep);
  return curves.map(({ label, nth }) => {
    const round = load.rounds.find((each) => each.nth === nth);
    const past = round === undefined || knee === undefined ? 0 : Math.sign(round.nth - knee);
    const text = round === undefined ? label : axisNumber(offeredNumber(round.offered));
    return { text, kind: kinds[past + 1] ?? "" };
  });
}

/** Distance from the plot to the names of the curves. */
const LEADER = 16;

/** Room at the right for the names of the curves. */
function narrower(size: ChartSize): ChartSize {
  const right = size.plot.right - LEADER - textWidth("0,000");
  return { ...size, plot: { ...size.plot, right } };
}
