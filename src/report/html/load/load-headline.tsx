import type { LatencyFigures, LoadFigures, LoadSummary } from "../../../model/index.ts";
import { latencyText } from "../../../text/index.ts";
import { cutText } from "../cut-text.tsx";
import { RoundDetails } from "./round-details.tsx";
import { DoubtMarks, Warnings } from "./doubts.tsx";
import { boundedRate, failedChecks, latencyColumns } from "../../load-figures.ts";
import { againstLatency, againstRate, sweepStepText } from "./figures.ts";

/** The figures of the whole, below the doubts about them: in one card, so that they are read together. */
export function LoadHeadline({ load }: { load: LoadSummary }) {
  const figures = load.pooled ?? load.rounds[(load.sweep?.knee ?? 1) - 1];
  return (
    <div class="card headline">
      <Warnings load={load} />
      {load.sweep !== undefined && figures !== undefined && (
        <Knee sweep={load.sweep} step={figures} />
      )}
      {figures !== undefined && (
        <>
          <Figures load={load} figures={figures} />
          <RoundDetails load={load} figures={figures} />
        </>
      )}
    </div>
  );
}

/** The knee, and its reason: the figures below are of that step. */
function Knee({ sweep, step }: { sweep: NonNullable<LoadSummary["sweep"]>; step: LoadFigures }) {
  const open = sweep.ended === "rounds" || sweep.ended === "interrupted";
  return (
    <div class="knee-text">
      <h3 class="word">
        Knee at {sweepStepText(step.offered)}
        {open && " or more"}
      </h3>
      <p>{cutText(sweep.text, 600)}</p>
    </div>
  );
}

function Figures({ load, figures }: { load: LoadSummary; figures: LoadFigures }) {
  // In a sweep they are in the text of the knee, above.
  const failed = load.options.sweep ? [] : failedChecks(figures);
  const rounds = figures.checks.find(({ name }) => name === "spread");
  const goodput = Math.abs(figures.goodput - figures.perSecond) >= 0.5;
  return (
    <div class={load.options.sweep ? "hero of-step" : "hero"}>
      <div>
        <h3>Responses per second</h3>
        <p class="word">{boundedRate(figures, figures.perSecond)}</p>
        {goodput && (
          <p>
            {boundedRate(figures, figures.goodput)} of them with{" "}
            {load.expectedStatuses.join(" or ")}, as before the load
          </p>
        )}
        {rounds?.held && <p class="quiet">{rounds.text}</p>}
        <DoubtMarks checks={againstRate(failed)} />
      </div>
      <div>
        <h3>Latency{figures.serviceUs === undefined ? "" : ", from when the request was due"}</h3>
        <Latencies us={figures.latencyUs} />
        {figures.serviceUs !== undefined && (
          <div class="service">
            <h3>Service time, from sending</h3>
            <Latencies us={figures.serviceUs} />
          </div>
        )}
        <DoubtMarks checks={againstLatency(failed)} />
      </div>
    </div>
  );
}

function Latencies({ us }: { us: LatencyFigures }) {
  return (
    <dl class="latencies">
      {latencyColumns.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{latencyText(value(us))}</dd>
        </div>
      ))}
    </dl>
  );
}
