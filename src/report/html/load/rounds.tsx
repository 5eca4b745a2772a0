import type { LoadFigures, LoadSummary, LoadCheck } from "../../../model/index.ts";
import { latencyText, whole, durationText, percent, size } from "../../../text/index.ts";
import {
  boundedRate,
  ceilingText,
  cores,
  doubtNames,
  failedChecks,
  offerText,
  outcomesText,
} from "../../../stats/index.ts";
import { cutText, chip } from "../text.tsx";
import { FigureTable } from "../elements.tsx";

export function RoundFolds({ load }: { load: LoadSummary }) {
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

export const RoundDetails = ({ load, figures }: { load: LoadSummary; figures: LoadFigures }) => (
  <div class="round-details">
    {renderStatuses(figures)}
    <dl>
      {renderWithout(figures)}
      <dt>Received</dt>
      <dd>
        {size(figures.receivedBytes)} in {durationText(figures.seconds * 1000)}, over{" "}
        {whole(figures.connections.opened)} connections
      </dd>
      <dt>Generator</dt>
      <dd>{generatorText(figures)}</dd>
      <dt>Server</dt>
      <dd>{renderServer(load, figures)}</dd>
    </dl>
  </div>
);

function renderStatuses(figures: LoadFigures) {
  const entries = Object.entries(figures.statuses).toSorted(([, a], [, b]) => b.count - a.count);
  if (entries.length === 0) return null;
  return (
    <FigureTable label="Responses by status" head={["status", "responses", "/s", "p50", "p99"]}>
      {entries.map(([status, { count, perSecond, p50Us, p99Us }]) => (
        <tr>
          <th scope="row">{chip(status)}</th>
          <td>{whole(count)}</td>
          <td>{boundedRate(figures, perSecond)}</td>
          <td>{latencyText(p50Us)}</td>
          <td>{latencyText(p99Us)}</td>
        </tr>
      ))}
    </FigureTable>
  );
}

function renderWithout(figures: LoadFigures) {
  const { unanswered, hung, dropped, withdrawn, connections } = figures;
  const lines: [string, string][] = [
    ["No response", outcomesText(unanswered)],
    ["Hung", hung > 0 ? `${whole(hung)} in flight at the end, without a response since` : ""],
    ["Dropped", dropped > 0 ? `${whole(dropped)}, due but not sent` : ""],
    ["Withdrawn", withdrawn > 0 ? `${whole(withdrawn)}, sent after an announced close` : ""],
    ["Not opened", outcomesText(connections.failed)],
  ];
  return (
    <>
      {lines
        .filter(([, text]) => text !== "")
        .map(([term, text]) => (
          <>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </>
        ))}
    </>
  );
}

function generatorText({ offered, ceiling, generatorUtilisation }: LoadFigures): string {
  const busy =
    offered.model === "closed" ? `; its event loop ${percent(generatorUtilisation)} busy` : "";
  if (ceiling === undefined) return `no ceiling of this machine was measured${busy}`;
  return `${ceilingText(ceiling, ", against a server that does nothing")}${busy}`;
}

function renderServer({ site }: LoadSummary, { target }: LoadFigures) {
  if (target !== undefined)
    return (
      <>
        {whole(target.cpuUsPerRequest)} µs of CPU per request, {cores(target.cpuShare)} busy, memory
        up to {size(target.peakRssBytes)} ({cutText(target.name, 60)}
        {target.processes > 1 && `, ${target.processes} processes`})
      </>
    );
  if (site?.unwatched !== undefined)
    return <>its processor time is unknown: {cutText(site.unwatched, 300)}</>;
  return <>its processor time is unknown{site?.local === false && ": it is on another machine"}</>;
}
