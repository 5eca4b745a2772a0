import { Fold, PageSection, bulletList } from "../elements.tsx";
import type {
  LoadSummary,
  LoadView,
  Summary,
  LatencyFigures,
  LoadFigures,
  LoadCheck,
} from "../../../model/index.ts";
import {
  kneeText,
  boundedRate,
  failedChecks,
  offerText,
  steadySpread,
  doubtNames,
} from "../../../stats/index.ts";
import { counted, durationText, latencyText } from "../../../text/index.ts";
import { cutText } from "../text.tsx";
import { LatencyChart } from "./latency-chart.tsx";
import { OverTimeChart } from "./over-time-chart.tsx";
import { noRoundText, roundsBlock, roundFacts, statusesBlock } from "../../rounds-section.ts";
import { renderBlock } from "../section-view.tsx";
import { SaturationChart, ThroughputChart } from "./sweep-charts.tsx";
import { DoubtMarks, Warnings, againstLatency, againstRate, sweepStepText } from "./doubts.tsx";
import { latencyColumns } from "../../load-figures.ts";

export function LoadSection(props: {
  load: LoadSummary;
  view: LoadView | undefined;
  end: Summary["end"];
  folded?: boolean;
}) {
  const { load, view, end, folded } = props;
  return (
    <PageSection id="load" title="Load" class="load">
      {load.rounds.length === 0 ? (
        renderNothing(load, end)
      ) : (
        <>
          <p class="quiet">{offeredInWords(load)}</p>
          {renderLoadHeadline(load)}
          {view !== undefined && renderCharts(load, view)}
          <Fold
            folded={folded}
            title={`${counted(load.rounds.length, load.options.sweep ? "step" : "round")}, and their checks`}
          >
            {renderRounds(load)}
          </Fold>
        </>
      )}
    </PageSection>
  );
}

const renderNothing = (load: LoadSummary, end: Summary["end"]) => (
  <>
    <p>{noRoundText(end)}</p>
    {bulletList("said", load.warnings, (text) => cutText(text, 600))}
  </>
);

const renderCharts = (load: LoadSummary, view: LoadView) => (
  <div class="charts">
    {load.options.sweep && (
      <>
        <ThroughputChart load={load} />
        <SaturationChart load={load} />
      </>
    )}
    <LatencyChart load={load} view={view} />
    <OverTimeChart load={load} view={view} />
  </div>
);

function renderRounds(load: LoadSummary) {
  const { sweep } = load.options;
  return (
    <>
      <h3 id="load-rounds" class="part">
        {sweep ? "Step by step" : "Round by round"}
      </h3>
      {renderBlock(roundsBlock(load))}
      <h3 id="load-checks" class="part">
        Checks
      </h3>
      <p class="quiet">
        Each {sweep ? "step" : "round"} must pass these checks. One that fails says why its figures
        are doubtful.
      </p>
      <RoundFolds load={load} />
    </>
  );
}

function offeredInWords({ options, rounds }: LoadSummary): string {
  const { offered, processes } = options;
  const count = rounds.length;
  const long = durationText(options.durationMs);
  const rest =
    count < options.rounds && !options.sweep ? ` of the ${options.rounds} that were requested` : "";
  const slots = options.sweep
    ? `${counted(count, "step")} of ${long}, each twice the one before`
    : `${counted(count, "round")} of ${long}${rest}`;
  const warmup =
    options.warmupMs > 0
      ? `, after a warm-up${options.sweep ? " before each" : ` of ${durationText(options.warmupMs)}`}`
      : "";
  const where = processes > 1 ? `in ${processes} separate processes` : "in a separate process";
  const by =
    offered.model === "open"
      ? `Sent by undici, ${where}: autocannon cannot keep a fixed rate.`
      : `Sent by autocannon, ${where}.`;
  return `${options.sweep ? "From " : ""}${offerText(offered)}, ${slots}${warmup}. ${by}`;
}

function renderLoadHeadline(load: LoadSummary) {
  const figures = load.pooled ?? load.rounds[(load.sweep?.knee ?? 1) - 1];
  return (
    <div class="card headline">
      <Warnings load={load} />
      {load.sweep !== undefined && figures !== undefined && renderKnee(load.sweep, figures)}
      {figures !== undefined && (
        <>
          {renderFigures(load, figures)}
          <RoundDetails load={load} figures={figures} />
        </>
      )}
    </div>
  );
}

/** The knee, and its reason: the figures below are of that step. */
function renderKnee(sweep: NonNullable<LoadSummary["sweep"]>, step: LoadFigures) {
  const open = sweep.ended === "rounds" || sweep.ended === "interrupted";
  return (
    <div class="knee-text">
      <h3 class="word">
        {sweep.doubt === undefined ? "Knee at" : "No certain knee; highest worthwhile step:"}{" "}
        {sweepStepText(step.offered)}
        {open && " or more"}
      </h3>
      <p>{cutText(kneeText(sweep), 600)}</p>
    </div>
  );
}

function renderFigures(load: LoadSummary, figures: LoadFigures) {
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
        {rounds?.held && steadySpread(load) !== undefined && <p class="quiet">{rounds.text}</p>}
        <DoubtMarks checks={againstRate(failed)} />
      </div>
      <div>
        <h3>Latency{figures.serviceUs === undefined ? "" : ", from when the request was due"}</h3>
        {renderLatencies(figures.latencyUs)}
        {figures.serviceUs !== undefined && (
          <div class="service">
            <h3>Service time, from sending</h3>
            {renderLatencies(figures.serviceUs)}
          </div>
        )}
        <DoubtMarks checks={againstLatency(failed)} />
      </div>
    </div>
  );
}

const renderLatencies = (us: LatencyFigures) => (
  <dl class="latencies">
    {latencyColumns.map(([name, value]) => (
      <div>
        <dt>{name}</dt>
        <dd>{latencyText(value(us))}</dd>
      </div>
    ))}
  </dl>
);

function RoundFolds({ load }: { load: LoadSummary }) {
  const { pooled, rounds, options } = load;
  return (
    <>
      {pooled !== undefined && rounds.length > 1 && renderFold("All rounds together", pooled, load)}
      {rounds.map((round) =>
        renderFold(
          options.sweep ? `Step ${round.nth}: ${offerText(round.offered)}` : `Round ${round.nth}`,
          round,
          load,
        ),
      )}
    </>
  );
}

function renderFold(name: string, figures: LoadFigures, load: LoadSummary) {
  const { checks } = figures;
  const failed = failedChecks(figures);
  // The steps of a sweep have theirs in the table above.
  const named = failed.length > 0 && !load.options.sweep;
  const held = checks.length - failed.length;
  return (
    <details class="round">
      <summary>
        <h4>{name}</h4>
        <span class="about">{boundedRate(figures, figures.perSecond)} responses/s</span>
        <span class="not-held">
          {named && <b aria-hidden="true">! </b>}
          {named && doubtNames(checks).join(", ")}
        </span>
        <span class="tally">
          {failed.length === 0
            ? `all ${held} checks held`
            : `${held} of ${checks.length} checks held`}
        </span>
      </summary>
      <div class="inside">
        <ul class="checks">
          {[...failed, ...checks.filter((check) => check.held)].map((check) => renderCheck(check))}
        </ul>
        <RoundDetails load={load} figures={figures} />
      </div>
    </details>
  );
}

const renderCheck = ({ name, held, text }: LoadCheck) => (
  <li class={held ? "held" : "not-held"}>
    <b>
      <span aria-hidden="true">{held ? "✓" : "!"}</span> {held ? "passed" : "failed"}
    </b>
    <code>{name}</code>
    <span>{cutText(text, 600)}</span>
  </li>
);

const RoundDetails = ({ load, figures }: { load: LoadSummary; figures: LoadFigures }) => (
  <div class="round-details">
    {renderBlock(statusesBlock(figures))}
    <dl>
      {roundFacts(load, figures).map(([term, text]) => (
        <>
          <dt>{term}</dt>
          <dd>{cutText(text, 600)}</dd>
        </>
      ))}
    </dl>
  </div>
);
