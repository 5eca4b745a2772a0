import type { HistoryRun, RunLoad, RunRatio } from "../../../model/index.ts";
import { runRatioText, throughputText } from "../../load-figures.ts";
import { ratioScale, type RatioScale } from "../comparison/ratio-scale.ts";
import { ChartAxes, ChartCard, type ChartSize, halfPage, px } from "../load/chart-card.tsx";
import { momentText } from "../../../text/index.ts";
import { runPositions } from "./run-positions.ts";

type Loaded = { run: HistoryRun; load: RunLoad; ratio: RunRatio };

/** Throughput of each run as a multiple of the first run's under the same load. */
export function RatioChart({ id, runs }: { id: string; runs: readonly HistoryRun[] }) {
  const loaded = runs.flatMap((run): Loaded[] =>
    run.load?.toFirst === undefined ? [] : [{ run, load: run.load, ratio: run.load.toFirst }],
  );
  if (loaded.length === 0) return null;
  return (
    <ChartCard
      id={id}
      title="Throughput compared with the first run"
      about="A multiple of the first run under the same load, with its interval. It also includes other changes of the machine between runs."
      says={loaded
        .map(({ run, ratio }) => `${momentText(run.startedAt)}: ${runRatioText(ratio)}`)
        .join("; ")}
      doubts={null}
      sizes={halfPage}
      draw={(size) => <Intervals loaded={loaded} size={size} />}
      table={{
        head: ["run", "responses/s", "to the first", "first", "to the previous", "previous"],
        rows: loaded.map(({ run, load, ratio }) => [
          run.runId,
          throughputText(load),
          runRatioText(ratio),
          ratio.against,
          load.toPrevious === undefined ? "–" : runRatioText(load.toPrevious),
          load.toPrevious?.against ?? "–",
        ]),
      }}
    />
  );
}

/** For the scale: without an interval it ends at the ratio. */
const shown = ({ ratio, low, high }: RunRatio) => ({
  ratio,
  low: low ?? ratio,
  high: high ?? ratio,
});

function Intervals({ loaded, size }: { loaded: readonly Loaded[]; size: ChartSize }) {
  const { left, right, top, bottom } = size.plot;
  const scale: RatioScale = ratioScale(loaded.map(({ ratio }) => shown(ratio)));
  const height = (share: number): number => bottom - share * (bottom - top);
  const y = (ratio: number): number => height(scale.share(ratio));
  const starts = loaded.map(({ run }) => run.startedAt);
  const { at, ticks } = runPositions(starts, size);
  return (
    <>
      <ChartAxes
        size={size}
        x={ticks}
        y={scale.ticks.map(({ share, label }) => ({ at: height(share), label }))}
        xTitle="runs, newest right"
        yTitle="throughput, logarithmic"
        upright={false}
      />
      <path class="line mean" d={`M${left} ${px(y(1))}H${right}`} />
      {loaded.map(({ ratio }, run) => {
        const { low, high } = shown(ratio);
        const x = px(at(run));
        // Known on one side only, it continues to the edge on the other.
        const from = ratio.bound === "at-most" ? bottom : px(y(low));
        const to = ratio.bound === "at-least" ? top : px(y(high));
        return (
          <>
            <path class="line step" d={`M${x} ${from}V${to}M${x - 3} ${from}h6M${x - 3} ${to}h6`} />
            <circle
              class={`dot ${ratio.bound === undefined ? "" : "hollow"}`}
              cx={x}
              cy={px(y(ratio.ratio))}
              r={3.5}
            />
          </>
        );
      })}
    </>
  );
}
