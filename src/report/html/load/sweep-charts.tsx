import { scaleLinear, scaleLog } from "d3-scale";
import type { LoadSummary } from "../../../model/index.ts";
import * as stats from "../../../stats/index.ts";
import { whole, latencyText } from "../../../text/index.ts";
import { type SweepScale, sweepScale } from "../../load-figures.ts";
import type { ChartSize } from "./chart-card.tsx";
import { ChartAxes, ChartCard, Key, Knee, pathOf, px, wholePage } from "./chart-card.tsx";
import { StepDoubts, offeredNumber } from "./doubts.tsx";
import { axisNumber, latencyAxis } from "./latency-axis.ts";
import { labelsAtPoints, spacedTicks, type Wanted } from "./labels.ts";

type Round = LoadSummary["rounds"][number];
type Place = { x: number; y: number };
const BESIDE_RING = 13;
const TICKS = 5;

/** The positions of the steps: the offered load to the right (logarithmic), goodput upwards from 0. */
export function throughputGeometry(
  steps: readonly { offered: number; goodput: number }[],
  { most, ceilings }: SweepScale,
  { plot }: ChartSize,
) {
  const offers = steps.map(({ offered }) => offered);
  const [low, high] = [Math.min(...offers), Math.max(...offers)];
  const x = scaleLog()
    .domain(low === high ? [low / 2, low * 2] : [low, high])
    .range([plot.left + 16, plot.right - 16]);
  const y = scaleLinear().domain([0, most]).nice(TICKS).range([plot.bottom, plot.top]);
  return {
    steps: steps.map(({ offered, goodput }): Place => ({ x: x(offered), y: y(goodput) })),
    ceilings: steps.flatMap(({ offered }, at): Place[] => {
      const ceiling = ceilings[at];
      return ceiling === undefined ? [] : [{ x: x(offered), y: y(ceiling) }];
    }),
    xTicks: spacedTicks(offers.map((each) => ({ at: x(each), label: axisNumber(each) }))),
    yTicks: y.ticks(TICKS).map((each) => ({ at: y(each), label: axisNumber(each) })),
  };
}

export function ThroughputChart({ load }: { load: LoadSummary }) {
  const { rounds } = load;
  const scale = sweepScale(rounds);
  if (rounds.length === 0) return null;
  const offers = offersOf(load);
  const steps = rounds.map(({ offered, goodput }) => ({
    offered: offeredNumber(offered),
    goodput,
  }));
  return (
    <ChartCard
      id="load-throughput"
      title={`Throughput by ${offers === "connections" ? offers : "offered rate"}`}
      finding={highestText(rounds)}
      about={`Each point is a step. The knee is the last step worth its load.${farText(scale)}`}
      doubts={<StepDoubts load={load} />}
      names={<Key entries={throughputKey(rounds, scale)} />}
      sizes={wholePage}
      draw={(size) => {
        const { steps: main, ceilings, xTicks, yTicks } = throughputGeometry(steps, scale, size);
        const xTitle = `${offers} (logarithmic)`;
        const yTitle = "goodput, responses per second";
        const axes = { size, x: xTicks, y: yTicks, xTitle, yTitle };
        const wanted = main.flatMap((at, step): Wanted[] => {
          const round = rounds[step];
          if (round === undefined || step !== kneeOf(load)) return [];
          const text = `knee: ${stats.boundedRate(round, round.goodput)}/s`;
          return [{ at, text, sides: BESIDE_RING }];
        });
        return renderSteps(load, axes, { main, second: ceilings, wanted });
      }}
      table={{
        head: ["step", offers, "goodput/s", "ceiling/s"],
        rows: rounds.map((round) => [...firstCells(load, round), ceilingCell(round)]),
      }}
    />
  );
}

const offersOf = ({ options }: LoadSummary): string =>
  options.offered.model === "open" ? "requests/s offered" : "connections";

const kneeOf = ({ rounds, sweep }: LoadSummary): number =>
  rounds.findIndex(({ nth }) => nth === stats.certainKnee(sweep));

/** `The highest goodput is 2,100/s, at 16 connections`. */
function highestText(rounds: readonly Round[]): string | undefined {
  const [best] = rounds.toSorted((a, b) => b.goodput - a.goodput);
  return (
    best &&
    `The highest goodput is ${stats.boundedRate(best, best.goodput)}/s, at ${stats.offerText(best.offered)}`
  );
}

/** `p99 is 2.0 ms at 1 connection, and 48 ms at 64 connections`. */
function slowingText(rounds: readonly Round[]): string | undefined {
  const [first, last] = [rounds[0], rounds.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  return `p99 is ${latencyText(first.latencyUs.p99)} at ${stats.offerText(first.offered)}, and ${latencyText(last.latencyUs.p99)} at ${stats.offerText(last.offered)}`;
}

const firstCells = ({ sweep }: LoadSummary, round: Round): string[] => [
  `${round.nth}${round.nth === stats.certainKnee(sweep) ? " (knee)" : ""}`,
  axisNumber(offeredNumber(round.offered)),
  stats.boundedRate(round, round.goodput),
];

const farText = ({ farAbove }: SweepScale): string =>
  farAbove === undefined ? "" : ` This machine's ceiling of ${whole(farAbove)}/s is far above.`;

const ceilingCell = ({ ceiling }: Round): string =>
  ceiling === undefined
    ? "not measured"
    : `${whole(ceiling.perSecond)}${ceiling.tooLow === true ? " (too low)" : ""}`;

const failedKey = (rounds: readonly Round[]) =>
  rounds.some((each) => stats.failedChecks(each).length > 0)
    ? [{ label: "a failed check", sample: "hollow" as const }]
    : [];

const throughputKey = (rounds: readonly Round[], { ceilings }: SweepScale) => [
  { label: "goodput", sample: "main" as const },
  ...(ceilings.some((each) => each !== undefined)
    ? [{ label: "this machine's ceiling", sample: "second" as const }]
    : []),
  ...failedKey(rounds),
];

type Steps = { main: Place[]; second: Place[]; wanted: readonly Wanted[] };

/** Both lines with a mark for each step, hollow where a check failed; the knee has a ring, and names are where no line is. */
function renderSteps(
  load: LoadSummary,
  axes: Parameters<typeof ChartAxes>[0],
  { main, second, wanted }: Steps,
) {
  const { size } = axes;
  const at = main[kneeOf(load)];
  const { left, bottom } = size.plot;
  const labels = labelsAtPoints(wanted, [main, second], { left, right: size.width, bottom });
  return (
    <>
      <ChartAxes {...axes} />
      <path class="line second" d={pathOf(second)} />
      <path class="line main" d={pathOf(main)} />
      {second.map(({ x, y }) => (
        <circle class="dot second" cx={px(x)} cy={px(y)} r={2.5} />
      ))}
      {main.map(({ x, y }, step) => {
        const doubtful = stats.failedChecks(load.rounds[step] as Round).length > 0;
        return <circle class={`dot ${doubtful ? "hollow" : ""}`} cx={px(x)} cy={px(y)} r={3.5} />;
      })}
      {at !== undefined && <Knee at={at} size={size} />}
      {labels.map(({ x, y, text, ringed }) => (
        <text class={ringed ? "name at-knee" : "name"} x={px(x)} y={px(y)}>
          {text}
        </text>
      ))}
    </>
  );
}

type SaturationStep = { goodput: number; latencyUs: Pick<Round["latencyUs"], "p50" | "p99"> };

/** The positions of the steps of a sweep: goodput to the right, latency upwards. */
export function saturationGeometry(rounds: readonly SaturationStep[], { plot }: ChartSize) {
  const p50s = rounds.map(({ latencyUs }) => latencyUs.p50);
  const p99s = rounds.map(({ latencyUs }) => latencyUs.p99);
  const least = Math.min(...p50s);
  const axis = latencyAxis({ least, usual: least, most: Math.max(...p99s), many: true }, plot);
  const scale = scaleLinear()
    .domain([0, Math.max(1, ...rounds.map(({ goodput }) => goodput))])
    .nice(6)
    .range([plot.left, plot.right]);
  const placed = (us: readonly number[]): Place[] =>
    rounds.map(({ goodput }, at) => ({ x: scale(goodput), y: axis.y(us[at] ?? 0) }));
  const xTicks = scale.ticks(6).map((value) => ({ at: scale(value), label: axisNumber(value) }));
  return { axis, xTicks: spacedTicks(xTicks), p50: placed(p50s), p99: placed(p99s) };
}

export function SaturationChart({ load }: { load: LoadSummary }) {
  const { rounds } = load;
  if (rounds.length === 0) return null;
  const offers = offersOf(load);
  return (
    <ChartCard
      id="load-saturation"
      title="Latency by throughput"
      finding={slowingText(rounds)}
      about={`Each point is a step, with its ${offers}. Further right is more, higher is slower.`}
      names={<Key entries={saturationKey(rounds)} />}
      sizes={wholePage}
      draw={(size) => {
        const { axis, xTicks, p50, p99 } = saturationGeometry(rounds, size);
        const xTitle = "goodput, responses per second";
        const axes = { size, x: xTicks, y: axis.ticks, xTitle, yTitle: axis.title, upright: true };
        const wanted = wantedNames(rounds, p99, kneeOf(load));
        return renderSteps(load, axes, { main: p99, second: p50, wanted });
      }}
      table={{
        head: ["step", offers, "goodput/s", "p50", "p99", "failed checks"],
        rows: rounds.map((round) => [
          ...firstCells(load, round),
          latencyText(round.latencyUs.p50),
          latencyText(round.latencyUs.p99),
          stats.doubtNames(round.checks).join(", ") || "none",
        ]),
      }}
    />
  );
}

const saturationKey = (rounds: readonly Round[]) => [
  { label: "p99", sample: "main" as const },
  { label: "p50", sample: "second" as const },
  ...failedKey(rounds),
];

/** The labels of the offered load: first the knee with its rate, then the last step. */
function wantedNames(rounds: readonly Round[], places: readonly Place[], knee: number): Wanted[] {
  const names = places.flatMap((at, step): Wanted[] => {
    const round = rounds[step];
    if (round === undefined) return [];
    if (step !== knee) return [{ at, text: axisNumber(offeredNumber(round.offered)) }];
    const text = `knee: ${whole(offeredNumber(round.offered))} → ${stats.boundedRate(round, round.goodput)}/s`;
    return [{ at, text, sides: BESIDE_RING }];
  });
  return names.toReversed().toSorted((a, b) => (b.sides ?? 0) - (a.sides ?? 0));
}
