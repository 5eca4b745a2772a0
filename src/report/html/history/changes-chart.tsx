import { scaleLinear } from "d3-scale";
import type { Changes, HistoryRun } from "../../../model/index.ts";
import { changesText, notComparedText } from "../../load-figures.ts";
import { ChartAxes, ChartCard, type ChartSize, halfPage, px } from "../load/chart-card.tsx";
import { momentText } from "../../../text/index.ts";
import { runPositions } from "./run-positions.ts";

const TICKS = 4;
const WIDEST = 26;

type Compared = { run: HistoryRun; changes: Changes };

/** In how many cases the response differs from the run before, run by run. */
export function ChangesChart({ id, runs }: { id: string; runs: readonly HistoryRun[] }) {
  const compared = runs.flatMap((run): Compared[] =>
    run.changes === undefined ? [] : [{ run, changes: run.changes }],
  );
  if (compared.length === 0) return null;
  return (
    <ChartCard
      id={id}
      title="Cases with a different response"
      about="Hand-chosen cases whose response differs from the run before."
      says={compared
        .map(({ run, changes }) => `${momentText(run.startedAt)}: ${changesText(changes)}`)
        .join("; ")}
      doubts={null}
      sizes={halfPage}
      draw={(size) => <Bars compared={compared} size={size} />}
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

function Bars({ compared, size }: { compared: readonly Compared[]; size: ChartSize }) {
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
        upright={false}
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
