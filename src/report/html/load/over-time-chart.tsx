import { boundedRate, failedChecks } from "../../../stats/index.ts";
import { area, line } from "d3-shape";
import { scaleLinear } from "d3-scale";
import type { LoadFigures, LoadSummary, LoadView } from "../../../model/index.ts";
import { durationText, latencyText, whole } from "../../../text/index.ts";
import { ChartAxes, ChartCard, type ChartSize, halfPage, px } from "./chart-card.tsx";
import { DoubtMarks, againstRate, offeredNumber } from "./doubts.tsx";

import { axisNumber } from "./latency-axis.ts";
import { spacedTicks, type Tick } from "./labels.ts";

/** More points than this in all rounds show only noise. */
const MOST_POINTS = 90;
const TICKS = 5;

type Part = { round: LoadSummary["rounds"][number]; slices: Slice[] };

function partsOf(load: LoadSummary, view: LoadView): Part[] {
  const most = Math.max(1, Math.floor(MOST_POINTS / view.overTime.length));
  return view.overTime.flatMap((each) => {
    const round = load.rounds.find(({ nth }) => nth === each.nth);
    return round === undefined ? [] : [{ round, slices: slicesOf(each, most) }];
  });
}

export function OverTimeChart({ load, view }: { load: LoadSummary; view: LoadView }) {
  const parts = partsOf(load, view);
  if (parts.length === 0) return null;
  const { sweep, offered } = load.options;
  const name = sweep ? "step" : "round";
  const [every] = parts[0]?.slices ?? [];
  const wide = durationText((every?.toMs ?? 0) - (every?.fromMs ?? 0));
  return (
    <ChartCard
      id="load-over-time"
      title="Throughput over time"
      finding={findingOf(parts, name)}
      about={`In every ${wide}; the level line is the mean of the ${name}.`}
      doubts={!sweep && <DoubtMarks checks={doubtsOf(load)} />}
      sizes={halfPage}
      draw={(size) =>
        renderPanels(
          parts,
          size,
          sweep ? (offered.model === "open" ? "requests/s" : "connections") : "round",
          offered.model === "open" && !sweep ? offered.ratePerSecond : undefined,
        )
      }
      table={tableOf(parts, name)}
    />
  );
}

function findingOf(parts: readonly Part[], name: string): string {
  const rates = parts.map(({ round }) => round.perSecond);
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  if (parts.length === 1) return `${whole(most)} responses per second`;
  return `The slowest ${name} had ${whole(least)} responses per second, the fastest ${whole(most)}`;
}

/** Checks that failed in all rounds together, or in any of them. */
function doubtsOf({ pooled, rounds }: LoadSummary) {
  const all: LoadFigures[] = [...(pooled === undefined ? [] : [pooled]), ...rounds];
  const failed = againstRate(all.flatMap(failedChecks));
  return failed.filter(({ name }, at) => failed.findIndex((each) => each.name === name) === at);
}

const tableOf = (parts: readonly Part[], name: string) => ({
  head: [name, "time", "responses/s", "mean latency"],
  rows: parts.flatMap(({ round, slices }) =>
    slices.map(({ fromMs, toMs, perSecond, meanUs }) => [
      String(round.nth),
      `${fromMs / 1000}–${toMs / 1000} s`,
      whole(perSecond),
      meanUs === undefined ? "–" : latencyText(meanUs),
    ]),
  ),
});

/** The positions of the rounds of a chart of this size, and the labels of its axes. */
export function overTimeGeometry<T extends { slices: Slice[] }>(
  parts: readonly T[],
  asked: number,
  { plot }: ChartSize,
) {
  const rates = parts.flatMap(({ slices }) => slices.map(({ perSecond }) => perSecond));
  const scale = scaleLinear()
    .domain([0, Math.max(1, asked, ...rates)])
    .nice(TICKS)
    .range([plot.bottom, plot.top]);
  const long = parts.map(({ slices }) => slices.at(-1)?.toMs ?? 0);
  const spans = roundExtents(long, plot.left, plot.right);
  return {
    y: (rate: number): number => scale(rate),
    yTicks: scale.ticks(TICKS).map((value) => ({ at: scale(value), label: axisNumber(value) })),
    panels: parts.map((part, at) => ({ ...part, span: spans[at] ?? plot })),
  };
}

function renderPanels(
  parts: readonly Part[],
  size: ChartSize,
  name: string,
  asked: number | undefined,
) {
  const { left, right } = size.plot;
  const { y, yTicks, panels } = overTimeGeometry(parts, asked ?? 0, size);
  const names = panels.map(({ round, span }): Tick => ({
    at: (span.left + span.right) / 2,
    label: name === "round" ? String(round.nth) : axisNumber(offeredNumber(round.offered)),
    below: boundedRate(round, round.perSecond),
  }));
  const long = parts[0]?.slices.at(-1)?.toMs ?? 0;
  return (
    <>
      <ChartAxes
        size={size}
        x={spacedTicks(names)}
        y={yTicks}
        xTitle={`${name}, ${durationText(long)} each, with its mean`}
        yTitle="responses per second"
      />
      {panels.map(({ round, slices, span }) => (
        <Panel slices={slices} mean={round.perSecond} span={span} y={y} />
      ))}
      {asked !== undefined && <path class="line asked" d={`M${left} ${px(y(asked))}H${right}`} />}
    </>
  );
}

function Panel(props: {
  slices: readonly Slice[];
  mean: number;
  span: { left: number; right: number };
  y: (rate: number) => number;
}) {
  const { slices, span, y } = props;
  const long = slices.at(-1)?.toMs ?? 1;
  const x = ({ fromMs, toMs }: Slice): number =>
    px(span.left + ((fromMs + toMs) / 2 / long) * (span.right - span.left));
  const height = ({ perSecond }: Slice): number => px(y(perSecond));
  const mean = px(y(props.mean));
  return (
    <g>
      <path class="under" d={area<Slice>(x, px(y(0)), height)([...slices]) ?? ""} />
      <path class="line main thin" d={line<Slice>(x, height)([...slices]) ?? ""} />
      <path class="line mean" d={`M${px(span.left)} ${mean}H${px(span.right)}`} />
    </g>
  );
}

type TimedRound = LoadView["overTime"][number];

/** Responses per second over a part of a round, and their mean latency if there were any. */
export type Slice = { fromMs: number; toMs: number; perSecond: number; meanUs: number | undefined };

/** The intervals of a round, neighbours merged so that there are at most `most`. */
export function slicesOf({ everyMs, perSecond, meanUs }: TimedRound, most: number): Slice[] {
  const together = Math.max(1, Math.ceil(perSecond.length / most));
  const slices: Slice[] = [];
  for (let at = 0; at < perSecond.length; at += together) {
    const rates = perSecond.slice(at, at + together);
    const responses = rates.reduce((sum, rate) => sum + rate, 0);
    const latency = rates.reduce((sum, rate, next) => sum + rate * (meanUs[at + next] ?? 0), 0);
    slices.push({
      fromMs: at * everyMs,
      toMs: (at + rates.length) * everyMs,
      perSecond: responses / rates.length,
      meanUs: responses === 0 ? undefined : latency / responses,
    });
  }
  return slices;
}

/** Rounds side by side between `left` and `right`, with a width proportional to their duration, and gaps between them. */
export function roundExtents(
  durationsMs: readonly number[],
  left: number,
  right: number,
): { left: number; right: number }[] {
  const count = Math.max(1, durationsMs.length);
  const gap = count === 1 ? 0 : Math.min(14, ((right - left) * 0.15) / (count - 1));
  const total = durationsMs.reduce((sum, ms) => sum + ms, 0);
  const perMs = (right - left - gap * (count - 1)) / Math.max(1, total);
  let from = left;
  return durationsMs.map((ms) => {
    const panel = { left: from, right: from + ms * perMs };
    from = panel.right + gap;
    return panel;
  });
}
