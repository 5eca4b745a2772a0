import { line } from "d3-shape";
import { scaleLinear } from "d3-scale";
import type { LoadSummary } from "../../../model/index.ts";
import { doubtNames, offerText } from "../../../stats/index.ts";
import { latencyText, whole } from "../../../text/index.ts";
import { ChartAxes, ChartCard, type ChartSize, Key, Knee, px, wholePage } from "./chart-card.tsx";
import { boundedRate, failedChecks } from "../../load-figures.ts";
import { offeredNumber } from "./figures.ts";
import { latencyAxis, axisNumber } from "./latency-axis.ts";
import { labelsAtPoints, type Wanted } from "./point-labels.ts";
import { spacedTicks } from "./ticks.ts";

type Step = { goodput: number; latencyUs: Pick<Round["latencyUs"], "p50" | "p99"> };
type Round = LoadSummary["rounds"][number];
const BESIDE_RING = 13;

type Place = { x: number; y: number };

/** The positions of the steps of a sweep: goodput to the right, latency upwards. */
export function saturationGeometry(rounds: readonly Step[], { plot }: ChartSize) {
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

/** Throughput and latency, step by step, with the knee marked. */
export function SaturationChart({ load }: { load: LoadSummary }) {
  const { rounds } = load;
  const knee = rounds.findIndex(({ nth }) => nth === load.sweep?.knee);
  if (rounds.length === 0) return null;
  const open = load.options.offered.model === "open";
  const offers = open ? "requests/s offered" : "connections";
  return (
    <ChartCard
      id="load-saturation"
      title="Latency by throughput"
      about={`Each point is a step, with its ${offers}. Further right is more, higher is slower.`}
      says={rounds.map((round) => stepInWords(round, round.nth === load.sweep?.knee)).join("; ")}
      doubts={null}
      names={<Key entries={keyOf(rounds)} />}
      sizes={wholePage}
      draw={(size) => <Steps rounds={rounds} knee={knee} size={size} />}
      table={{
        head: ["step", offers, "goodput/s", "p50", "p99", "failed checks"],
        rows: rounds.map((round) => [
          `${round.nth}${round.nth === load.sweep?.knee ? " (knee)" : ""}`,
          axisNumber(offeredNumber(round.offered)),
          boundedRate(round, round.goodput),
          latencyText(round.latencyUs.p50),
          latencyText(round.latencyUs.p99),
          doubtNames(round.checks).join(", ") || "none",
        ]),
      }}
    />
  );
}

function stepInWords(round: Round, knee: boolean): string {
  const { p50, p99 } = round.latencyUs;
  return `${knee ? "the knee, " : ""}${offerText(round.offered)}: ${boundedRate(round, round.goodput)}/s, p50 ${latencyText(p50)}, p99 ${latencyText(p99)}`;
}

const path = line<Place>(
  ({ x }) => px(x),
  ({ y }) => px(y),
);

const keyOf = (rounds: readonly Round[]) => [
  { label: "p99", sample: "main" as const },
  { label: "p50", sample: "second" as const },
  ...(rounds.some((each) => failedChecks(each).length > 0)
    ? [{ label: "a failed check", sample: "hollow" as const }]
    : []),
];

function Steps(props: { rounds: readonly Round[]; knee: number; size: ChartSize }) {
  const { rounds, knee, size } = props;
  const { axis, xTicks, p50, p99 } = saturationGeometry(rounds, size);
  const at = p99[knee];
  const labels = labelsAtPoints(wantedNames(rounds, p99, knee), [p99, p50], {
    left: size.plot.left,
    right: size.width,
    bottom: size.plot.bottom,
  });
  return (
    <>
      <ChartAxes
        size={size}
        x={xTicks}
        y={axis.ticks}
        xTitle="goodput, responses per second"
        yTitle={axis.title}
        upright
      />
      <path class="line second" d={path(p50) ?? ""} />
      <path class="line main" d={path(p99) ?? ""} />
      {p50.map(({ x, y }) => (
        <circle class="dot second" cx={px(x)} cy={px(y)} r={2.5} />
      ))}
      {p99.map(({ x, y }, step) => {
        const doubtful = failedChecks(rounds[step] as Round).length > 0;
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

/** The labels of the offered load: first the knee with its rate, then the last step. */
function wantedNames(rounds: readonly Round[], places: readonly Place[], knee: number): Wanted[] {
  const names = places.flatMap((at, step): Wanted[] => {
    const round = rounds[step];
    if (round === undefined) return [];
    if (step !== knee) return [{ at, text: axisNumber(offeredNumber(round.offered)) }];
    const text = `knee: ${whole(offeredNumber(round.offered))} → ${boundedRate(round, round.goodput)}/s`;
    return [{ at, text, sides: BESIDE_RING }];
  });
  return names.toReversed().toSorted((a, b) => (b.sides ?? 0) - (a.sides ?? 0));
}
