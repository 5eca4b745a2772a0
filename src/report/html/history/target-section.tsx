import type { HistoryRun } from "../../../model/index.ts";
import { cutText } from "../cut-text.tsx";
import { counted } from "../../../text/index.ts";
import { ChangesChart } from "./changes-chart.tsx";
import { RatioChart } from "./ratio-chart.tsx";
import { RunRows } from "./run-rows.tsx";
import { WhatChanged } from "./what-changed.tsx";

/** Maximum number of runs in a chart. */
const DRAWN = 60;
const LISTED = 500;

type Props = { nth: number; target: string; runs: readonly HistoryRun[] };

/** One target over time: charts, the table of its runs, and what changed. */
export function TargetSection({ nth, target, runs }: Props) {
  const [drawn, listed] = [runs.slice(-DRAWN), runs.slice(-LISTED)];
  const urls = [...new Set(runs.map(({ baseUrl }) => baseUrl))];
  return (
    <section class="load" aria-labelledby={`target-${nth}`}>
      <h2 id={`target-${nth}`}>{cutText(target, 60)}</h2>
      <p class="quiet">
        {counted(runs.length, "run")} of {cutText(urls.slice(-3).join(", "), 300)}
        {urls.length > 3 && ` and ${counted(urls.length - 3, "more address", "more addresses")}`}
        {runs.length > DRAWN && `; the charts have the last ${DRAWN}`}
        {runs.length > LISTED && `, the table the last ${LISTED}`}
      </p>
      {runs.length > 1 && (
        <div class="charts">
          <ChangesChart id={`changes-${nth}`} runs={drawn} />
          <RatioChart id={`ratio-${nth}`} runs={drawn} />
        </div>
      )}
      <h3 class="part">Runs</h3>
      <RunRows target={target} runs={listed} />
      <WhatChanged runs={drawn} />
    </section>
  );
}
