import { scaleLinear } from "d3-scale";
import type { Changes, HistoryRun, RunLoad, RunRatio } from "../../../model/index.ts";
import { changesText, notComparedText, runRatioText, throughputText } from "../../load-figures.ts";
import { ChartAxes, ChartCard, type ChartSize, halfPage, px } from "../load/chart-card.tsx";
import { momentText, dayText } from "../../../text/index.ts";
import { ratioScale } from "../comparison/axis-scales.tsx";
import { textWidth, type Tick } from "../load/labels.ts";

const TICKS = 4;
const WIDEST = 26;

type Compared = { run: HistoryRun; changes: Changes };

export function ChangesChart({ id, runs }: { id: string; runs: readonly HistoryRun[] }) {
  const compared = runs.flatMap((run): Compared[] =>
    run.changes === undefined ? [] : [{ run, changes: run.changes }],
  );
  if (compared.length === 0) return null;
  return (
    <ChartCard
      id={id}
      title="Cases with a different response"
      finding={mostText(compared)}
      about="Hand-chosen cases whose response differs from the run before."
      sizes={halfPage}
      draw={(size) => renderBars(compared, size)}
      table={{
        head: ["run", "changed", "compared with", "not compared"],
        rows: compared.map(({ run, changes }) => [
          run.runId,
          changesText(changes),
          changes.since,
          notComparedText(changes) || "none",
        ]),
      }}
    />
  );
}

function mostText(compared: readonly Compared[]): string {
  const [most] = compared.toSorted((a, b) => b.changes.changed.length - a.changes.changed.length);
  if (most === undefined || most.changes.changed.length === 0) return "No status changed";
  return `The most responses changed on ${momentText(most.run.startedAt)}: ${changesText(most.changes)}`;
}

function renderBars(compared: readonly Compared[], size: ChartSize) {
  const { top, bottom } = size.plot;
  const most = Math.max(TICKS, ...compared.map(({ changes }) => changes.changed.length));
  const y = scaleLinear().domain([0, most]).nice(TICKS).range([bottom, top]);
  const { at, width, ticks } = runPositions(
    compared.map(({ run }) => run.startedAt),
    size,
  );
  const wide = Math.min(WIDEST, width * 0.7);
  return (
    <>
      <ChartAxes
        size={size}
        x={ticks}
        y={y
          .ticks(TICKS)
          .filter(Number.isInteger)
          .map((value) => ({ at: y(value), label: String(value) }))}
        xTitle="runs, newest right"
        yTitle="cases"
      />
      {compared.map(({ changes }, run) => {
        const height = bottom - y(changes.changed.length);
        return (
          <rect
            class={height > 0 ? "changed" : "unchanged"}
            x={px(at(run) - wide / 2)}
            y={px(bottom - Math.max(height, 2))}
            width={px(wide)}
            height={px(Math.max(height, 2))}
          />
        );
      })}
    </>
  );
}

type Loaded = { run: HistoryRun; load: RunLoad; ratio: RunRatio };

export function RatioChart({ id, runs }: { id: string; runs: readonly HistoryRun[] }) {
  const loaded = runs.flatMap((run): Loaded[] =>
    run.load?.toFirst === undefined ? [] : [{ run, load: run.load, ratio: run.load.toFirst }],
  );
  if (loaded.length === 0) return null;
  return (
    <ChartCard
      id={id}
      title="Throughput compared with the first run"
      finding={rangeText(loaded)}
      about="A multiple of the first run under the same load, with its interval. It also includes other changes of the machine between runs."
      sizes={halfPage}
      draw={(size) => renderIntervals(loaded, size)}
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

const ARROW = 5;

/** The end of an interval: a stroke across it, or an arrow of this height where it is not known. */
const endOf = (x: number, y: number, height: number): string =>
  height === 0 ? `M${x - 3} ${y}h6` : `M${x - 3} ${y + height}L${x} ${y}L${x + 3} ${y + height}`;

function rangeText(loaded: readonly Loaded[]): string {
  const ratios = loaded.map(({ ratio }) => ratio.ratio);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((each) => each.toFixed(2));
  return least === most
    ? `${least} × of the first run`
    : `From ${least} × to ${most} × of the first run`;
}

/** For the scale: without an interval it ends at the ratio. */
const shown = ({ ratio, low, high }: RunRatio) => ({
  ratio,
  low: low ?? ratio,
  high: high ?? ratio,
});

function renderIntervals(loaded: readonly Loaded[], size: ChartSize) {
  const { left, right, top, bottom } = size.plot;
  const scale = ratioScale(loaded.map(({ ratio }) => shown(ratio)));
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
            <path
              class="line step"
              d={`M${x} ${from}V${to}${endOf(x, from, ratio.bound === "at-most" ? -ARROW : 0)}${endOf(x, to, ratio.bound === "at-least" ? ARROW : 0)}`}
            />
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

const GAP = 10;

/** Runs side by side, equally wide, with the day below the first run of each day, or all with their times if it is one day. */
function runPositions(starts: readonly string[], { plot }: ChartSize) {
  const width = (plot.right - plot.left) / Math.max(1, starts.length);
  const at = (run: number): number => plot.left + (run + 0.5) * width;
  const ticks: Tick[] = [];
  let free = -Infinity;
  const isOneDay = new Set(starts.map(dayText)).size === 1;
  const labelOf = (start: string): string => (isOneDay ? start.slice(11, 16) : dayText(start));
  starts.forEach((start, run) => {
    const label = labelOf(start);
    const begins = run === 0 || label !== labelOf(starts[run - 1] ?? "");
    const half = textWidth(label) / 2;
    if (!begins || at(run) - half < free) return;
    ticks.push({ at: at(run), label });
    free = at(run) + half + GAP;
  });
  return { at, width, ticks };
}
